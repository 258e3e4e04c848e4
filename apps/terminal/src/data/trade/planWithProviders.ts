import {
  type Client,
  measureTrade,
  type PlannedTrade,
  type Provider,
  planBuy,
  planSell,
  relayedProvider,
  withOwner,
} from '@tern/client'
import type { Address, Owner } from '@tern/core'
import type { Protocol } from '@tern/venues'
import { client } from '../client.ts'
import type { Listing } from '../market/listing.ts'
import { namedCode } from '../referral/namedCode.ts'
import { settings } from '../settings/settings.ts'
import { isNonceMode } from '../wallets/nonceMode.ts'
import type { TradeFees } from './chooseProvider.ts'
import { fetchReadyProviders } from './providers.ts'
import { beginMeasuring, measuredOf, noteNeed } from './tradeNeeds.ts'

export type Side = 'buy' | 'sell'

/** The input of a plan. */
export interface TradeTerms {
  readonly token: Pick<Listing, 'mint' | 'pool' | 'protocol'>
  readonly side: Side
  /** Raw units: a buy's lamports, a sell's tokens. */
  readonly amountIn: bigint
  readonly slippageBps: number
  readonly fees: TradeFees
  /** `true` asks for front-running protection, if the provider has it. */
  readonly mevProtection: boolean
  readonly owner: Owner
}

/** A plan with the client of its owner, who is to sign it. */
export interface Planned {
  readonly client: Client
  readonly side: Side
  readonly trade: PlannedTrade
}

/**
 * Returns the page's client with the providers that the server sends through.
 * All are relayed by the server, because the server has their keys and the page may reach no other site.
 *
 * @param only the names to include. Unset: every provider.
 */
export async function clientWithProviders(only?: readonly string[], fetchReady = fetchReadyProviders): Promise<Client> {
  const [base, ready] = await Promise.all([client(), fetchReady()])
  const relayed = ready
    .filter(({ name }) => only === undefined || only.includes(name))
    .map(({ name, minimumTip, tipAccounts, frontRunningAccount, frontRunningProtection }): Provider => {
      const protection = {
        ...(frontRunningAccount !== null && { frontRunningAccount: frontRunningAccount as Address }),
        ...(frontRunningProtection !== 'none' && { frontRunningProtection }),
      }
      const tips = { name, minimumTip, tipAccounts: tipAccounts as readonly Address[] }
      return relayedProvider({ ...tips, ...protection }, `${location.origin}/api/spot/relayer`)
    })
  return { ...base, providers: [...base.providers, ...relayed] }
}

/**
 * Returns the client for a trade with these fees.
 * It has only the tipped provider, so that no other provider that takes tips gets the trade.
 * For nonce trades it has all providers that are turned on, because each variant tips another.
 */
export async function clientOf(owner: Owner, { provider }: TradeFees): Promise<Client> {
  if (provider === undefined) return withOwner(await client(), owner)
  const tipped = isNonceMode(owner.address) ? settings.get().providers : [provider]
  return withOwner(await clientWithProviders(tipped), owner)
}

/** Plans a trade on the chain as it is now. */
export async function planWithProviders(terms: TradeTerms): Promise<Planned> {
  const { token, side, amountIn, slippageBps, fees, mevProtection, owner } = terms
  const owned = await clientOf(owner, fees)
  const pool = { protocol: token.protocol as Protocol, address: token.pool }
  const lifetime: 'blockhash' | 'nonce' = isNonceMode(owner.address) ? 'nonce' : 'blockhash'
  const common = { mint: token.mint, pool, amountIn, slippageBps, lifetime, referralCode: namedCode(owner.address) }
  const measured = measuredOf(terms)
  const request = { ...common, ...fees, frontRunningProtection: mevProtection, ...(measured && { measured }) }
  const trade = await (side === 'buy' ? planBuy : planSell)(owned, request)
  if (trade.plan !== undefined) noteNeed(token.pool, side, { unitLimit: trade.plan.unitLimit })
  return { client: owned, side, trade }
}

/** Returns the reason why a program would refuse the trade, by the last simulation of the same trade. */
const refusalOf = ({ trade }: Planned) => trade.plan?.measured?.refusal

/** Returns `true` if a program would refuse the trade for now. */
export const isRefused = (planned: Planned): boolean => refusalOf(planned) !== undefined

/**
 * Simulates a planned trade, unless that was done just now. The next plan of the same trade uses the result:
 * the units that the trade takes, or the reason why a program refuses it.
 * If the simulation fails, an earlier result or the known compute units of such a trade stay in use.
 *
 * @returns whether there is a new result.
 */
export async function measure(terms: TradeTerms, planned: Planned): Promise<boolean> {
  const { client, trade } = planned
  const isOtherwiseFine = trade.reasons.every(({ error }) => error === refusalOf(planned)?.error)
  if (trade.plan === undefined || !isOtherwiseFine) return false
  const noteMeasured = beginMeasuring(terms)
  if (noteMeasured === undefined) return false
  try {
    const { measured, writes } = await measureTrade(client, trade.plan)
    noteMeasured(measured)
    noteNeed(terms.token.pool, terms.side, { unitLimit: trade.plan.unitLimit, writes })
    return true
  } catch {
    return false
  }
}
