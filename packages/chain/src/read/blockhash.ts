import type { Rpc, SolanaRpcApi } from '@solana/kit'
import { type Lifetime, parseAddress } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'
import type { Chain } from '../chain.ts'

/** A recent blockhash and the last block height at which it is good. */
export type BlockhashLifetime = Extract<Lifetime, { kind: 'blockhash' }>

/** A blockhash of a slot that is older has passed much of its life before anything is signed by it. */
const mostSlotsBehind = 60n

/**
 * The latest blockhash at commitment `confirmed`, good for 150 blocks. Where the first node that answers is behind `newestSlot`, that
 * of a node that is not: as far as the newest is, or the second newest of three, so that no single one puts the others behind.
 * @throws TernError `trade/noBlockhash`.
 */
export async function readBlockhash(
  { rpc, nodes }: Pick<Chain, 'rpc' | 'nodes'>,
  newestSlot: bigint,
): Promise<BlockhashLifetime> {
  const first = await ask(rpc)
  if (first.slot + mostSlotsBehind >= newestSlot || nodes.length < 2) return first.lifetime
  const told = (await Promise.all(nodes.map(node => ask(node).catch(() => [])))).flat()
  const slots = told.map(({ slot }) => slot).sort((a, b) => Number(b - a))
  const reached = slots[slots.length > 2 ? 1 : 0] ?? 0n
  return (told.find(({ slot }) => slot + mostSlotsBehind >= reached) ?? first).lifetime
}

async function ask(rpc: Rpc<SolanaRpcApi>): Promise<{ readonly slot: bigint; readonly lifetime: BlockhashLifetime }> {
  let cause: unknown
  try {
    const { context, value } = await rpc.getLatestBlockhash().send()
    const { blockhash, lastValidBlockHeight } = value
    // 32 bytes in base58, as an address is.
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
