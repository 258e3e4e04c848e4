import { isTernError } from '@tern/core'
import { stringifyJson } from './json.ts'
import { rpcCodes } from './methods/rpcError.ts'

/** Carries out one call. @throws TernError `practice/refused` for what the caller is told. */
export type Dispatch = (method: string, params: readonly unknown[]) => unknown

/** The answer to a request or a batch, as JSON; `undefined` when nothing in it asks for one. Calls run one after the other. */
export async function answerJsonRpc(body: string, dispatch: Dispatch): Promise<string | undefined> {
  let request: unknown
  try {
    request = JSON.parse(body)
  } catch {
    return failure(null, rpcCodes.parseError, 'Parse error')
  }
  if (!Array.isArray(request)) return answerOne(request, dispatch)
  if (request.length === 0) return failure(null, rpcCodes.invalidRequest, 'Invalid request')
  const answers: string[] = []
  for (const one of request) {
    const answer = await answerOne(one, dispatch)
    if (answer !== undefined) answers.push(answer)
  }
  return answers.length === 0 ? undefined : `[${answers.join(',')}]`
}

type Id = string | number | null

async function answerOne(request: unknown, dispatch: Dispatch): Promise<string | undefined> {
  const call = readCall(request)
  if (call === undefined) return failure(null, rpcCodes.invalidRequest, 'Invalid request')
  const { id, method, params } = call
  if (!Array.isArray(params ?? [])) return reply(id, failure(id ?? null, rpcCodes.invalidParams, 'Invalid params'))
  try {
    const result = await dispatch(method, (params as readonly unknown[] | null | undefined) ?? [])
    return reply(id, `{"jsonrpc":"2.0","result":${stringifyJson(result)},"id":${JSON.stringify(id)}}`)
  } catch (error) {
    if (isTernError(error, 'practice/journalFailed'))
      return reply(id, failure(id ?? null, rpcCodes.internalError, 'Internal error: the disk does not take it'))
    if (!isTernError(error, 'practice/refused'))
      return reply(id, failure(id ?? null, rpcCodes.internalError, 'Internal error'))
    const { code, message, data } = error.facts
    return reply(id, failure(id ?? null, code, message, data))
  }
}

/** A call without an id is a notification: it is carried out, and nobody answers. */
const reply = (id: Id | undefined, answer: string): string | undefined => (id === undefined ? undefined : answer)

function readCall(request: unknown): { id: Id | undefined; method: string; params: unknown } | undefined {
  if (typeof request !== 'object' || request === null || Array.isArray(request)) return undefined
  const { jsonrpc, id, method, params } = request as Record<string, unknown>
  if (jsonrpc !== '2.0' || typeof method !== 'string') return undefined
  if (id !== undefined && id !== null && typeof id !== 'string' && typeof id !== 'number') return undefined
  return { id, method, params }
}

function failure(id: Id, code: number, message: string, data?: unknown): string {
  return stringifyJson({ jsonrpc: '2.0', error: { code, message, data }, id })
}
