/** The state of the server, the chain and the wallets. */
export interface Condition {
  readonly isOnline: boolean
  /** The chain that the page was opened on, and the chain that the server or its node is on now. */
  readonly change: { readonly whose: 'server' | 'node'; readonly from: string; readonly to: string } | undefined
  /**
   * Why the wallets are missing: the server's copy is refused, or unreachable. `host` is the vault's name if the vault
   * does not answer.
   */
  readonly wallets:
    | { readonly status: 'unreachable' | 'refused'; readonly why: string; readonly host?: string }
    | undefined
  readonly feed: 'waiting' | 'live' | 'down'
  /** Seconds without the stream of trades. */
  readonly silentSeconds: number
  /** Seconds with the stream of trades but without a block. A block often comes a moment late. */
  readonly blocklessSeconds: number
}

export interface Trouble {
  readonly isDanger: boolean
  readonly text: string
  /** A growing time; kept apart from the text, so that screen readers do not announce each second. */
  readonly age?: string
  /** A button and its action. */
  readonly action?: { readonly label: string; readonly does: 'reload' | 'ask' | 'askVault' | 'reconnect' }
}

/** The page warns after this many seconds without the stream of trades. */
const staleSeconds = 10
/** The page warns after this many seconds without a block, because without a block nothing can be signed. */
const maxBlocklessSeconds = 5

const ageText = (seconds: number) =>
  seconds < 120 ? `Prices are ${seconds} s old` : `Prices are ${Math.floor(seconds / 60)} min old`

/** Tests if the prices on the page are known to be old or from another chain. */
export const arePricesStale = ({ isOnline, change, silentSeconds }: Condition): boolean =>
  change !== undefined || silentSeconds >= (isOnline ? staleSeconds : 1)

/** Finds the worst trouble of the whole page, worded with what still works; `undefined` if all is well. */
export function troubleOf(condition: Condition): Trouble | undefined {
  const { change, wallets, silentSeconds } = condition
  if (change !== undefined) return wrongChain(change)
  if (!condition.isOnline)
    return {
      isDanger: false,
      text: 'You are offline. Trading is off until you reconnect; your input stays.',
      action: { label: 'Try now', does: 'reconnect' },
      ...(silentSeconds > 0 && { age: ageText(silentSeconds) }),
    }
  if (condition.feed === 'down' && silentSeconds >= staleSeconds)
    return {
      isDanger: false,
      text: 'Your Tern server does not answer. Trading is off; retrying every few seconds.',
      age: ageText(silentSeconds),
      action: { label: 'Reconnect', does: 'reconnect' },
    }
  if (wallets !== undefined) return withoutWallets(wallets)
  if (condition.blocklessSeconds >= maxBlocklessSeconds)
    return {
      isDanger: false,
      text: 'No new block for a few seconds. Trading resumes with the next block.',
    }
  return undefined
}

function withoutWallets({ status, why, host }: NonNullable<Condition['wallets']>): Trouble {
  if (status === 'refused')
    return { isDanger: true, text: `${why}. The server’s copy of your wallets is not used; markets still work.` }
  const rest = 'so your wallets are not loaded. Markets still work; retrying every few seconds.'
  if (host === undefined) return { isDanger: false, text: `${why}, ${rest}` }
  return {
    isDanger: false,
    text: `${why}, ${rest} That name must point to your Tern server.`,
    action: { label: 'Try again', does: 'askVault' },
  }
}

function wrongChain({ whose, from, to }: NonNullable<Condition['change']>): Trouble {
  const rest = 'your wallets are locked and nothing is sent'
  return whose === 'server'
    ? {
        isDanger: true,
        text: `This server is now on ${to}, but the page shows ${from}: ${rest}.`,
        action: { label: `Reload for ${to}`, does: 'reload' },
      }
    : {
        isDanger: true,
        text: `The server’s node is on another chain, ${to}, but the server trades on ${from}: ${rest}. Point RPC_URL to a node of ${from}.`,
        action: { label: 'Check again', does: 'ask' },
      }
}
