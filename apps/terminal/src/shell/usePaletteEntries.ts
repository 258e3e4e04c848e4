import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { Address, Ratio } from '@tern/core'
import type { KeyAction } from '../data/keys/keyActions.ts'
import { type Listing, ownSymbol } from '../data/market/listing.ts'
import { tokensQuery } from '../data/market/tokens.ts'
import { useNetwork } from '../data/network.ts'
import { changeSettings, type Settings, useSettings } from '../data/settings/settings.ts'
import { useStore } from '../data/store.ts'
import { getPracticeSol } from '../data/wallets/practiceSol.ts'
import { chooseWallet, openerOf, type Session, session } from '../data/wallets/session.ts'
import type { IconName } from '../ui/Icon.tsx'
import type { Entry } from './findEntries.ts'
import { overlay } from './overlay.ts'
import { pages } from './pages.ts'
import { turnLock } from './useShellKeys.ts'

/** An entry of the search with its look and action. */
export interface PaletteEntry extends Entry {
  readonly icon?: IconName
  /** The listed token that it opens. */
  readonly token?: Listing
  readonly picture?: string | null
  readonly price?: Ratio | null
  /** The key with the same action. */
  readonly key?: string
  readonly run: () => void
}

/** Lists all entries of the search, busy tokens first. `pasted` is the address in the typed text, if any. */
export function usePaletteEntries(pasted: Address | undefined): readonly PaletteEntry[] {
  const navigate = useNavigate()
  const { data } = useQuery(tokensQuery)
  const listings = data ?? []
  const current = useStore(session)
  const settings = useSettings()
  const isPractice = useNetwork()?.kind === 'practice'
  const open = (mint: string) => void navigate({ to: '/t/$mint', params: { mint } })
  const busiest = [...listings].sort((a, b) => Number(b.volume24hLamports - a.volume24hLamports))
  const known = busiest.map(listing => tokenEntry(listing, () => open(listing.mint)))
  const own = 'address' in current
  const isKnown =
    known.some(({ exact, pool }) => exact === pasted || pool === pasted) ||
    (own && current.wallets.some(({ address }) => address === pasted))
  return [
    ...(data === undefined || isKnown || pasted === undefined ? [] : [addressEntry(pasted, open)]),
    ...known,
    ...pages
      .filter(page => own || !page.isOwn)
      .map(({ to, name, icon, key }): PaletteEntry => {
        return { id: name, group: 'Pages', name, icon, key: settings.keys[key], run: () => void navigate({ to }) }
      }),
    ...walletActions(current, isPractice, action => settings.keys[action]),
    ...(own ? [] : [{ ...createWallet, run: () => void navigate({ to: '/' }) }]),
    ...lookActions(settings),
    { ...exportSettings, run: () => void navigate({ to: '/settings', hash: 'data' }) },
    { ...showKeys, key: settings.keys.help, run: () => overlay.set('keys') },
  ]
}

function tokenEntry(token: Listing, run: () => void): PaletteEntry {
  const { mint, pool, name, picture, price } = token
  const words = { name: ownSymbol(token), detail: name, exact: mint, pool }
  return { id: mint, group: 'Tokens', ...words, token, picture, price, run }
}

/** Opens an address that is not listed: the server searches for a token with this mint or pool. */
function addressEntry(address: Address, open: (mint: string) => void): PaletteEntry {
  const run = () => open(address)
  return { id: address, group: 'Tokens', name: 'Open this address', exact: address, words: address, icon: 'box', run }
}

const createWallet = { id: 'create', group: 'Actions', name: 'Create a wallet', icon: 'wallet', words: 'new' } as const
const showKeys = {
  id: 'keys',
  group: 'Actions',
  name: 'Show keys',
  words: 'help shortcuts keyboard',
  icon: 'key',
} as const
const exportSettings = {
  id: 'export',
  group: 'Actions',
  name: 'Export or import settings',
  words: 'backup file json',
  icon: 'download',
} as const

function walletActions(
  current: Session,
  isPractice: boolean,
  keyOf: (action: KeyAction) => string,
): readonly PaletteEntry[] {
  if (current.status !== 'locked' && current.status !== 'unlocked') return []
  const { address, wallets } = current
  const words = 'passphrase sign'
  const { label, program } = openerOf(current)
  const name = current.status === 'unlocked' ? 'Lock wallets' : program === undefined ? 'Unlock wallets' : label
  const lock: PaletteEntry = {
    id: 'lock',
    group: 'Actions',
    name,
    icon: 'lock',
    words,
    key: keyOf('lock'),
    run: turnLock,
  }
  const copy = () => void navigator.clipboard.writeText(address).catch(() => undefined)
  const get = () => void getPracticeSol(address)
  return [
    lock,
    ...wallets
      .filter(other => other.address !== address)
      .map((other): PaletteEntry => {
        const run = () => void chooseWallet(other.address)
        const [id, name] = [other.address, `Use wallet ${other.label}`]
        return { id, group: 'Actions', name, exact: id, icon: 'wallet', words: 'switch choose', run }
      }),
    {
      id: 'copy',
      group: 'Actions',
      name: 'Copy my address',
      exact: address,
      icon: 'copy',
      words: 'deposit',
      run: copy,
    },
    ...(isPractice
      ? [
          {
            id: 'faucet',
            group: 'Actions',
            name: 'Get practice SOL',
            icon: 'add',
            words: 'deposit airdrop',
            run: get,
          } as const,
        ]
      : []),
  ]
}

const themes = { system: 'System theme', dark: 'Dark theme', light: 'Light theme' } as const

function lookActions({ theme, density, chosenPreset, presets }: Settings): readonly PaletteEntry[] {
  const looks = (['system', 'dark', 'light'] as const).filter(name => name !== theme)
  const other = density === 'compact' ? 'comfortable' : 'compact'
  const choices = ([0, 1, 2] as const).filter(index => index !== chosenPreset)
  const action = (id: string, name: string, words: string, run: () => void): PaletteEntry => {
    return { id, group: 'Actions', name, words, icon: 'settings', run }
  }
  return [
    ...looks.map(name => action(name, themes[name], 'look colour mode', () => changeSettings({ theme: name }))),
    action(other, `${other === 'compact' ? 'Compact' : 'Comfortable'} rows`, 'density', () =>
      changeSettings({ density: other }),
    ),
    ...choices.map(index =>
      action(`preset${index}`, `Trade with P${index + 1} ${presets[index].name}`, 'preset slippage fee', () =>
        changeSettings({ chosenPreset: index }),
      ),
    ),
  ]
}
