import { queryOptions, useQuery } from '@tanstack/react-query'
import { autoBribe } from '@tern/client'
import type { Address } from '@tern/core'
import type { Typed } from '../../text/typed.ts'
import { client } from '../client.ts'
import { queryClient } from '../queryClient.ts'
import type { PresetFee } from '../settings/settings.ts'

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

/** `written`: what a transaction writes to, as others do who pay to be taken sooner. */
const priorityFeeQuery = (written: Address) =>
  queryOptions({
    queryKey: ['priorityFees', written],
    queryFn: async () => {
      const { chain } = await client()
      const paid = await chain.rpc.getRecentPrioritizationFees([written]).send()
      return autoPriorityFee(paid.map(({ prioritizationFee }) => BigInt(prioritizationFee)))
    },
    staleTime: 10_000,
  })

const automatic = (priorityFeeLamports: bigint): TradeFees => ({
  priorityFeeLamports,
  bribeLamports: autoBribe(priorityFeeLamports),
})

const manual = ({ priorityFee, bribeFee }: { readonly priorityFee: bigint; readonly bribeFee: bigint }): TradeFees => ({
  priorityFeeLamports: priorityFee,
  bribeLamports: bribeFee,
})

/** The fees that a preset means for a trade in `pool`; `undefined` while automatic ones are being worked out. */
export function useTradeFees(fee: PresetFee, pool: Address): Typed<TradeFees> | undefined {
  const isAuto = fee.kind === 'auto'
  const { data, isError } = useQuery({ ...priorityFeeQuery(pool), enabled: isAuto, refetchInterval: 10_000 })
  if (fee.kind === 'manual') return { value: manual(fee) }
  // A node that does not tell is no reason not to trade.
  const lamports = data ?? (isError ? least : undefined)
  return lamports === undefined ? undefined : { value: automatic(lamports) }
}

/** The same for a trade that is to be made at once. */
export async function fetchTradeFees(fee: PresetFee, pool: Address): Promise<TradeFees> {
  if (fee.kind === 'manual') return manual(fee)
  return automatic(await queryClient.fetchQuery(priorityFeeQuery(pool)).catch(() => least))
}

/** The signer lets no withdrawal pay more to be taken sooner. */
const mostOfWithdrawal = 10_000_000n

/** What a withdrawal from `wallet` pays to be taken sooner, in lamports: as a preset's trades do, and never more than the signer allows. */
export async function fetchWithdrawalFee(fee: PresetFee, wallet: Address): Promise<bigint> {
  const { priorityFeeLamports } = await fetchTradeFees(fee, wallet)
  return priorityFeeLamports < mostOfWithdrawal ? priorityFeeLamports : mostOfWithdrawal
}
