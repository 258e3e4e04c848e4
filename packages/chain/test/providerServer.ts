import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { encodeBase58, type Message, type SignedTransaction } from '@tern/core'
import { addressOf } from './addresses.ts'

/** A request as the provider sees it. */
export interface Seen {
  readonly method: string
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  readonly headers: IncomingMessage['headers']
  readonly body: unknown
}

/** Checks a request against the provider's documentation, and makes the answer. */
export interface Dialect {
  /** Returns the transaction in base64, or the refusal. */
  transactionOf(seen: Seen): { readonly encoded: string } | { readonly status: number; readonly body: unknown }
  accept(signature: string, seen: Seen): unknown
}

/** `undefined`: behaves like the dialect. */
export type Behaviour = undefined | ((response: ServerResponse, seen: Seen) => void)

export interface ProviderServer {
  readonly url: string
  readonly seen: readonly Seen[]
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

/** Starts a provider's endpoint on a free port. Like the real endpoint, it reads the signature from the submitted bytes. */
export async function startProviderServer(dialect: Dialect): Promise<ProviderServer> {
  const seen: Seen[] = []
  let behaviour: Behaviour
  const server = createServer(async (request, response) => {
    const url = new URL(request.url ?? '/', 'http://endpoint')
    const { method = '', headers } = request
    const text = await textOf(request)
    const one = { method, path: url.pathname, query: Object.fromEntries(url.searchParams), headers, body: parse(text) }
    seen.push(one)
    if (behaviour !== undefined) return behaviour(response, one)
    const found = dialect.transactionOf(one)
    response.setHeader('content-type', 'application/json')
    if ('encoded' in found) {
      const signature = encodeBase58(Buffer.from(found.encoded, 'base64').subarray(1, 65))
      response.end(JSON.stringify(dialect.accept(signature, one)))
    } else response.writeHead(found.status).end(JSON.stringify(found.body))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    behave(next) {
      behaviour = next
    },
    close: () =>
      new Promise(resolve => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** Makes a transaction with a real signature field. Providers read nothing else of it. */
export function transactionOf(byte: number): SignedTransaction {
  const message: Message = {
    bytes: Uint8Array.of(1, 2, 3),
    feePayer: addressOf(1),
    signers: [addressOf(1)],
    lifetime: { kind: 'blockhash', blockhash: addressOf(2), lastValidBlockHeight: 1000n },
  }
  const signature = new Uint8Array(64).fill(byte)
  return { bytes: Uint8Array.of(1, ...signature, ...message.bytes), signature: encodeBase58(signature), message }
}

/** Answers with raw text. */
export const says =
  (status: number, body: string, headers: Readonly<Record<string, string>> = {}): Behaviour =>
  response =>
    response.writeHead(status, headers).end(body)

/** Accepts the request and never answers. */
export const hangs: Behaviour = () => undefined
/** Begins an answer and never ends it. */
export const stalls: Behaviour = response => {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.write('{"jsonrpc":"2.0","re')
}
/** Promises more bytes than it sends, then disconnects. */
export const breaksOff: Behaviour = response => {
  response.writeHead(200, { 'content-length': '100' })
  response.write('{"jsonrpc":"2.0","re')
  setTimeout(() => response.destroy(), 10)
}
