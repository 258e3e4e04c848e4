import type { Dialect, Seen } from './providerServer.ts'

/** A JSON-RPC `sendTransaction` dialect. `options` must be exactly the request's options. */
function jsonRpc(path: string, options: object, admits: (seen: Seen) => boolean = () => true): Dialect {
  const refuse = (seen: Seen, code: number, message: string, status = 200) => ({
    status,
    body: { jsonrpc: '2.0', error: { code, message }, id: idOf(seen) },
  })
  return {
    transactionOf(seen) {
      if (seen.path !== path || seen.method !== 'POST') return { status: 404, body: 'not found' }
      if (seen.headers['content-type'] !== 'application/json') return { status: 415, body: 'unsupported media type' }
      if (!admits(seen)) return refuse(seen, 403, `API key ${JSON.stringify(seen.query)} has expired`)
      const { jsonrpc, method, params } = seen.body as { jsonrpc: unknown; method: unknown; params: unknown }
      if (jsonrpc !== '2.0' || method !== 'sendTransaction') return refuse(seen, 403, 'Invalid method')
      const [encoded, given] = params as readonly unknown[]
      if (typeof encoded !== 'string' || JSON.stringify(given) !== JSON.stringify(options))
        return refuse(seen, -32602, 'Invalid params')
      return { encoded }
    },
    accept: (result, seen) => ({ jsonrpc: '2.0', id: idOf(seen), result }),
  }
}

const idOf = ({ body }: Seen) => (body as { id?: unknown }).id
const plain = { encoding: 'base64', skipPreflight: true, maxRetries: 0 }

/** The key of every dialect. */
export const testKey = 'k3y+of/a&customer!'

export const dialects = {
  jito: jsonRpc(
    '/api/v1/transactions',
    { encoding: 'base64', skipPreflight: true, preflightCommitment: 'confirmed', maxRetries: 0 },
    ({ headers }) => headers['x-jito-auth'] === undefined || headers['x-jito-auth'] === testKey,
  ),
  helius: jsonRpc('/fast', plain, ({ query }) => query['api-key'] === undefined || query['api-key'] === testKey),
  '0slot': jsonRpc('/', plain, ({ query }) => query['api-key'] === testKey),
  temporal: jsonRpc('/', plain, ({ query }) => query.c === testKey),
  bloxroute: {
    transactionOf({ method, path, headers, body }) {
      if (method !== 'POST' || path !== '/api/v2/submit') return { status: 404, body: 'not found' }
      if (headers.authorization !== testKey)
        return { status: 401, body: { code: 16, message: `invalid token ${headers.authorization}`, details: [] } }
      const { transaction, ...flags } = body as { transaction?: { content?: unknown } }
      const isKnown =
        JSON.stringify(Object.keys(flags).sort()) === '["frontRunningProtection","skipPreFlight","useStakedRPCs"]'
      if (typeof transaction?.content !== 'string' || !isKnown)
        return { status: 400, body: { code: 3, message: 'invalid argument', details: [] } }
      return { encoded: transaction.content }
    },
    accept: signature => ({ signature }),
  },
} as const satisfies Readonly<Record<string, Dialect>>
