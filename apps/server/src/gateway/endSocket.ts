import type { WebSocket } from 'ws'

/** Time that a client has to receive the close reason, in milliseconds. */
const patienceMs = 500

/** Closes a socket that broke a rule, with a close code of RFC 6455. Further messages from it are not read. */
export function endSocket(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason)
  socket.pause()
  setTimeout(() => socket.terminate(), patienceMs)
}
