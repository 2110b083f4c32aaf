import type { WebSocket } from "ws";
import type { Task } from "../model/task";

const boards = new Map<string, Set<WebSocket>>();

export function join(project: string, socket: WebSocket): void {
  const board = boards.get(project) ?? new Set();
  boards.set(project, board.add(socket));
  socket.on("close", () => board.delete(socket));
}

export function broadcast(task: Task): void {
  for (const socket of boards.get(task.project) ?? []) socket.send(JSON.stringify(task));
}
