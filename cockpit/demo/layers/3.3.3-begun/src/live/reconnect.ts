export function delayBefore(attempt: number, random = Math.random): number {
  const seconds = Math.min(30, 2 ** attempt);
  return seconds * (0.5 + random() / 2);
}
