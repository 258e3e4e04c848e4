import type { Rpc, SolanaRpcApi } from '@solana/kit'
import { type Lifetime, parseAddress } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'

/** A recent blockhash and the last block height at which it is good. */
export type BlockhashLifetime = Extract<Lifetime, { kind: 'blockhash' }>

/** The latest blockhash at commitment `confirmed`, good for 150 blocks. @throws TernError `trade/noBlockhash`. */
export async function readBlockhash(rpc: Rpc<SolanaRpcApi>): Promise<BlockhashLifetime> {
  let cause: unknown
  try {
    const { value } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
    const { blockhash, lastValidBlockHeight } = value
    // 32 bytes in base58, as an address is.
    if (typeof lastValidBlockHeight === 'bigint')
      return { kind: 'blockhash', blockhash: parseAddress(blockhash), lastValidBlockHeight }
  } catch (error) {
    cause = error
  }
  throw new TernError('trade/noBlockhash', {}, { cause })
}
