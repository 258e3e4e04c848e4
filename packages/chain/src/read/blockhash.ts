import type { Rpc, SolanaRpcApi } from '@solana/kit'
import { type Lifetime, parseAddress, TernError } from '@tern/core'
import type { Chain } from '../chain.ts'

/** A recent blockhash, and the last block height that accepts it. */
export type BlockhashLifetime = Extract<Lifetime, { kind: 'blockhash' }>

/** Max slots that a node may lag. An older blockhash has lost a large part of its life before it is used. */
const maxBlockhashLag = 60n

/**
 * Reads the latest blockhash at commitment `confirmed`. It is valid for 150 blocks.
 * If the first node lags behind `newestSlot`, asks every node and takes an answer near the newest slot.
 * With three or more answers, the second newest slot counts, so that a single liar cannot make the others look late.
 *
 * @throws TernError `trade/noBlockhash` if the first answer fails or is incomplete.
 */
export async function readBlockhash(
  { rpc, nodes }: Pick<Chain, 'rpc' | 'nodes'>,
  newestSlot: bigint,
): Promise<BlockhashLifetime> {
  const first = await ask(rpc)
  if (first.slot + maxBlockhashLag >= newestSlot || nodes.length < 2) return first.lifetime
  const answers = (await Promise.all(nodes.map(node => ask(node).catch(() => [])))).flat()
  const slots = answers.map(({ slot }) => slot).sort((a, b) => Number(b - a))
  const reached = slots[slots.length > 2 ? 1 : 0] ?? 0n
  return (answers.find(({ slot }) => slot + maxBlockhashLag >= reached) ?? first).lifetime
}

async function ask(rpc: Rpc<SolanaRpcApi>): Promise<{ readonly slot: bigint; readonly lifetime: BlockhashLifetime }> {
  let cause: unknown
  try {
    const { context, value } = await rpc.getLatestBlockhash().send()
    const { blockhash, lastValidBlockHeight } = value
    // A blockhash has an address's format: 32 bytes in base58.
    if (typeof lastValidBlockHeight === 'bigint' && typeof context.slot === 'bigint')
      return {
        slot: context.slot,
        lifetime: { kind: 'blockhash', blockhash: parseAddress(blockhash), lastValidBlockHeight },
      }
  } catch (error) {
    cause = error
  }
  throw new TernError('trade/noBlockhash', {}, { cause })
}
