import { setImmediate } from 'node:timers/promises'
import { isTernError } from '@tern/core'
import { stringifyJson } from '@tern/core/internal'
import { namedParameters } from './methods/method.ts'
import { isObject } from './methods/params.ts'
import { rpcCodes, rpcError } from './methods/rpcError.ts'
import { isWritten, type JsonPiece } from './methods/writtenJson.ts'

/**
 * Carries out a call.
 * @throws TernError `practice/refused` with the error for the caller.
 */
export type Dispatch = (method: string, params: readonly unknown[]) => unknown

/** JSON text in consecutive pieces. */
export type Answer = readonly JsonPiece[]

/** Calls of a batch that are answered before other clients get their turn. */
const callsATurn = 16
/** Max bytes of a batch's answers. The rest of the batch is refused, because a few bytes can ask for gigabytes. */
const maxBatchBytes = 128 * 1024 * 1024

/**
 * Answers a request or a batch. Its calls run one after the other.
 * The checks of a request's shape follow `jsonrpc_core`, the library of a cluster's nodes.
 * @returns `undefined` if no call asks for an answer.
 */
export async function answerJsonRpc(body: string, dispatch: Dispatch): Promise<Answer | undefined> {
  const request = readRequest(body)
  if (request === undefined) return [failure(null, rpcCodes.parseError, 'Parse error')]
  if (!Array.isArray(request)) return answerCall(request as Call, dispatch)
  const answers: JsonPiece[] = []
  let bytes = 0
  for (const [i, call] of (request as readonly Call[]).entries()) {
    if (i % callsATurn === callsATurn - 1) await setImmediate()
    const answer = await answerCall(call, bytes > maxBatchBytes ? refuseTooMuch : dispatch)
    if (answer === undefined) continue
    for (const piece of answer) bytes += piece.length
    answers.push(answers.length === 0 ? '[' : ',', ...answer)
  }
  return answers.length === 0 ? undefined : [...answers, ']']
}

const refuseTooMuch: Dispatch = () => {
  throw rpcError('internalError', 'Internal error: the batch asks for too much')
}

type Id = string | number | null

type Call =
  | {
      readonly kind: 'method'
      readonly jsonrpc: unknown
      readonly id: Id
      readonly method: string
      readonly params: readonly unknown[]
    }
  /** A call without an id. No method of a node has an effect for such a call. */
  | { readonly kind: 'notification' }
  | { readonly kind: 'invalid'; readonly id: Id }

async function answerCall(call: Call, dispatch: Dispatch): Promise<Answer | undefined> {
  if (call.kind === 'notification') return undefined
  const { id } = call
  if (call.kind === 'invalid') return [failure(id, rpcCodes.invalidRequest, 'Invalid request')]
  if (call.jsonrpc !== '2.0') return [failure(id, rpcCodes.invalidRequest, 'Unsupported JSON-RPC protocol version')]
  const { method, params } = call
  try {
    const result = await dispatch(method, params)
    const pieces = isWritten(result) ? result.json : [stringifyJson(result)]
    return ['{"jsonrpc":"2.0","result":', ...pieces, `,"id":${JSON.stringify(id)}}`]
  } catch (error) {
    return [failed(id, error)]
  }
}

function failed(id: Id, error: unknown): string {
  if (isTernError(error, 'practice/journalFailed'))
    return failure(id, rpcCodes.internalError, 'Internal error: the disk does not take it')
  if (!isTernError(error, 'practice/refused')) return failure(id, rpcCodes.internalError, 'Internal error')
  const { code, message, data } = error.facts
  return failure(id, code, message, data)
}

/** Parses a body into a call or a batch. `undefined` if it is not JSON, or if some value is no kind of call. */
function readRequest(body: string): Call | readonly Call[] | undefined {
  let request: unknown
  try {
    request = JSON.parse(body)
  } catch {
    return undefined
  }
  if (!Array.isArray(request)) return readCall(request)
  const calls = request.map(readCall)
  return calls.includes(undefined) ? undefined : (calls as readonly Call[])
}

const fields = new Set(['jsonrpc', 'method', 'params', 'id'])

/** serde tries a method call, then a notification, then an invalid call, and takes the first that the fields fit. */
function readCall(call: unknown): Call | undefined {
  if (!isObject(call)) return undefined
  const { jsonrpc, method, id } = call
  const params = readParams(call.params)
  const isKnown =
    typeof method === 'string' &&
    params !== undefined &&
    (jsonrpc === '2.0' || jsonrpc === null || jsonrpc === undefined) &&
    Object.keys(call).every(name => fields.has(name))
  if (isKnown && id === undefined) return { kind: 'notification' }
  if (!isId(id ?? null)) return undefined
  if (isKnown) return { kind: 'method', jsonrpc, id: id as Id, method, params }
  return { kind: 'invalid', id: (id ?? null) as Id }
}

function readParams(params: unknown): readonly unknown[] | undefined {
  if (params === undefined || params === null) return []
  if (Array.isArray(params)) return params
  return isObject(params) ? namedParameters : undefined
}

/** A string, an integer from 0, or null. */
function isId(id: unknown): id is Id {
  return id === null || typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id) && id >= 0)
}

function failure(id: Id, code: number, message: string, data?: unknown): string {
  return stringifyJson({ jsonrpc: '2.0', error: { code, message, data }, id })
}
