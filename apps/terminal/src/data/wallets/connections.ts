import { type Address, type Owner, TernError } from '@tern/core'
import { walletName } from '@tern/core/internal'
import { walletRefusal, walletStandardOwner } from '@tern/core/walletStandard'
import { getWallets } from '@wallet-standard/app'
import { errorText } from '../../text/errorText.ts'
import { shortAddress } from '../../text/shortAddress.ts'
import { nextStep } from '../../text/walletSteps.ts'
import { networkQuery } from '../network.ts'
import { queryClient } from '../queryClient.ts'
import { createStore } from '../store.ts'
import { openToast } from '../toasts.ts'
import { type ConnectedAccount, connectedKey, externalWallets, readConnected } from './external.ts'

/** An account that a program lets this page use. */
type Account = Parameters<typeof walletStandardOwner>[1] & { readonly features: readonly string[] }

/** A wallet program that has registered with this page, with the features that are used (`@wallet-standard/features`). */
export interface WalletProgram {
  /** The program's own word. Show `walletName(name)` instead. */
  readonly name: string
  /** A data URL. */
  readonly icon?: string
  readonly accounts: readonly Account[]
  readonly features: {
    readonly 'standard:connect'?: { connect(options?: { readonly silent?: boolean }): Promise<unknown> }
    readonly 'standard:disconnect'?: { disconnect(): Promise<void> }
    readonly 'standard:events'?: { on(event: 'change', listener: () => void): unknown }
  }
}

const known = getWallets()

/** The registered programs with wallets that can trade here. */
export const walletPrograms = createStore<readonly WalletProgram[]>([])

const canTrade = ({ features }: WalletProgram) => 'standard:connect' in features && 'solana:signTransaction' in features
const accountsOf = ({ accounts }: WalletProgram) =>
  accounts.filter(({ features }) => features.includes('solana:signTransaction'))
const programOf = ({ label }: Pick<ConnectedAccount, 'label'>) =>
  walletPrograms.get().find(({ name }) => walletName(name) === label)

const owners = new WeakMap<Account, Owner>()

/**
 * Returns the owner for a program's account: the same object each time.
 *
 * @throws TernError `wallet/cannotSign` if the program cannot sign for this page.
 */
async function ownerOf(program: WalletProgram, account: Account): Promise<Owner> {
  const { kind, name } = await queryClient.fetchQuery(networkQuery)
  const cluster = `solana:${name.toLowerCase()}`
  const isPublic = kind === 'cluster' && ['solana:mainnet', 'solana:devnet', 'solana:testnet'].includes(cluster)
  const chain = isPublic ? cluster : 'solana:localnet'
  // If the account does not list the local chain, omit the chain: its program signs all the same.
  const isNamed = isPublic || account.chains.includes(chain)
  const owner = owners.get(account) ?? walletStandardOwner(program, account, isNamed ? { chain } : {})
  owners.set(account, owner)
  return owner
}

/** Adds the owner to a remembered account, if its program lets this page use it. */
async function withOwner(one: ConnectedAccount) {
  const program = one.isOpen ? programOf(one) : undefined
  const account = program && accountsOf(program).find(({ address }) => address === one.address)
  const owner = program && account && (await ownerOf(program, account).catch(() => undefined))
  return { ...one, ...(owner && { owner }) }
}

let latest: Promise<void> | undefined

/** Only the last update counts, so that an update from before an account was locked cannot open it again. */
function update(): Promise<void> {
  const run: Promise<void> = Promise.all(readConnected().map(withOwner)).then(wallets =>
    run === latest ? externalWallets.set(wallets) : latest,
  )
  latest = run
  return run
}

async function remember(accounts: readonly ConnectedAccount[]): Promise<void> {
  localStorage.setItem(connectedKey, JSON.stringify(accounts))
  await update()
}

/** Notes whether this page may sign with an account. */
const noteOpen = (address: Address | undefined, isOpen: boolean) =>
  remember(readConnected().map(one => (one.address === address ? { ...one, isOpen } : one)))

/**
 * Asks a program for its accounts.
 *
 * @throws TernError the reason why the program does not allow it.
 */
async function ask(program: WalletProgram): Promise<void> {
  try {
    await program.features['standard:connect']?.connect()
  } catch (error) {
    throw walletRefusal(program.name, error)
  }
}

/**
 * Connects the accounts of a program. The program asks its owner.
 *
 * @returns the address of the first account.
 * @throws TernError `wallet/*` if the program allows no account that can sign.
 */
export async function connectWallet(program: WalletProgram): Promise<Address> {
  await ask(program)
  const accounts = accountsOf(program)
  const [owner] = await Promise.all(accounts.map(account => ownerOf(program, account)))
  if (owner === undefined)
    throw new TernError('wallet/cannotSign', {
      wallet: walletName(program.name),
      why: 'it shared no Solana account',
    })
  const connected = accounts.map(({ address }) => ({
    ...{ address: address as Address, label: walletName(program.name), isOpen: true },
  }))
  const others = readConnected().filter(({ address }) => connected.every(one => one.address !== address))
  await remember([...others, ...connected])
  return owner.address
}

/** Locks an account in every tab, until it is opened again. */
export const lockConnected = (address: Address | undefined): Promise<void> => noteOpen(address, false)

/**
 * Asks a wallet's program to sign for it again. If the program does not, a toast gives the reason. If another account
 * is chosen in the program, the toast offers that account. Never rejects.
 *
 * @param use makes a wallet the one in use, once the person chose it.
 */
export async function openConnected(
  address: Address | undefined,
  use: (address: Address) => Promise<void>,
): Promise<void> {
  const one = readConnected().find(connected => connected.address === address)
  if (one === undefined) return
  try {
    await open(one)
  } catch (error) {
    const title = errorText(error)
    const other = chosenInsteadOf(one)
    if (other !== undefined) return offer(one, title, { other, use })
    openToast({ state: 'failed', title, detail: nextStep(title) ?? `${one.label} was not opened.` })
  }
}

/**
 * Returns the account that a program offers instead of a wallet.
 * Returns `undefined` if the program offers no account, or the wallet itself.
 */
function chosenInsteadOf(one: ConnectedAccount): Address | undefined {
  const program = programOf(one)
  const accounts = program === undefined ? [] : accountsOf(program)
  if (accounts.some(({ address }) => address === one.address)) return undefined
  return accounts[0]?.address as Address | undefined
}

interface Instead {
  readonly other: Address
  readonly use: (address: Address) => Promise<void>
}

function offer(one: ConnectedAccount, title: string, { other, use }: Instead): void {
  const detail = `Switch to ${shortAddress(one.address)} in ${one.label} and reconnect, or trade from the account selected there.`
  const onPress = async () => {
    toast.close()
    const program = programOf(one)
    if (program !== undefined) await connectWallet(program).then(use, refuse)
  }
  const toast = openToast({
    state: 'failed',
    title,
    detail,
    actions: [{ label: `Use ${shortAddress(other)}`, onPress }],
  })
  const refuse = (error: unknown) =>
    void openToast({ state: 'failed', title: errorText(error), detail: `${one.label} was not connected.` })
}

async function open(one: ConnectedAccount): Promise<void> {
  const cannot = (why: string) => new TernError('wallet/cannotSign', { wallet: one.label, why })
  const program = programOf(one)
  if (program === undefined) throw cannot('it is not installed in this browser')
  await ask(program)
  const { address } = one
  if (!accountsOf(program).some(account => account.address === address))
    throw cannot('another account is selected there')
  await noteOpen(address, true)
}

/** Forgets an account, and disconnects from its program if it was the program's last. */
export async function disconnectWallet(address: Address): Promise<void> {
  const one = readConnected().find(connected => connected.address === address)
  await remember(readConnected().filter(other => other.address !== address))
  const isLast = one !== undefined && readConnected().every(({ label }) => label !== one.label)
  // The account is forgotten here even if its program fails to disconnect.
  const disconnecting = isLast ? programOf(one)?.features['standard:disconnect']?.disconnect() : undefined
  await disconnecting?.catch(() => undefined)
}

const followed = new Set<WalletProgram>()

/** Reconnects the remembered accounts of the registered programs, without a dialog. */
async function follow(): Promise<void> {
  walletPrograms.set((known.get() as readonly WalletProgram[]).filter(canTrade))
  const fresh = walletPrograms.get().filter(program => !followed.has(program))
  for (const program of fresh) {
    followed.add(program)
    program.features['standard:events']?.on('change', () => void update())
  }
  const asked = fresh.filter(program => readConnected().some(one => one.isOpen && programOf(one) === program))
  await Promise.allSettled(asked.map(program => program.features['standard:connect']?.connect({ silent: true })))
  await update()
}

known.on('register', () => void follow())
known.on('unregister', () => void follow())
addEventListener('storage', ({ key }) => {
  if (key === connectedKey) void update()
})
void follow()
