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
import type { TradeFees } from './chooseWay.ts'
import { fetchReadyProviders } from './providers.ts'
import { beginMeasuring, measuredOf, noteNeed } from './tradeNeeds.ts'

export type Side = 'buy' | 'sell'

/** What a trade is planned from. */
export interface TradeTerms {
  readonly token: Pick<Listing, 'mint' | 'pool' | 'protocol'>
  readonly side: Side
  /** Raw units: a buy's lamports, a sell's tokens. */
  readonly amountIn: bigint
  readonly slippageBps: number
  readonly fees: TradeFees
  /** Whether others are to be kept from trading around it, where whoever passes it on can do that. */
  readonly mevProtection: boolean
  readonly owner: Owner
}

/** A plan, and the client of its owner, who is to sign it. */
export interface Planned {
  readonly client: Client
  readonly side: Side
  readonly trade: PlannedTrade
}

/**
 * The page's client with every provider that the server sends through: their keys are the server's, and the page may reach nobody
 * else. `only`: with these alone.
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
 * The client of a trade that pays so: with whom it tips, and nobody else who takes tips; by a nonce account with all that are
 * turned on, of whom one is tipped.
 */
export async function clientOf(owner: Owner, { provider }: TradeFees): Promise<Client> {
  if (provider === undefined) return withOwner(await client(), owner)
  const tipped = isNonceMode(owner.address) ? settings.get().providers : [provider]
  return withOwner(await clientWithProviders(tipped), owner)
}

/** Works out what a trade comes to, on the chain as it is now. */
export async function planTrade(terms: TradeTerms): Promise<Planned> {
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

/** Why a program would refuse a planned trade, by the last simulation of the same. */
const refusalOf = ({ trade }: Planned) => trade.plan?.request.measured?.refusal

/** Whether a program would refuse it, which may pass. */
export const isRefused = (planned: Planned): boolean => refusalOf(planned) !== undefined

/**
 * Simulates a planned trade, unless that was done just now, so that the next plan of the same is by what it takes, or says why a
 * program refuses it. Where nothing was found out, what a trade is known to need stands. @returns whether it did.
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
