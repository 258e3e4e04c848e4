import { queryOptions, useQuery } from '@tanstack/react-query'
import { autoBribe, readAutoFees } from '@tern/client'
import type { Address } from '@tern/core'
import type { Typed } from '../../text/typed.ts'
import { client } from '../client.ts'
import { queryClient } from '../queryClient.ts'
import type { PresetFee } from '../settings/settings.ts'
import { chooseWay, type TradeFees } from './chooseWay.ts'
import { fetchChosenProviders, useChosenProviders } from './providers.ts'

/** An automatic fee is no less than 0.00005 SOL and no more than 0.005. */
const autoFee = { least: 50_000n, most: 5_000_000n }
/** A node that does not tell what others pay is no reason not to trade. */
const leastFees: TradeFees = { priorityFeeLamports: autoFee.least, bribeLamports: autoBribe(autoFee.least) }

/** `written`: what a transaction writes to, as others do who pay to be taken sooner. */
const autoFeesQuery = (written: Address) =>
  queryOptions({
    queryKey: ['priorityFees', written],
    queryFn: async () => readAutoFees(await client(), [written], autoFee),
    staleTime: 10_000,
  })

const manual = ({ priorityFee, bribeFee }: { readonly priorityFee: bigint; readonly bribeFee: bigint }): TradeFees => ({
  priorityFeeLamports: priorityFee,
  bribeLamports: bribeFee,
})

/** The fees that a preset means for a trade in `pool`; `undefined` while automatic ones are being worked out. */
export function useTradeFees(fee: PresetFee, pool: Address): Typed<TradeFees> | undefined {
  const isAuto = fee.kind === 'auto'
  const { data, isError } = useQuery({ ...autoFeesQuery(pool), enabled: isAuto, refetchInterval: 10_000 })
  if (fee.kind === 'manual') return { value: manual(fee) }
  const fees = data ?? (isError ? leastFees : undefined)
  return fees === undefined ? undefined : { value: fees }
}

/** These fees with whom they tip, or why they do not reach; `undefined` while it is not known who could be. */
export function useWay(kind: PresetFee['kind'], fees: Typed<TradeFees> | undefined): Typed<TradeFees> | undefined {
  const chosen = useChosenProviders()
  if (fees === undefined || 'reason' in fees) return fees
  return chosen === undefined ? undefined : chooseWay(kind, fees.value, chosen)
}

/** The fees of a trade that is to be made at once, with whom they tip. */
export async function fetchTradeFees(fee: PresetFee, pool: Address): Promise<Typed<TradeFees>> {
  const [fees, chosen] = await Promise.all([fetchFees(fee, pool), fetchChosenProviders()])
  return chooseWay(fee.kind, fees, chosen)
}

async function fetchFees(fee: PresetFee, written: Address): Promise<TradeFees> {
  if (fee.kind === 'manual') return manual(fee)
  return queryClient.fetchQuery(autoFeesQuery(written)).catch(() => leastFees)
}

/** The signer lets no withdrawal pay more to be taken sooner. */
const mostOfWithdrawal = 10_000_000n

/** What a withdrawal from `wallet` pays to be taken sooner, in lamports: as a preset's trades do, and never more than the signer allows. */
export async function fetchWithdrawalFee(fee: PresetFee, wallet: Address): Promise<bigint> {
  const { priorityFeeLamports } = await fetchFees(fee, wallet)
  return priorityFeeLamports < mostOfWithdrawal ? priorityFeeLamports : mostOfWithdrawal
}
