import type { Task } from "../model/task";

export function subscribe(project: string, changed: (task: Task) => void): () => void {
  const socket = new WebSocket(`/live/${project}`);
  socket.onmessage = (message) => changed(JSON.parse(message.data));
  return () => socket.close();
}
