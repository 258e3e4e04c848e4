import { type Address, TernError } from '@tern/core'
import type * as v from 'valibot'
import type { Reply } from './caller.ts'
import type { requestSchema } from './requests.ts'
import { sentError } from './sentError.ts'

/** The fields of a message that no schema has checked yet. `page`: the Web Lock that a page of the vault holds. */
interface Unchecked {
  readonly id?: unknown
  readonly call?: unknown
  readonly page?: unknown
  readonly secret?: unknown
}

/** Reads the fields of any value. A field that `data` lacks is `undefined`, also if `data` is not an object. */
export const fieldsOf = (data: unknown): Unchecked => Object(data)
export const isLock = (data: unknown): data is { readonly saidAtMs?: unknown } => fieldsOf(data).call === 'lock'

/** Levels of a request that may hold a secret: `secretKeys[0].secretKey`. */
const secretLevels = 3

/** Zero-fills every byte array of a refused message, because any field may hold a secret. */
export function zeroSecrets(data: unknown, levels = secretLevels): void {
  if (data instanceof Uint8Array) data.fill(0)
  else if (levels > 0) for (const value of Object.values(fieldsOf(data))) zeroSecrets(value, levels - 1)
}

/** Zero-fills a malformed request. @returns the answer to it, if it has a number. */
export function refuseMalformed(data: unknown, at: string): Reply | undefined {
  zeroSecrets(data)
  const { id } = fieldsOf(data)
  if (typeof id !== 'number') return undefined
  return { id, error: sentError(new TernError('wallet/requestMalformed', { at }), 'request') }
}

/** Returns the secret of an answer for transfer, so that no copy stays in the signer. */
export function givenAway(message: Reply): Transferable[] {
  const { secret } = fieldsOf('answer' in message ? message.answer : undefined)
  return secret instanceof Uint8Array ? [secret.buffer] : []
}

export type SignerRequest = v.InferOutput<typeof requestSchema>

/** Lists the token accounts that the messages of a request close without a trade, by their terms. */
export const closedIn = (request: SignerRequest): readonly Address[] =>
  request.call === 'sign' || request.call === 'readTrades'
    ? request.messages.flatMap(({ terms: { closes = [], receive, spend } }) =>
        receive.length + spend.length === 0 ? closes : [],
      )
    : []
