/** What the page knows of its server, its chain and its wallets. */
export interface Condition {
  readonly isOnline: boolean
  /** The names of the chain that the page was opened on and of the one that the server is on now. */
  readonly change: { readonly from: string; readonly to: string } | undefined
  /** Why the server's copy of the wallets is not used. */
  readonly refused: string | undefined
  readonly feed: 'waiting' | 'live' | 'down'
  /** How long no trade could arrive. */
  readonly silentSeconds: number
  readonly hasBlocks: boolean
}

export interface Trouble {
  readonly isDanger: boolean
  readonly text: string
  /** Counts on, so that it is no part of what is announced. */
  readonly age?: string
  /** What reloading the page is good for here. */
  readonly action?: string
}

/** From how many seconds without the stream of trades on the page says so. */
const staleSeconds = 10

const ageText = (seconds: number) =>
  seconds < 120 ? `Prices are ${seconds} s old` : `Prices are ${Math.floor(seconds / 60)} min old`

/** The worst of what is wrong with everything on the page, with what still works; `undefined`: nothing is. */
export function troubleOf(condition: Condition): Trouble | undefined {
  const { change, refused, silentSeconds } = condition
  if (change !== undefined)
    return {
      isDanger: true,
      text: `This server trades on ${change.to} now. The page shows ${change.from}: your wallets are locked and nothing is sent.`,
      action: `Reload for ${change.to}`,
    }
  if (!condition.isOnline)
    return {
      isDanger: false,
      text: 'You are offline. Trading is off until you are back; what you typed stays.',
      ...(silentSeconds > 0 && { age: ageText(silentSeconds) }),
    }
  if (condition.feed === 'down' && silentSeconds >= staleSeconds)
    return {
      isDanger: false,
      text: 'Your Tern server does not answer. Trading is off until it does; it is asked every few seconds.',
      age: ageText(silentSeconds),
    }
  if (refused !== undefined)
    return { isDanger: true, text: `${refused}. The server’s copy of your wallets is not used; markets still work.` }
  if (condition.feed === 'live' && !condition.hasBlocks)
    return { isDanger: false, text: 'No block has come from the chain. Trading opens when one does.' }
  return undefined
}
