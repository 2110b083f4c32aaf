import type { Column } from "../model/task";

export function columnUnder(x: number, widths: number[], columns: Column[]): Column | null {
  let left = 0;
  for (const [index, width] of widths.entries()) {
    left += width;
    if (x < left) return columns[index] ?? null;
  }
  return null;
}
