export type Column = "todo" | "doing" | "done";

export interface Task {
  id: string;
  project: string;
  title: string;
  owner: string | null;
  due: string | null; // YYYY-MM-DD
  column: Column;
  order: number;
}
