import type { FastifyInstance } from "fastify";
import { find } from "../model/store";

export function taskRoutes(app: FastifyInstance): void {
  app.get<{ Params: { id: string } }>("/tasks/:id", async (request, reply) => {
    return find(request.params.id) ?? reply.code(404).send();
  });
}
