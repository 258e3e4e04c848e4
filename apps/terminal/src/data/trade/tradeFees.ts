import { queryOptions, useQuery } from '@tanstack/react-query'
import { autoBribe, autoFees, readUnitPrice } from '@tern/client'
import type { Address } from '@tern/core'
import type { Typed } from '../../text/typed.ts'
import { client } from '../client.ts'
import { queryClient } from '../queryClient.ts'
import type { Preset, PresetFee } from '../settings/settings.ts'
import { useStore } from '../store.ts'
import { chooseProvider, type TradeFees } from './chooseProvider.ts'
import { fetchChosenProviders, useChosenProviders } from './providers.ts'
import { type NeedSide, needOf, type TradeNeed } from './tradeNeeds.ts'

/** Bounds of an automatic priority fee in lamports: 0.00005 to 0.005 SOL. */
const autoFee = { minLamports: 50_000n, maxLamports: 5_000_000n }
/** Used if the node does not report recent fees, because that is no reason not to trade. */
const minFees: TradeFees = { priorityFeeLamports: autoFee.minLamports, bribeLamports: autoBribe(autoFee.minLamports) }

/**
 * Reads the price in micro-lamports for a compute unit that was enough in 75% of the recent blocks,
 * for a transaction that writes to `writes`.
 *
 * @param of the pool or wallet of the transaction: a part of the cache's key.
 */
const unitPriceQuery = (of: Address, writes: readonly Address[]) =>
  queryOptions({
    queryKey: ['unitPrice', of, ...writes],
    queryFn: async () => readUnitPrice((await client()).chain, writes),
    staleTime: 10_000,
  })

/** Returns the accounts that a trade in `pool` writes to, as far as they are known. */
const writesIn = (pool: Address, need: TradeNeed | undefined) => need?.writes ?? [pool]

const manual = ({ priorityFee, bribeFee }: { readonly priorityFee: bigint; readonly bribeFee: bigint }): TradeFees => ({
  priorityFeeLamports: priorityFee,
  bribeLamports: bribeFee,
})

/** Returns the fees of a preset for a trade in `pool`; `undefined` while automatic fees are being worked out. */
export function useTradeFees(fee: PresetFee, pool: Address, side: NeedSide): Typed<TradeFees> | undefined {
  const isAuto = fee.kind === 'auto'
  const need = useStore(needOf(pool, side))
  const { data, isError } = useQuery({
    ...unitPriceQuery(pool, writesIn(pool, need)),
    enabled: isAuto,
    refetchInterval: 10_000,
    // Keep the last price of this pool while more accounts that the trade writes to become known.
    placeholderData: (last, query) => (query?.queryKey[1] === pool ? last : undefined),
  })
  if (fee.kind === 'manual') return { value: manual(fee) }
  if (data === undefined) return isError ? { value: minFees } : undefined
  return { value: feesAt(data, need) }
}

/** The fields of a preset that choose the provider. */
type Submission = Pick<Preset, 'fee' | 'mevProtection'>

/**
 * Adds the provider to these fees, or gives the reason why they are too low for it.
 * Returns `undefined` while the providers are not known yet.
 */
export function useProviderFees(
  { fee, mevProtection }: Submission,
  fees: Typed<TradeFees> | undefined,
): Typed<TradeFees> | undefined {
  const chosen = useChosenProviders()
  if (fees === undefined || 'reason' in fees) return fees
  return chosen === undefined ? undefined : chooseProvider(fee.kind, mevProtection, { fees: fees.value, chosen })
}

/** Reads the fees of a trade that is made at once, with the provider that they tip. */
export async function fetchTradeFees(
  { fee, mevProtection }: Submission,
  pool: Address,
  side: NeedSide,
): Promise<Typed<TradeFees>> {
  const need = needOf(pool, side).get()
  const [fees, chosen] = await Promise.all([fetchFees(fee, pool, need), fetchChosenProviders()])
  return chooseProvider(fee.kind, mevProtection, { fees, chosen })
}

/** Reads the fees of a preset once. Without `need`, for the usual number of compute units. */
export async function fetchFees(fee: PresetFee, of: Address, need?: TradeNeed): Promise<TradeFees> {
  if (fee.kind === 'manual') return manual(fee)
  try {
    return feesAt(await queryClient.fetchQuery(unitPriceQuery(of, writesIn(of, need))), need)
  } catch {
    return minFees
  }
}

const feesAt = (price: bigint, need: TradeNeed | undefined): TradeFees =>
  autoFees(price, { ...autoFee, ...(need && { unitLimit: need.unitLimit }) })
