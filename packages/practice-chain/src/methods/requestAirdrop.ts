import { isTernError } from '@tern/core'
import type { Method } from './method.ts'
import { invalidParams, readAddress, readCommitment, readNumber, readOptions } from './params.ts'
import { rpcError } from './rpcError.ts'

const mostLamports = 100_000_000_000

/** Practice SOL out of nothing, at most 100 a call; the signature of the transaction that brings it. */
export const requestAirdrop: Method = async ({ bank }, [address, lamports, config]) => {
  const receiver = readAddress(address)
  const wanted = readNumber(lamports, 'lamports')
  readCommitment(readOptions(config))
  if (wanted === 0 || wanted > mostLamports) throw invalidParams('Invalid param: an airdrop is of up to 100 SOL')
  try {
    return await bank.airdrop(receiver, BigInt(wanted))
  } catch (error) {
    if (isTernError(error, 'practice/airdropFailed')) throw rpcError('internalError', error.message)
    throw error
  }
}
