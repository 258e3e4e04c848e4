import { normalProvider, type Provider, type Route } from '@tern/chain'
import type { Client } from '../client.ts'
import type { FailureKey } from './trade/trade.ts'

/** What a journal's record says beside its transaction: by which ways it went out. */
export interface SentNote {
  /** The provider that it tips; absent: none. */
  readonly tipped?: string
  /** Lamports. */
  readonly tip: bigint
  /** Of variants of one durable nonce: whom each tips, in order; `null`: nobody. Each goes its own way. */
  readonly tips?: readonly (string | null)[]
  readonly frontRunningProtection: boolean
  /** Of a trade: what its failure on chain is read by. */
  readonly failureKey?: FailureKey
  /** The caller's own: what it takes to tell what this was. */
  readonly about?: unknown
}

/** Of what tips nobody. `about`: see `SentNote`. */
export const untipped = (about: unknown): SentNote => ({
  tip: 0n,
  frontRunningProtection: false,
  ...(about === undefined ? {} : { about }),
})

/** One that wants a tip and knows no account for it takes tips too: what it is sent without one it refuses. */
export const takesNoTips = ({ minimumTip, tipAccounts }: Provider): boolean =>
  minimumTip === 0n && tipAccounts.length === 0

/**
 * The ways out: by whom it tips, and by those that take no tips; the others would refuse it. One that is to be kept from
 * front-runners goes by whom it tips alone, where that can do it: whoever else had it could trade around it. Where whom it tips
 * cannot be reached it goes to nobody, since nobody here knows whether that one kept it from them.
 */
export function routeOf(
  { providers, relayer }: Pick<Client, 'providers' | 'relayer'>,
  { tipped, tip, frontRunningProtection }: SentNote,
): Route {
  const common = { tipLamports: tip, frontRunningProtection }
  const named = providers.filter(({ name }) => name === tipped)
  const [guard] = named
  if (frontRunningProtection && tipped !== undefined && guard === undefined) return { ...common, providers: [] }
  if (frontRunningProtection && guard?.frontRunningProtection !== undefined) return { ...common, providers: [guard] }
  const ways = [...named, ...providers.filter(one => takesNoTips(one) && !named.includes(one))]
  return { ...common, providers: ways.length === 0 ? providers : ways, ...(relayer && { relayer }) }
}

/** The way of what tips nobody: to the nodes. */
export function untippedRoute(
  { chain, providers, relayer }: Pick<Client, 'chain' | 'providers' | 'relayer'>,
  frontRunningProtection: boolean,
): Route {
  const nodes = providers.filter(takesNoTips)
  const ways = { providers: nodes.length === 0 ? [normalProvider(chain)] : nodes, relayer }
  return routeOf(ways, { tip: 0n, frontRunningProtection })
}

/**
 * The way of one of a record's transactions, by its place. A variant goes to whom it tips and to nobody else: a guarded one could be
 * traded around, another would pay for nothing. One that tips nobody goes to the nodes.
 */
export function wayOf(client: Pick<Client, 'chain' | 'providers' | 'relayer'>, note: SentNote, at: number): Route {
  const { tips, tip, frontRunningProtection } = note
  const name = tips?.[at]
  if (name === undefined) return routeOf(client, note)
  if (name === null) return untippedRoute(client, frontRunningProtection)
  return {
    providers: client.providers.filter(one => one.name === name),
    frontRunningProtection,
    tipLamports: tip,
  }
}
