import type { WebSocket } from 'ws'

/** How long a client has to hear why its line ends. */
const patienceMs = 500

/** Ends a line that breaks a rule, with a close code of RFC 6455. Nothing that it still sends is read. */
export function endSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason)
  socket.pause()
  setTimeout(() => socket.terminate(), patienceMs)
}
