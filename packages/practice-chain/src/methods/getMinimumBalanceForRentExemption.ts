import { rentExemption } from '@tern/core'
import type { Method } from './method.ts'
import { readCommitment, readNumber, readOptions } from './params.ts'

/** Lamports that keep an account of so many bytes alive. */
export const getMinimumBalanceForRentExemption: Method = (_, [bytes, config]) => {
  readCommitment(readOptions(config))
  return rentExemption(readNumber(bytes, 'a number of bytes'))
}
