import type { Address, Owner } from '@tern/core'
import type { ListedPasskey, ListedWallet, SignerLimits, Vault } from '@tern/custody'
import { createStore } from '../store.ts'
import { readChosenWallet, writeChosenWallet } from './chosenWallet.ts'
import { vault, vaultState } from './vault.ts'

/** What is known of the wallets, locked or not. */
interface Held {
  readonly wallets: readonly ListedWallet[]
  readonly hasRecoveryCode: boolean
  readonly passkeys: readonly ListedPasskey[]
  /** How much trades may take before the signer asks. */
  readonly limits: SignerLimits
  /** The one in use. */
  readonly address: Address
}

/**
 * Who is here. `none`: no wallet yet. `unreachable`: the server did not tell, or at the vault's name, `host`, nobody answers.
 * `refused`: the server told of a bundle that must not be used.
 */
export type Session =
  | { readonly status: 'loading' }
  | { readonly status: 'none' }
  | { readonly status: 'unreachable' | 'refused'; readonly why: string; readonly host?: string }
  | (Held & { readonly status: 'locked' })
  | (Held & { readonly status: 'unlocked'; readonly owner: Owner })

export const session = createStore<Session>({ status: 'loading' })

/** Whether unlocking was asked for. */
export const unlockDialog = createStore<'open' | 'closed'>('closed')

/** The wallet of this page. What another tab chooses is for itself, and for pages to come. */
let inUse: Address | undefined

function sessionOf(state: ReturnType<typeof vaultState.get>, known: Vault): Session {
  if (state.status !== 'held') return state
  const { wallets, open, hasRecoveryCode, passkeys, limits } = state
  const chosen = inUse ?? readChosenWallet()
  const wallet = wallets.find(({ address }) => address === chosen) ?? wallets[0]
  if (wallet === undefined) return { status: 'none' }
  const { address } = wallet
  inUse = address
  const held = { wallets, hasRecoveryCode, passkeys, limits, address }
  if (!open.includes(address)) return { status: 'locked', ...held }
  const before = session.get()
  // The same owner for as long as it is one, so that nothing is worked out anew.
  const owner = before.status === 'unlocked' && before.address === address ? before.owner : known.owner(address)
  return { status: 'unlocked', ...held, owner }
}

async function refresh(): Promise<void> {
  session.set(sessionOf(vaultState.get(), await vault()))
}

/** Asks the vault for this browser's wallets and follows it from then on. Once a page. */
export function startSession(): void {
  vaultState.subscribe(() => {
    const state = vaultState.get()
    // Without a vault there is nobody to sign.
    if ('why' in state) session.set(state)
    else void refresh()
  })
  void vault()
}

/** Uses another of this browser's wallets from now on. */
export async function chooseWallet(address: Address): Promise<void> {
  writeChosenWallet(address)
  inUse = address
  await refresh()
}

/** Forgets the keys, in every tab of this browser. Balances stay visible. */
export async function lockWallet(): Promise<void> {
  if (session.get().status === 'unlocked') await (await vault()).lock()
}
