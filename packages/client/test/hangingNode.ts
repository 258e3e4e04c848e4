import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Starts a proxy of the node at `upstream`. It never answers `method`. */
export async function startHangingNode(method: string, upstream: string) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    if ((JSON.parse(body) as { method: string }).method === method) return
    const answer = await fetch(upstream, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    response.setHeader('content-type', 'application/json').end(await answer.text())
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
