import { useQuery } from '@tanstack/react-query'
import { autoBribe } from '@tern/client'
import type { Address } from '@tern/core'
import { client } from './client.ts'
import type { PresetFee } from './settings.ts'
import type { Typed } from './typed.ts'

/** What a trade pays beyond the network's own fee, in lamports: to the leader, and to the provider. */
export interface TradeFees {
  readonly priorityFeeLamports: bigint
  readonly bribeLamports: bigint
}

/** What a trade may use; its priority fee is a price for each of these. */
const computeUnits = 200_000n
/** An automatic fee is no less and no more than these lamports. */
const [least, most] = [50_000n, 5_000_000n]

/**
 * What lately got trades of a pool in, as lamports for one: what three of four paid at most, in micro-lamports a compute unit
 * as the chain tells them; no less than 0.00005 SOL and no more than 0.005.
 */
export function autoPriorityFee(microLamports: readonly bigint[]): bigint {
  const inOrder = [...microLamports].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0))
  const price = inOrder[Math.max(0, Math.ceil((inOrder.length * 3) / 4) - 1)] ?? 0n
  const lamports = (price * computeUnits + 999_999n) / 1_000_000n
  return lamports < least ? least : lamports > most ? most : lamports
}

/** The fees that a preset means for a trade in `pool`; `undefined` while automatic ones are being worked out. */
export function useTradeFees(fee: PresetFee, pool: Address): Typed<TradeFees> | undefined {
  const { data, isError } = useQuery({
    queryKey: ['priorityFees', pool],
    queryFn: async () => {
      const { chain } = await client()
      const paid = await chain.rpc.getRecentPrioritizationFees([pool]).send()
      return autoPriorityFee(paid.map(({ prioritizationFee }) => BigInt(prioritizationFee)))
    },
    enabled: fee.kind === 'auto',
    refetchInterval: 10_000,
  })
  if (fee.kind === 'manual') return { value: { priorityFeeLamports: fee.priorityFee, bribeLamports: fee.bribeFee } }
  // A node that does not tell is no reason not to trade.
  const priorityFeeLamports = data ?? (isError ? least : undefined)
  if (priorityFeeLamports === undefined) return undefined
  return { value: { priorityFeeLamports, bribeLamports: autoBribe(priorityFeeLamports) } }
}
