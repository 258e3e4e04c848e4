/** One JSON-RPC call as a client sent it. */
export interface Call {
  readonly id: unknown
  readonly method: string
  readonly params: readonly unknown[]
}

/** The calls of a body, a batch or one; `undefined` when it is no JSON-RPC. */
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
 * JSON with integers beyond 2^53 as bigints, so that amounts pass through unharmed.
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  const exact = (_key: string, value: unknown, context?: { readonly source: string }): unknown => {
    if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
    return /^-?\d+$/.test(context?.source ?? '') ? BigInt(context?.source ?? '') : value
  }
  return JSON.parse(text, exact)
}

/** A field of something that may be no object. */
export function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined
}

/** An answer that is an error. */
export interface CallError {
  readonly code: number
  readonly message: string
  readonly data?: unknown
}

/** What became of a call: the node's result or its error. */
export type Answer = { readonly result: unknown } | { readonly error: CallError }
