import { type Address, TernError } from '@tern/core'
import type { Payment } from '../build/tradeInstructions.ts'
import type { Provider } from './provider.ts'
import { type ProviderName, providerTable } from './providerTable.ts'

/** A transaction's payment to the provider that submits it, in lamports. */
export interface Tip extends Payment {
  /** Name of the provider that is paid. */
  readonly provider: string
  /** The transfer names it as a read-only account, if the provider protects from front-runners that way. */
  readonly frontRunningAccount?: Address
}

/** How to make a tip. */
export interface TipOptions {
  /** Protect from front-runners, if the provider does that by a named account. Unset: `false`. */
  readonly frontRunningProtection?: boolean
  /** Picks among `n` accounts, from 0. Unset: at random. */
  readonly pick?: (n: number) => number
}

type Tipped = Pick<Provider, 'name' | 'minimumTip' | 'tipAccounts' | 'frontRunningAccount'>

/**
 * Makes a tip to an account of the provider.
 *
 * @param lamports unset: the provider's minimum.
 * @returns `undefined` if the provider takes no tips or `lamports` is not above 0.
 * @throws TernError `send/tipAccountNotFound` if the provider takes tips but lists no account.
 * @example
 * tipTo(jitoProvider(), 5_000n, { pick: () => 0 }) // { provider: 'jito', to: '96gY…', lamports: 5_000n }
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

/**
 * Makes a tip to the provider with this name. Warns about an unknown name and returns no tip.
 *
 * @throws TernError `send/tipAccountNotFound` if the provider takes tips but lists no account.
 * @example
 * tipByName([jitoProvider()], 'normal', { lamports: 5_000n }) // undefined, with a warning: Unknown provider "normal": no tip is added
 */
export function tipByName(
  providers: readonly Tipped[],
  name: string,
  {
    lamports,
    warn = console.warn,
    ...options
  }: TipOptions & { readonly lamports?: bigint | undefined; readonly warn?: (text: string) => void },
): Tip | undefined {
  const provider = providers.find(one => one.name === name)
  if (provider !== undefined) return tipTo(provider, lamports, options)
  warn(`Unknown provider ${JSON.stringify(name)}: no tip is added`)
  return undefined
}

/**
 * Chooses the fastest provider for a tip of this many lamports.
 *
 * @returns `jito` for a page or `temporal` for a server, if the tip reaches the provider's minimum; otherwise `normal`.
 * @example
 * fastestRouter(1_000n, 'browser') // 'jito'
 * fastestRouter(1_000n, 'server') // 'normal': Temporal's minimum is 1,000,000
 */
export function fastestRouter(tipLamports: bigint, from: 'browser' | 'server'): ProviderName {
  const router = from === 'browser' ? 'jito' : 'temporal'
  return tipLamports >= providerTable[router].minimumTip ? router : 'normal'
}
