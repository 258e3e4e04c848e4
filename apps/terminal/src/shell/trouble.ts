/** What the page knows of its server, its chain and its wallets. */
export interface Condition {
  readonly isOnline: boolean
  /** The names of the chain that the page was opened on and of the one that the server, or its node, is on now. */
  readonly change: { readonly whose: 'server' | 'node'; readonly from: string; readonly to: string } | undefined
  /** Why the wallets are not there: the server's copy is not used, or nobody told of them; `host`: the vault's name, where nobody answers. */
  readonly wallets:
    | { readonly status: 'unreachable' | 'refused'; readonly why: string; readonly host?: string }
    | undefined
  readonly feed: 'waiting' | 'live' | 'down'
  /** How long no trade could arrive. */
  readonly silentSeconds: number
  /** How long trades could arrive and no block has come; a block is often a moment behind. */
  readonly blocklessSeconds: number
}

export interface Trouble {
  readonly isDanger: boolean
  readonly text: string
  /** Counts on, so that it is no part of what is announced. */
  readonly age?: string
  /** What to press, and what that does. */
  readonly action?: { readonly label: string; readonly does: 'reload' | 'ask' | 'askVault' | 'reconnect' }
}

/** From how many seconds without the stream of trades on the page says so. */
const staleSeconds = 10
/** The same of blocks, without which nothing can be signed. */
const mostBlocklessSeconds = 5

const ageText = (seconds: number) =>
  seconds < 120 ? `Prices are ${seconds} s old` : `Prices are ${Math.floor(seconds / 60)} min old`

/** Whether the prices on the page are known to be old, or another chain's. */
export const arePricesStale = ({ isOnline, change, silentSeconds }: Condition): boolean =>
  change !== undefined || silentSeconds >= (isOnline ? staleSeconds : 1)

/** The worst of what is wrong with everything on the page, with what still works; `undefined`: nothing is. */
export function troubleOf(condition: Condition): Trouble | undefined {
  const { change, wallets, silentSeconds } = condition
  if (change !== undefined) return wrongChain(change)
  if (!condition.isOnline)
    return {
      isDanger: false,
      text: 'You are offline. Trading is off until you are back; what you typed stays.',
      action: { label: 'Try now', does: 'reconnect' },
      ...(silentSeconds > 0 && { age: ageText(silentSeconds) }),
    }
  if (condition.feed === 'down' && silentSeconds >= staleSeconds)
    return {
      isDanger: false,
      text: 'Your Tern server does not answer. Trading is off until it does; it is asked every few seconds.',
      age: ageText(silentSeconds),
      action: { label: 'Reconnect', does: 'reconnect' },
    }
  if (wallets !== undefined) return withoutWallets(wallets)
  if (condition.blocklessSeconds >= mostBlocklessSeconds)
    return {
      isDanger: false,
      text: 'No new block has come from the chain for some seconds. Trading opens when one does.',
    }
  return undefined
}

function withoutWallets({ status, why, host }: NonNullable<Condition['wallets']>): Trouble {
  if (status === 'refused')
    return { isDanger: true, text: `${why}. The server’s copy of your wallets is not used; markets still work.` }
  const rest = 'so your wallets are not loaded. Markets still work; it is asked every few seconds.'
  if (host === undefined) return { isDanger: false, text: `${why}, ${rest}` }
  return {
    isDanger: false,
    text: `${why}, ${rest} That name must lead to your Tern server.`,
    action: { label: 'Try again', does: 'askVault' },
  }
}

function wrongChain({ whose, from, to }: NonNullable<Condition['change']>): Trouble {
  const rest = 'your wallets are locked and nothing is sent'
  return whose === 'server'
    ? {
        isDanger: true,
        text: `This server trades on ${to} now. The page shows ${from}: ${rest}.`,
        action: { label: `Reload for ${to}`, does: 'reload' },
      }
    : {
        isDanger: true,
        text: `The server’s node is on another chain, ${to}, and the server trades on ${from}: ${rest}. Its RPC_URL must lead to a node of ${from}.`,
        action: { label: 'Ask again', does: 'ask' },
      }
}
