import type { ErrorCode, TernError } from '@tern/core'

/** A JSON-RPC 2.0 call as received. Numbers above 2^53 keep their digits. */
export interface Call {
  readonly id: string | number | null | undefined
  readonly method: string
  readonly params: readonly unknown[] | undefined
}

/** Error numbers of JSON-RPC, and of the range that it reserves for servers. */
const numbers: Partial<Record<ErrorCode, number>> = {
  'gateway/methodNotFound': -32601,
  'gateway/subscriptionLimit': -32602,
  'gateway/answer': -32011,
  'gateway/unreachable': -32012,
  'http/badRequest': -32600,
  'http/bodyTooLarge': -32600,
  'http/tooManyRequests': -32029,
}

/** Parses JSON so that `writeJson` writes every number back unchanged. @throws SyntaxError */
export function parseJson(text: string): unknown {
  return JSON.parse(text, keepDigits)
}

interface RawJsonTools {
  rawJSON(text: string): unknown
}

function keepDigits(_: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value) || context?.source === undefined) return value
  return (JSON as unknown as RawJsonTools).rawJSON(context.source)
}

/** Reads a JSON-RPC call. Returns `undefined` if the value is not a call. */
export function readCall(value: unknown): Call | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { jsonrpc, id, method, params } = value as Record<string, unknown>
  if (jsonrpc !== '2.0' || typeof method !== 'string' || method.length > 100) return undefined
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number') return undefined
  if (params !== undefined && !Array.isArray(params)) return undefined
  return { id, method, params }
}

/** Writes the call for the node with these four fields only, without any others that came with it. */
export function writeCall({ id, method, params }: Call): string {
  return JSON.stringify({ jsonrpc: '2.0', id: id ?? null, method, params: params ?? [] })
}

/** Writes an error as JSON-RPC. `data.code` is the error's code in Tern's catalogue. */
export function writeError(id: Call['id'], error: TernError): string {
  const code = numbers[error.code] ?? -32603
  return JSON.stringify({
    jsonrpc: '2.0',
    id: id ?? null,
    error: { code, message: error.message, data: { code: error.code } },
  })
}
