export function overdue(due: string | null, today: string): boolean {
  return due !== null && due < today;
}
