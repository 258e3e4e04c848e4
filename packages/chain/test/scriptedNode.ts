import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Call {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

/** A node's reaction to a call. A value is the `result`. A function writes the response itself. */
export type Answer = { readonly result: unknown } | ((response: ServerResponse, call: Call) => void)

export interface ScriptedNode {
  readonly url: string
  readonly calls: readonly Call[]
  close(): Promise<void>
}

/** Starts a JSON-RPC node on a free port that answers as scripted. */
export async function startScriptedNode(script: (call: Call, count: number) => Answer): Promise<ScriptedNode> {
  const calls: Call[] = []
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(404).end()
    const call = JSON.parse(await bodyOf(request)) as Call
    calls.push(call)
    const answer = script(call, calls.length)
    if (typeof answer === 'function') return answer(response, call)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: answer.result }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += chunk
  return body
}

/** Answers with raw text. */
export function text(body: string, status = 200, headers: Readonly<Record<string, string>> = {}): Answer {
  return response => {
    response.writeHead(status, headers)
    response.end(body)
  }
}

/** Accepts the call and never answers. */
export const silence: Answer = () => undefined
