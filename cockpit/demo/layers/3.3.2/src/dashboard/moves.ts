import type { Task } from "../model/task";

/** The server's order wins: a move is shown at once and corrected when the answer differs. */
export function applied(tasks: Task[], moved: Task): Task[] {
  return tasks.map((task) => (task.id === moved.id ? moved : task)).sort((a, b) => a.order - b.order);
}
