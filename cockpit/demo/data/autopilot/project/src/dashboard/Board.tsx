import type { Column } from "../model/task";

const columns: Column[] = ["todo", "doing", "done"];

export function Board() {
  return <section className="board">{columns.map((name) => <div key={name} className={name} />)}</section>;
}
