import type { Address } from '@tern/core'
import type { PresetFee } from '../settings/settings.ts'
import { fetchFees } from './tradeFees.ts'

/** Max lamports of a withdrawal's priority fee: the signer refuses a withdrawal that pays more. */
const maxWithdrawalFee = 10_000_000n

/**
 * Returns the priority fee of a withdrawal or a nonce account's transaction, in lamports.
 * It follows the preset like a trade, up to the max that the signer allows.
 */
export async function fetchWithdrawalFee(fee: PresetFee, wallet: Address): Promise<bigint> {
  const { priorityFeeLamports } = await fetchFees(fee, wallet)
  return priorityFeeLamports < maxWithdrawalFee ? priorityFeeLamports : maxWithdrawalFee
}
