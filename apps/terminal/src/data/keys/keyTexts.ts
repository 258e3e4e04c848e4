import { type KeyAction, type KeyScope, keyActionNames, keyActions } from './keyActions.ts'

/**
 * Descriptions of the keys, for the help sheet and the settings. In a file of its own, because no other page needs the texts.
 */
export const keyTexts: Readonly<Record<KeyAction, string>> = {
  search: 'Search tokens, pages and actions',
  help: 'Show keyboard shortcuts',
  goDiscover: 'Go to Discover',
  goToken: 'Go to the last token',
  goSwap: 'Go to Swap',
  goPools: 'Go to Liquidity',
  goPortfolio: 'Go to Portfolio',
  goActivity: 'Go to Activity',
  goWallets: 'Go to Wallets',
  goSettings: 'Go to Settings',
  star: 'Star or unstar the token',
  copyMint: 'Copy the token’s mint',
  lock: 'Lock or unlock the wallets',
  latestToast: 'Go to the latest message',
  nextRow: 'Next row',
  previousRow: 'Previous row',
  openRow: 'Open the row’s token',
  sellRow: 'Sell the row’s token',
  hold: 'Hold or release the live columns',
  preset1: 'Trade with the first preset',
  preset2: 'Trade with the second preset',
  preset3: 'Trade with the third preset',
  instant: 'Arm or disarm Instant',
  dock: 'Hide or show the positions',
  buy: 'Buy: go to the amount',
  sell: 'Sell: go to the amount',
  amount1: 'Fill in the first amount',
  amount2: 'Fill in the second amount',
  amount3: 'Fill in the third amount',
  amount4: 'Fill in the fourth amount',
  send1: 'Send the first amount (Instant armed)',
  send2: 'Send the second amount',
  send3: 'Send the third amount',
  send4: 'Send the fourth amount',
  mevGuard: 'Turn MEV protection on or off',
  shorterTimeframe: 'Shorter candles',
  longerTimeframe: 'Longer candles',
  priceOrCap: 'Chart the price or the market cap',
}

const scopeTitles: Readonly<Record<KeyScope, string>> = {
  everywhere: 'Everywhere',
  lists: 'In lists',
  discover: 'On Discover',
  trading: 'On Discover and token pages',
  token: 'On token pages',
}

/** The actions, grouped by where their keys work. */
export const keyGroups = (Object.keys(scopeTitles) as readonly KeyScope[]).map(scope => ({
  scope,
  title: scopeTitles[scope],
  actions: keyActionNames.filter(name => keyActions[name].scope === scope),
}))
