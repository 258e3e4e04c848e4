import { memoProgram } from '@tern/core'
import { readWire } from './wire.ts'

const olderMemoProgram = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo'

/** The memos of a transaction in the format of `getSignaturesForAddress`: each follows its length. */
export function memoOf(wire: Uint8Array): string | null {
  const transaction = readWire(wire)
  if (typeof transaction === 'string') return null
  const { accounts, instructions } = transaction.message
  const memos = instructions
    .filter(({ programIndex }) => [memoProgram, olderMemoProgram].some(memo => accounts[programIndex] === memo))
    .map(({ data }) => `[${data.length}] ${Buffer.from(data).toString('utf8')}`)
  return memos.length === 0 ? null : memos.join('; ')
}
