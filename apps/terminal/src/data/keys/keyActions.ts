/** Where an action's key works. A key means one thing only, wherever it works. */
type KeyScope = 'everywhere' | 'lists' | 'discover' | 'trading' | 'token'

interface KeyActionEntry {
  readonly scope: KeyScope
  /** What it does, as the help sheet says it. */
  readonly does: string
  /** The key that it begins with; `''` is none. Keys of a sequence stand with a space between. */
  readonly key: string
}

/** Everything that a key does, in the order of the help sheet. Nobody can change Escape, which always leaves. */
export const keyActions = {
  search: { scope: 'everywhere', does: 'Search tokens, pages and actions', key: '/' },
  help: { scope: 'everywhere', does: 'Show these keys', key: '?' },
  goDiscover: { scope: 'everywhere', does: 'Go to Discover', key: 'g d' },
  goToken: { scope: 'everywhere', does: 'Go to the token that was open last', key: 'g t' },
  goPortfolio: { scope: 'everywhere', does: 'Go to Portfolio', key: 'g p' },
  goActivity: { scope: 'everywhere', does: 'Go to Activity', key: 'g a' },
  goWallets: { scope: 'everywhere', does: 'Go to Wallets', key: 'g w' },
  goSettings: { scope: 'everywhere', does: 'Go to Settings', key: 'g ,' },
  star: { scope: 'everywhere', does: 'Star or unstar the row’s or page’s token', key: 'f' },
  copyMint: { scope: 'everywhere', does: 'Copy the mint of the row’s or page’s token', key: 'c' },
  lock: { scope: 'everywhere', does: 'Lock the wallets, or unlock them', key: 'Shift+L' },
  latestToast: { scope: 'everywhere', does: 'Go to the latest message', key: 't' },
  nextRow: { scope: 'lists', does: 'Next row', key: 'j' },
  previousRow: { scope: 'lists', does: 'Previous row', key: 'k' },
  openRow: { scope: 'lists', does: 'Open the row’s token', key: 'o' },
  sellRow: { scope: 'lists', does: 'Sell the row’s token', key: 'x' },
  hold: { scope: 'discover', does: 'Hold the live columns, or let them go', key: 'Space' },
  preset1: { scope: 'trading', does: 'Trade with the first preset', key: 'q' },
  preset2: { scope: 'trading', does: 'Trade with the second preset', key: 'w' },
  preset3: { scope: 'trading', does: 'Trade with the third preset', key: 'e' },
  instant: { scope: 'trading', does: 'Arm or disarm Instant', key: 'Shift+A' },
  dock: { scope: 'trading', does: 'Hide the positions, or show them', key: '\\' },
  buy: { scope: 'token', does: 'Buy: go to the amount', key: 'b' },
  sell: { scope: 'token', does: 'Sell: go to the amount', key: 's' },
  amount1: { scope: 'token', does: 'Fill in the first amount', key: '1' },
  amount2: { scope: 'token', does: 'Fill in the second amount', key: '2' },
  amount3: { scope: 'token', does: 'Fill in the third amount', key: '3' },
  amount4: { scope: 'token', does: 'Fill in the fourth amount', key: '4' },
  send1: { scope: 'token', does: 'Send the first amount, Instant armed', key: 'Shift+1' },
  send2: { scope: 'token', does: 'Send the second amount', key: 'Shift+2' },
  send3: { scope: 'token', does: 'Send the third amount', key: 'Shift+3' },
  send4: { scope: 'token', does: 'Send the fourth amount', key: 'Shift+4' },
  mevGuard: { scope: 'token', does: 'Turn MEV protection on or off', key: 'm' },
  shorterTimeframe: { scope: 'token', does: 'Shorter candles', key: '[' },
  longerTimeframe: { scope: 'token', does: 'Longer candles', key: ']' },
  priceOrCap: { scope: 'token', does: 'Chart the price or the market cap', key: 'p' },
} as const satisfies Record<string, KeyActionEntry>

export type KeyAction = keyof typeof keyActions

/** Which key does what; `''` is none. */
export type KeyMap = Readonly<Record<KeyAction, string>>

export const keyActionNames = Object.keys(keyActions) as readonly KeyAction[]

export const defaultKeys = Object.fromEntries(keyActionNames.map(name => [name, keyActions[name].key])) as KeyMap

const scopeTitles: Readonly<Record<KeyScope, string>> = {
  everywhere: 'Everywhere',
  lists: 'In lists',
  discover: 'On Discover',
  trading: 'On Discover and on a token',
  token: 'On a token',
}

/** The actions by where their keys work. */
export const keyGroups = (Object.keys(scopeTitles) as readonly KeyScope[]).map(scope => ({
  scope,
  title: scopeTitles[scope],
  actions: keyActionNames.filter(name => keyActions[name].scope === scope),
}))
