export function opensCard(event: KeyboardEvent): boolean {
  return event.key === "Enter" || event.key === " ";
}
