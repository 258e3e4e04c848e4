import { isTernError } from '@tern/core'
import type { Method } from './method.ts'
import { checkBase58, invalidParams, readAddress, readCommitment, readOptions, readString, readU64 } from './params.ts'
import { rpcError } from './rpcError.ts'

const maxLamports = 100_000_000_000n

/** Sends at most 100 new practice SOL. Returns the signature of the transaction. */
export const requestAirdrop: Method = async ({ bank }, [address, lamports, config]) => {
  const wanted = readU64(lamports)
  const options = readOptions(config, 'RpcRequestAirdropConfig')
  readCommitment(options)
  const receiver = readAddress(address)
  readBlockhash(options.recentBlockhash)
  if (wanted === 0n || wanted > maxLamports) throw invalidParams('Invalid param: an airdrop is of up to 100 SOL')
  try {
    return await bank.airdrop(receiver, wanted)
  } catch (error) {
    if (isTernError(error, 'practice/airdropFailed')) throw rpcError('internalError', error.message)
    throw error
  }
}

/** Checks the client's blockhash, but does not use it: the faucet uses the newest. */
function readBlockhash(value: unknown): void {
  if (value === undefined || value === null) return
  const wrong = checkBase58(readString(value), 32)
  if (wrong !== undefined) throw invalidParams(`Invalid param: ${wrong}`)
}
