/** A JSON-RPC call as a client sent it. */
export interface Call {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

/** Parses a body: a call or a batch of calls. `undefined` if it is not JSON-RPC. */
export function readCalls(body: string): { readonly calls: readonly Call[]; readonly isBatch: boolean } | undefined {
  let request: unknown
  try {
    request = parseJson(body)
  } catch {
    return undefined
  }
  const isBatch = Array.isArray(request)
  const calls: Call[] = []
  for (const one of (isBatch ? request : [request]) as readonly unknown[]) {
    if (typeof one !== 'object' || one === null) return undefined
    const { id = null, method, params = [] } = one as Record<string, unknown>
    if (typeof method !== 'string' || !Array.isArray(params)) return undefined
    calls.push({ id, method, params })
  }
  return { calls, isBatch }
}

/**
 * Parses JSON, with integers beyond 2^53 as bigints, so that no amount loses precision.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  const exact = (_key: string, value: unknown, context?: { readonly source: string }): unknown => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
    return /^-?\d+$/.test(context?.source ?? '') ? BigInt(context?.source ?? '') : value
  }
  return JSON.parse(text, exact)
}

/** Reads a field of a value that may not be an object. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** The error of a failed call. */
export interface CallError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** The node's answer to a call. */
export type Answer = { readonly result: unknown } | { readonly error: CallError }
