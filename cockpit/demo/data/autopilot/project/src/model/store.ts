import Database from "better-sqlite3";
import type { Task } from "./task";

const db = new Database(process.env.TASKFLOW_DB ?? "taskflow.db");
db.pragma("journal_mode = WAL");

export function find(id: string): Task | undefined {
  return db.prepare("SELECT * FROM tasks WHERE id = ?").get(id) as Task | undefined;
}
