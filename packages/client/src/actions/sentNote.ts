import type { Route } from '@tern/chain'
import type { Client } from '../client.ts'

/** What a journal's record says of a trade beside its transaction: by which ways it went out. */
export interface SentNote {
  /** The provider that it tips; absent: none. */
  readonly tipped?: string
  /** Lamports. */
  readonly tip: bigint
  readonly frontRunningProtection: boolean
  /** The caller's own: what it takes to tell what this was. */
  readonly about?: unknown
}

/** The ways of a trade: by whom it tips, and by those that take no tips; the others would refuse it. */
export function routeOf(
  { providers, relayer }: Pick<Client, 'providers' | 'relayer'>,
  { tipped, tip, frontRunningProtection }: SentNote,
): Route {
  return {
    providers:
      tipped === undefined
        ? providers
        : providers.filter(({ name, tipAccounts }) => name === tipped || tipAccounts.length === 0),
    tipLamports: tip,
    frontRunningProtection,
    ...(relayer && { relayer }),
  }
}
