import { type ErrorCode, isTernError, type TernError } from '@tern/core'
import { foundUnder } from '../database/database.ts'

/** The HTTP status of each refusal. Any other error is the server's own fault and gets status 500. */
const statuses: Partial<Record<ErrorCode, number>> = {
  'http/badRequest': 400,
  'http/bodyTooLarge': 413,
  'http/crossSite': 403,
  'http/methodNotAllowed': 405,
  'http/notFound': 404,
  'http/notJson': 415,
  'http/tooManyRequests': 429,
  'http/unknownHost': 421,
  'database/unavailable': 503,
  'gateway/otherChain': 503,
  'relayer/badTransaction': 400,
  'relayer/signatureInvalid': 400,
  'relayer/skipped': 400,
  'relayer/unknownProgram': 400,
  'relayer/unknownProvider': 400,
  'bundle/notBundle': 400,
  'bundle/notProved': 403,
  'bundle/revConflict': 409,
}

export function json(value: unknown, status: number, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(value), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}

/** Converts any error to an HTTP answer `{ code, message }`. The answer says nothing about an unexpected error. */
export function errorAnswer(thrown: unknown): Response {
  const error = foundUnder(thrown)
  const status = isTernError(error) ? statuses[error.code] : undefined
  if (!isTernError(error) || status === undefined)
    return json({ code: 'http/internal', message: 'Something went wrong in the server' }, 500)
  const facts = isTernError(error, 'bundle/revConflict') ? { rev: error.facts.rev } : {}
  return json({ code: error.code, message: error.message, ...facts }, status, answerHeaders(error))
}

function answerHeaders(error: TernError): Record<string, string> {
  if (isTernError(error, 'http/tooManyRequests')) return { 'retry-after': String(error.facts.retryAfterSeconds) }
  if (isTernError(error, 'http/methodNotAllowed')) return { allow: error.facts.allowed }
  return {}
}
