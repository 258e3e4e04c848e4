import type { Address } from '@tern/core'
import { TernError } from '@tern/core/hostErrors'
import type { Payment } from '../build/tradeInstructions.ts'
import type { Provider } from './provider.ts'
import { type ProviderName, providerTable } from './providerTable.ts'

/** Lamports for a provider, out of the transaction that it is to bring in. */
export interface Tip extends Payment {
  /** Whom it is for. */
  readonly provider: string
  /** Named by the transfer, to be read only, where the provider keeps front-runners away by that. */
  readonly frontRunningAccount?: Address
}

/** How a tip is made out. */
export interface TipOptions {
  /** Keep front-runners away, where the provider does that by an account that is named. Unset: no. */
  readonly frontRunningProtection?: boolean
  /** Which of `n` accounts; at random unless given. */
  readonly pick?: (n: number) => number
}

type Tipped = Pick<Provider, 'name' | 'minimumTip' | 'tipAccounts' | 'frontRunningAccount'>

/**
 * A tip at one of the provider's accounts; nothing for one that takes none, and none of 0 lamports or fewer.
 * `lamports` unset: the least that the provider takes.
 * @throws TernError `send/tipAccountNotFound` when a provider takes tips and says nowhere where.
 */
export function tipTo(provider: Tipped, lamports = provider.minimumTip, options: TipOptions = {}): Tip | undefined {
  const { name, minimumTip, tipAccounts, frontRunningAccount } = provider
  const { frontRunningProtection = false, pick = n => Math.floor(Math.random() * n) } = options
  const takesNone = minimumTip === 0n && tipAccounts.length === 0
  if (takesNone || lamports <= 0n) return undefined
  const to = tipAccounts[pick(tipAccounts.length)]
  if (to === undefined) throw new TernError('send/tipAccountNotFound', { provider: name })
  const isNamed = frontRunningProtection && frontRunningAccount !== undefined
  return { provider: name, to, lamports, ...(isNamed ? { frontRunningAccount } : {}) }
}

/** The same by the provider's name. One that nobody knows is warned of, and gets no tip. */
export function tipByName(
  providers: readonly Tipped[],
  name: string,
  lamports?: bigint,
  { warn = console.warn, ...options }: TipOptions & { readonly warn?: (text: string) => void } = {},
): Tip | undefined {
  const provider = providers.find(one => one.name === name)
  if (provider !== undefined) return tipTo(provider, lamports, options)
  warn(`Unknown provider ${JSON.stringify(name)}: no tip is added`)
  return undefined
}

/** The fastest way for a tip of so many lamports: `jito` for a page and `temporal` for a server from the least tip that they take, else `normal`. */
export function fastestRouter(tipLamports: bigint, from: 'browser' | 'server'): ProviderName {
  const router = from === 'browser' ? 'jito' : 'temporal'
  return tipLamports >= providerTable[router].minimumTip ? router : 'normal'
}
