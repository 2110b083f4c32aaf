export interface Page<T> {
  items: T[];
  next: string | null;
}

export function page<T extends { id: string }>(rows: T[], size: number): Page<T> {
  const items = rows.slice(0, size);
  return { items, next: rows.length > size ? (items.at(-1)?.id ?? null) : null };
}
