import type { Task } from "../model/task";

export function TaskCard({ task }: { task: Task }) {
  return (
    <article className="card">
      <h3>{task.title}</h3>
      <small>{task.owner ?? "nobody yet"}</small>
    </article>
  );
}
