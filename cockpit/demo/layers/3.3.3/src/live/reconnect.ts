const unsent: string[] = [];

export function sendOrKeep(socket: WebSocket, message: string): void {
  if (socket.readyState === WebSocket.OPEN) socket.send(message);
  else unsent.push(message);
}

export function resend(socket: WebSocket): void {
  for (const message of unsent.splice(0)) socket.send(message);
}
