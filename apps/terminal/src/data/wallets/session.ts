import type { Address, Owner } from '@tern/core'
import type { ListedPasskey, ListedWallet, SignerLimits, Vault, VaultState } from '@tern/custody'
import { createStore } from '../store.ts'
import { openToast } from '../toasts.ts'
import { readChosenWallet, writeChosenWallet } from './chosenWallet.ts'
import { connectedKey, type ExternalWallet, externalWallets } from './external.ts'
import { showForm, vault, vaultState } from './vault.ts'

/** A wallet that Tern keeps, or an account of another program. */
export type KnownWallet = ListedWallet | ExternalWallet

/** The known facts of the wallets, locked or not. */
interface Held {
  /** First the wallets that Tern keeps, then the accounts of other programs. */
  readonly wallets: readonly KnownWallet[]
  /** `true` if Tern keeps a practice wallet. It needs no passphrase. */
  readonly isPractice: boolean
  readonly hasRecoveryCode: boolean
  /** `true` if a recovery phrase opens the wallets, and restores the wallets that derive from it. */
  readonly hasPhrase: boolean
  readonly passkeys: readonly ListedPasskey[]
  /** The amounts that trades may take before the signer asks. */
  readonly limits: SignerLimits
  /** The wallet in use. */
  readonly address: Address
}

/**
 * The state of the wallets.
 * - `none`: there is no wallet yet.
 * - `unreachable`: the server did not answer. With `host`, the vault at this host did not answer.
 * - `refused`: the server sent a bundle that must not be used.
 */
export type Session =
  | { readonly status: 'loading' }
  | { readonly status: 'none' }
  | { readonly status: 'unreachable' | 'refused'; readonly why: string; readonly host?: string }
  | (Held & { readonly status: 'locked' })
  | (Held & { readonly status: 'unlocked'; readonly owner: Owner })

export const session = createStore<Session>({ status: 'loading' })

/** `open` while the dialog asks a person to unlock the wallet in use. */
export const unlockDialog = createStore<'open' | 'closed'>('closed')

/** The wallet that this page uses. Another tab's choice holds for that tab, and for pages that are opened later. */
let inUse: Address | undefined

/**
 * Returns `true` if the wallet's address comes from the server and is not checked yet.
 * A server may name any address, so nobody should pay to it until the vault is unlocked, unless this browser knows it.
 */
export const isUnchecked = (wallet: KnownWallet): boolean => 'isUnchecked' in wallet

export const isExternal = (wallet: KnownWallet): wallet is ExternalWallet => 'isOpen' in wallet

/** Returns the label of the button that opens the wallet in use, and the name of the program that has the wallet. */
export function openerOf(current: Session): { readonly label: string; readonly program?: string } {
  const wallet = 'wallets' in current ? current.wallets.find(({ address }) => address === current.address) : undefined
  if (wallet === undefined || !isExternal(wallet)) return { label: 'Unlock' }
  return { label: `Connect ${wallet.label}`, program: wallet.label }
}

/** Returns the label of one of this browser's wallets; `undefined` for any other address. */
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
  // While the wallets that Tern keeps are not known, use no other wallet instead of the chosen wallet.
  const isWhole = state.status === 'held' || state.status === 'none'
  const wallet = wallets.find(({ address }) => address === chosen) ?? (isWhole ? wallets[0] : undefined)
  if (wallet === undefined) return state.status === 'held' ? { status: 'none' } : state
  const { address, label } = wallet
  if (inUse !== undefined && inUse !== address) announceReplacement(label)
  inUse = address
  const held = { ...kept, wallets, address }
  const owner = isExternal(wallet) ? wallet.owner : kept.open.includes(address) ? ownerBy(known, address) : undefined
  return owner === undefined ? { ...held, status: 'locked' } : { ...held, status: 'unlocked', owner }
}

/** The wallet in use is gone and another takes its place: a person must know whose money trades. */
const announceReplacement = (label: string) =>
  void openToast({
    state: 'confirmed',
    title: `Now trading from ${label}`,
    detail: 'The wallet you used is gone. You can choose another under Wallets.',
  })

/** Returns the same owner object while the wallet stays open, so that React does not recompute anything. */
function ownerBy(known: Vault | undefined, address: Address): Owner | undefined {
  const before = session.get()
  return before.status === 'unlocked' && before.address === address ? before.owner : known?.owner(address)
}

async function refresh(): Promise<void> {
  // Without wallets in the vault, there is no need to wait for it.
  const known = vaultState.get().status === 'held' ? await vault() : undefined
  session.set(sessionOf(vaultState.get(), known))
}

/** Loads the code for other programs only if a wallet is connected. If it cannot be loaded, such wallets stay locked. */
const connections = () => import('./connections.ts')
const loadConnections = () => void connections().catch(() => undefined)

/** Reads this browser's wallets from the vault and from other programs, and follows both. Call it once. */
export function startSession(): void {
  vaultState.subscribe(() => void refresh())
  externalWallets.subscribe(() => void refresh())
  if (externalWallets.get()[0]) loadConnections()
  addEventListener('storage', ({ key }) => key === connectedKey && loadConnections())
  void refresh()
  void vault()
}

/** Makes another of this browser's wallets the wallet in use. */
export async function chooseWallet(address: Address): Promise<void> {
  writeChosenWallet(address)
  inUse = address
  await refresh()
}

const isExternalInUse = () => externalWallets.get().some(({ address }) => address === inUse)

/** Forgets the keys in every tab of this browser. Balances stay visible. */
export async function lockWallet(): Promise<void> {
  if (session.get().status !== 'unlocked') return
  if (isExternalInUse()) await (await connections()).lockConnected(inUse)
  await (await vault()).lock()
}

/** Opens the wallet in use: the vault asks for the passphrase, or the other program asks whether this page may use it. */
export async function unlockWallet(): Promise<void> {
  if (isExternalInUse()) await (await connections()).openConnected(inUse, chooseWallet)
  else await showForm({ form: 'unlock' })
}
