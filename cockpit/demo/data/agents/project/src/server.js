import { createServer } from "node:http";
import { total } from "./orders.js";
export const start = (orders, port = 8080) =>
  createServer((_, answer) => answer.end(JSON.stringify(orders.map(total)))).listen(port);
