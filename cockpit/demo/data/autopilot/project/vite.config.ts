import { defineConfig } from "vite";

export default defineConfig({
  server: { proxy: { "/tasks": "http://localhost:3001", "/live": { target: "ws://localhost:3001", ws: true } } },
});
