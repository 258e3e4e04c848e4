import { type AutoFee, readPriorityFee } from '@tern/chain'
import type { Address } from '@tern/core'
import type { Client } from '../../client.ts'
import type { TradeSettings } from './trade.ts'
import { autoBribe } from './tradeFee.ts'

/**
 * Automatic fees, in lamports: the priority fee that lately got others in who write to the same accounts, within `fee`, and
 * 3/7 of it, rounded down, for the provider. Of the accounts the first 128 count.
 * @throws TernError `rpc/*`.
 */
export async function readAutoFees(
  { chain }: Pick<Client, 'chain'>,
  writes: readonly Address[],
  fee: AutoFee,
): Promise<Required<Pick<TradeSettings, 'priorityFeeLamports' | 'bribeLamports'>>> {
  const priorityFeeLamports = await readPriorityFee(chain, writes, fee)
  return { priorityFeeLamports, bribeLamports: autoBribe(priorityFeeLamports) }
}
