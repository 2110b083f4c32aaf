export function columnsAt(width: number): number {
  if (width < 600) return 1;
  return width < 1100 ? 2 : 3;
}
