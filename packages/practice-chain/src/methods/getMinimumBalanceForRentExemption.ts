import { rentExemption } from '@tern/core'
import type { Method } from './method.ts'
import { readCommitment, readNumber, readOptions } from './params.ts'
import { rpcError } from './rpcError.ts'

const maxBytes = 10 * 1024 * 1024

/** Returns the lamports that keep an account of this many bytes alive. */
export const getMinimumBalanceForRentExemption: Method = (_, [bytes, config]) => {
  const size = readNumber(bytes)
  readCommitment(readOptions(config, 'CommitmentConfig'))
  if (size > maxBytes) throw rpcError('invalidRequest', 'Invalid request')
  return rentExemption(size)
}
