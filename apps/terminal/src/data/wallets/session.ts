import type { Address, Owner } from '@tern/core'
import type { ListedPasskey, ListedWallet, SignerLimits, Vault, VaultState } from '@tern/custody'
import { createStore } from '../store.ts'
import { openToast } from '../toasts.ts'
import { readChosenWallet, writeChosenWallet } from './chosenWallet.ts'
import { connectedKey, type ExternalWallet, externalWallets } from './external.ts'
import { showForm, vault, vaultState } from './vault.ts'

/** One that Tern keeps, or one in another program. */
export type KnownWallet = ListedWallet | ExternalWallet

/** What is known of the wallets, locked or not. */
interface Held {
  /** Those that Tern keeps, then those of other programs. */
  readonly wallets: readonly KnownWallet[]
  /** The one that Tern keeps is a practice wallet, which needs no passphrase. */
  readonly isPractice: boolean
  readonly hasRecoveryCode: boolean
  /** Whether a recovery phrase opens the wallets and brings back those that come from it. */
  readonly hasPhrase: boolean
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

/** A server may name anybody's address: until the vault was unlocked, nobody should pay to one that this browser does not know. */
export const isUnchecked = (wallet: KnownWallet): boolean => 'isUnchecked' in wallet

export const isExternal = (wallet: KnownWallet): wallet is ExternalWallet => 'isOpen' in wallet

/** Names the button that opens the wallet in use, and the program that has the wallet. */
export function openerOf(current: Session): { readonly label: string; readonly program?: string } {
  const wallet = 'wallets' in current ? current.wallets.find(({ address }) => address === current.address) : undefined
  if (wallet === undefined || !isExternal(wallet)) return { label: 'Unlock' }
  return { label: `Connect ${wallet.label}`, program: wallet.label }
}

/** What one of this browser's wallets is called; `undefined` for any other address. */
export function labelOf(address: Address): string | undefined {
  const current = session.get()
  const wallet = 'wallets' in current ? current.wallets.find(known => known.address === address) : undefined
  return wallet === undefined || isUnchecked(wallet) ? undefined : wallet.label
}

type Kept = Omit<Extract<VaultState, { readonly status: 'held' }>, 'status'>
const nothingKept: Kept = {
  ...{ wallets: [], open: [], passkeys: [], limits: {} },
  ...{ isPractice: false, hasRecoveryCode: false, hasPhrase: false },
}

function sessionOf(state: ReturnType<typeof vaultState.get>, known: Vault | undefined): Session {
  const kept = state.status === 'held' ? state : nothingKept
  const wallets: readonly KnownWallet[] = [...kept.wallets, ...externalWallets.get()]
  const chosen = inUse ?? readChosenWallet()
  // While it is not known which ones Tern keeps, another is not used in the chosen one's place.
  const isWhole = state.status === 'held' || state.status === 'none'
  const wallet = wallets.find(({ address }) => address === chosen) ?? (isWhole ? wallets[0] : undefined)
  if (wallet === undefined) return state.status === 'held' ? { status: 'none' } : state
  const { address, label } = wallet
  if (inUse !== undefined && inUse !== address) tellOfAnother(label)
  inUse = address
  const held = { ...kept, wallets, address }
  const owner = isExternal(wallet) ? wallet.owner : kept.open.includes(address) ? ownerBy(known, address) : undefined
  return owner === undefined ? { ...held, status: 'locked' } : { ...held, status: 'unlocked', owner }
}

/** The wallet in use is gone, so another takes its place: a person must know whose money trades. */
const tellOfAnother = (label: string) =>
  void openToast({
    state: 'confirmed',
    title: `${label} is in use now`,
    detail: 'The wallet that you used is gone. Trades come from this one until you choose another.',
  })

/** The same owner for as long as it is one, so that nothing is worked out anew. */
function ownerBy(known: Vault | undefined, address: Address): Owner | undefined {
  const before = session.get()
  return before.status === 'unlocked' && before.address === address ? before.owner : known?.owner(address)
}

async function refresh(): Promise<void> {
  // Without a vault there is nobody to wait for.
  const known = vaultState.get().status === 'held' ? await vault() : undefined
  session.set(sessionOf(vaultState.get(), known))
}

/** What asks other programs, loaded only where one is connected; where it cannot be loaded their wallets stay locked. */
const connections = () => import('./connections.ts')
const loadConnections = () => void connections().catch(() => undefined)

/** Asks the vault for this browser's wallets, and other programs for theirs, and follows both from then on. Once a page. */
export function startSession(): void {
  vaultState.subscribe(() => void refresh())
  externalWallets.subscribe(() => void refresh())
  if (externalWallets.get()[0]) loadConnections()
  addEventListener('storage', ({ key }) => key === connectedKey && loadConnections())
  void refresh()
  void vault()
}

/** Uses another of this browser's wallets from now on. */
export async function chooseWallet(address: Address): Promise<void> {
  writeChosenWallet(address)
  inUse = address
  await refresh()
}

const isExternalInUse = () => externalWallets.get().some(({ address }) => address === inUse)

/** Forgets the keys, in every tab of this browser. Balances stay visible. */
export async function lockWallet(): Promise<void> {
  if (session.get().status !== 'unlocked') return
  if (isExternalInUse()) await (await connections()).lockConnected(inUse)
  await (await vault()).lock()
}

/** Opens the wallet in use: the vault asks for the passphrase, or its program whether this page may go on. */
export async function unlockWallet(): Promise<void> {
  if (isExternalInUse()) await (await connections()).openConnected(inUse, chooseWallet)
  else await showForm({ form: 'unlock' })
}
