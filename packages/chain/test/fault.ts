import { isTernError, type TernError } from '@tern/core'
import { expect } from 'vitest'

/** What `work` fails with, which has to be Tern's own error. */
export async function fault(work: Promise<unknown>): Promise<TernError> {
  const error = await work.then(
    value => expect.fail(`resolved with ${String(value)}`),
    (reason: unknown) => reason,
  )
  if (!isTernError(error)) throw error
  return error
}
