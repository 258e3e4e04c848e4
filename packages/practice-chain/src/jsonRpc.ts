import { setImmediate } from 'node:timers/promises'
import { isTernError, stringifyJson } from '@tern/core'
import { namedParameters } from './methods/method.ts'
import { isObject } from './methods/params.ts'
import { rpcCodes, rpcError } from './methods/rpcError.ts'
import { isWritten, type JsonPiece } from './methods/writtenJson.ts'

/** Carries out one call. @throws TernError `practice/refused` for what the caller is told. */
export type Dispatch = (method: string, params: readonly unknown[]) => unknown

/** JSON in pieces that follow each other. */
export type Answer = readonly JsonPiece[]

/** So many calls of a batch are answered before others get their turn. */
const callsATurn = 16
/** Behind so many bytes of answers the rest of a batch is refused: a few bytes can ask for gigabytes. */
const mostBatchBytes = 128 * 1024 * 1024

/**
 * The answer to a request or a batch; `undefined` when nothing in it asks for one. Calls run one after the other. What is a
 * request and what is none is decided as in `jsonrpc_core`, which a cluster's nodes are built on.
 */
export async function answerJsonRpc(body: string, dispatch: Dispatch): Promise<Answer | undefined> {
  const request = readRequest(body)
  if (request === undefined) return [failure(null, rpcCodes.parseError, 'Parse error')]
  if (!Array.isArray(request)) return answerCall(request as Call, dispatch)
  const answers: JsonPiece[] = []
  let bytes = 0
  for (const [i, call] of (request as readonly Call[]).entries()) {
    if (i % callsATurn === callsATurn - 1) await setImmediate()
    const answer = await answerCall(call, bytes > mostBatchBytes ? refuseTooMuch : dispatch)
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
  /** A call without an id: no method of a node is one of those that are carried out then. */
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

/** What `body` asks, one call or many; `undefined` when it is no JSON or its calls cannot be told from anything else. */
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

/** serde takes an object for the first of a method call, a notification and an invalid call that its fields fit. */
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

/** A text, a whole number from 0, or null. */
function isId(id: unknown): id is Id {
  return id === null || typeof id === 'string' || (typeof id === 'number' && Number.isSafeInteger(id) && id >= 0)
}

function failure(id: Id, code: number, message: string, data?: unknown): string {
  return stringifyJson({ jsonrpc: '2.0', error: { code, message, data }, id })
}
