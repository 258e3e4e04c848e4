import { queryOptions, useQuery } from '@tanstack/react-query'
import { autoBribe, autoFees, readUnitPrice } from '@tern/client'
import type { Address } from '@tern/core'
import type { Typed } from '../../text/typed.ts'
import { client } from '../client.ts'
import { queryClient } from '../queryClient.ts'
import type { Preset, PresetFee } from '../settings/settings.ts'
import { useStore } from '../store.ts'
import { chooseWay, type TradeFees } from './chooseWay.ts'
import type { Side } from './planTrade.ts'
import { fetchChosenProviders, useChosenProviders } from './providers.ts'
import { needOf, type TradeNeed } from './tradeNeeds.ts'

/** An automatic fee is no less than 0.00005 SOL and no more than 0.005. */
const autoFee = { least: 50_000n, most: 5_000_000n }
/** A node that does not tell what others pay is no reason not to trade. */
const leastFees: TradeFees = { priorityFeeLamports: autoFee.least, bribeLamports: autoBribe(autoFee.least) }

/** Micro-lamports a compute unit, as others lately paid who write to the same accounts. `of`: the pool or wallet that it is for. */
const unitPriceQuery = (of: Address, writes: readonly Address[]) =>
  queryOptions({
    queryKey: ['unitPrice', of, ...writes],
    queryFn: async () => readUnitPrice((await client()).chain, writes),
    staleTime: 10_000,
  })

/** What a trade in `pool` is known to write to. */
const writesIn = (pool: Address, need: TradeNeed | undefined) => need?.writes ?? [pool]

const manual = ({ priorityFee, bribeFee }: { readonly priorityFee: bigint; readonly bribeFee: bigint }): TradeFees => ({
  priorityFeeLamports: priorityFee,
  bribeLamports: bribeFee,
})

/** The fees that a preset means for a trade in `pool`; `undefined` while automatic ones are being worked out. */
export function useTradeFees(fee: PresetFee, pool: Address, side: Side): Typed<TradeFees> | undefined {
  const isAuto = fee.kind === 'auto'
  const need = useStore(needOf(pool, side))
  const { data, isError } = useQuery({
    ...unitPriceQuery(pool, writesIn(pool, need)),
    enabled: isAuto,
    refetchInterval: 10_000,
    // As when it has just been found out what else the trade writes to.
    placeholderData: (last, query) => (query?.queryKey[1] === pool ? last : undefined),
  })
  if (fee.kind === 'manual') return { value: manual(fee) }
  if (data === undefined) return isError ? { value: leastFees } : undefined
  return { value: feesAt(data, need) }
}

/** What of a preset says by whom a trade goes. */
type Way = Pick<Preset, 'fee' | 'mevProtection'>

/** These fees with whom they tip, or why they do not reach; `undefined` while it is not known who could be. */
export function useWay({ fee, mevProtection }: Way, fees: Typed<TradeFees> | undefined): Typed<TradeFees> | undefined {
  const chosen = useChosenProviders()
  if (fees === undefined || 'reason' in fees) return fees
  return chosen === undefined ? undefined : chooseWay(fee.kind, mevProtection, fees.value, chosen)
}

/** The fees of a trade that is to be made at once, with whom they tip. */
export async function fetchTradeFees(
  { fee, mevProtection }: Way,
  pool: Address,
  side: Side,
): Promise<Typed<TradeFees>> {
  const need = needOf(pool, side).get()
  const [fees, chosen] = await Promise.all([fetchFees(fee, pool, need), fetchChosenProviders()])
  return chooseWay(fee.kind, mevProtection, fees, chosen)
}

async function fetchFees(fee: PresetFee, of: Address, need?: TradeNeed): Promise<TradeFees> {
  if (fee.kind === 'manual') return manual(fee)
  try {
    return feesAt(await queryClient.fetchQuery(unitPriceQuery(of, writesIn(of, need))), need)
  } catch {
    return leastFees
  }
}

const feesAt = (price: bigint, need: TradeNeed | undefined): TradeFees =>
  autoFees(price, { ...autoFee, ...(need && { unitLimit: need.unitLimit }) })

/** The signer lets no withdrawal pay more to be taken sooner. */
const mostOfWithdrawal = 10_000_000n

/** What a withdrawal from `wallet` pays to be taken sooner, in lamports: as a preset's trades do, and never more than the signer allows. */
export async function fetchWithdrawalFee(fee: PresetFee, wallet: Address): Promise<bigint> {
  const { priorityFeeLamports } = await fetchFees(fee, wallet)
  return priorityFeeLamports < mostOfWithdrawal ? priorityFeeLamports : mostOfWithdrawal
}
