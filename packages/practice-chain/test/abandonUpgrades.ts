import { once } from 'node:events'
import { connect } from 'node:net'

/** Requests a WebSocket at `url` and leaves before the server can answer, again and again. */
export async function abandonUpgrades(url: string): Promise<void> {
  const { hostname, port, pathname } = new URL(url)
  const head = [
    `GET ${pathname} HTTP/1.1`,
    `Host: ${hostname}`,
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  ].join('\r\n')
  for (let times = 0; times < 30; times++) {
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    socket.write(`${head}\r\n\r\n`, () => socket.resetAndDestroy())
    await once(socket, 'close')
  }
}
