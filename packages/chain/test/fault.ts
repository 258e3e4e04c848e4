import { isTernError, type TernError } from '@tern/core'
import { expect } from 'vitest'

/** Returns the error of `work`, which must be a TernError. */
export async function fault(work: Promise<unknown>): Promise<TernError> {
  const error = await work.then(
    value => expect.fail(`resolved with ${String(value)}`),
    (reason: unknown) => reason,
  )
  if (!isTernError(error)) throw error
  return error
}
