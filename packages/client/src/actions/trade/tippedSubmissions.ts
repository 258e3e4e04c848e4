import type { Submission, Tip } from '@tern/chain'
import { tipTo } from '@tern/chain/internal'
import type { Client } from '../../client.ts'
import { allNonceSubmissions, type TippedPlan } from './nonceSubmissions.ts'
import type { TradeSettings } from './trade.ts'

/** A submission, with the tip that its message pays. */
export interface TippedSubmission {
  readonly submission: Submission
  /** See `allNonceSubmissions`. */
  readonly isWithheld: boolean
  readonly tip: Tip | undefined
}

/**
 * Lists every submission with its tip.
 *
 * @throws TernError `send/tipAccountNotFound`.
 */
export function tippedSubmissions(
  client: Pick<Client, 'chain' | 'providers' | 'relayer'>,
  {
    tip,
    frontRunningProtection = false,
    pickTipAccount: pick,
  }: Pick<TradeSettings, 'frontRunningProtection' | 'pickTipAccount'> & Pick<TippedPlan, 'tip'>,
): readonly TippedSubmission[] {
  const options = { frontRunningProtection, ...(pick && { pick }) }
  return allNonceSubmissions(client, { request: { frontRunningProtection }, tip }).map(one => {
    const { providers, tipLamports } = one.submission
    const [provider] = providers
    return { ...one, tip: tipLamports && provider ? tipTo(provider, tipLamports, options) : undefined }
  })
}
