/** The places in which an action's key works. A key has one meaning only, wherever it works. */
export type KeyScope = 'everywhere' | 'lists' | 'discover' | 'trading' | 'token'

interface KeyActionEntry {
  readonly scope: KeyScope
  /** The default key; `''` for no key. A sequence of two keys has a space between. */
  readonly key: string
}

/**
 * Every action that has a key, in the order of the help sheet. `keyTexts` has their texts.
 * Escape is not listed: it always leaves, and cannot be changed.
 */
export const keyActions = {
  search: { scope: 'everywhere', key: '/' },
  help: { scope: 'everywhere', key: '?' },
  goDiscover: { scope: 'everywhere', key: 'g d' },
  goToken: { scope: 'everywhere', key: 'g t' },
  goSwap: { scope: 'everywhere', key: 'g s' },
  goPools: { scope: 'everywhere', key: 'g l' },
  goPortfolio: { scope: 'everywhere', key: 'g p' },
  goActivity: { scope: 'everywhere', key: 'g a' },
  goWallets: { scope: 'everywhere', key: 'g w' },
  goSettings: { scope: 'everywhere', key: 'g ,' },
  star: { scope: 'everywhere', key: 'f' },
  copyMint: { scope: 'everywhere', key: 'c' },
  lock: { scope: 'everywhere', key: 'Shift+L' },
  latestToast: { scope: 'everywhere', key: 't' },
  nextRow: { scope: 'lists', key: 'j' },
  previousRow: { scope: 'lists', key: 'k' },
  openRow: { scope: 'lists', key: 'o' },
  sellRow: { scope: 'lists', key: 'x' },
  hold: { scope: 'discover', key: 'Space' },
  preset1: { scope: 'trading', key: 'q' },
  preset2: { scope: 'trading', key: 'w' },
  preset3: { scope: 'trading', key: 'e' },
  instant: { scope: 'trading', key: 'Shift+A' },
  dock: { scope: 'trading', key: '\\' },
  buy: { scope: 'token', key: 'b' },
  sell: { scope: 'token', key: 's' },
  amount1: { scope: 'token', key: '1' },
  amount2: { scope: 'token', key: '2' },
  amount3: { scope: 'token', key: '3' },
  amount4: { scope: 'token', key: '4' },
  send1: { scope: 'token', key: 'Shift+1' },
  send2: { scope: 'token', key: 'Shift+2' },
  send3: { scope: 'token', key: 'Shift+3' },
  send4: { scope: 'token', key: 'Shift+4' },
  mevGuard: { scope: 'token', key: 'm' },
  shorterTimeframe: { scope: 'token', key: '[' },
  longerTimeframe: { scope: 'token', key: ']' },
  priceOrCap: { scope: 'token', key: 'p' },
} as const satisfies Record<string, KeyActionEntry>

export type KeyAction = keyof typeof keyActions

/** The key of each action; `''` for no key. */
export type KeyMap = Readonly<Record<KeyAction, string>>

export const keyActionNames = Object.keys(keyActions) as readonly KeyAction[]

export const defaultKeys = Object.fromEntries(keyActionNames.map(name => [name, keyActions[name].key])) as KeyMap
