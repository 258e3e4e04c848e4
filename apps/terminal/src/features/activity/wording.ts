import type { Address } from '@tern/core'
import type { Entry } from '../../data/activity/useActivity.ts'
import type { Listing } from '../../data/market/listing.ts'
import { cutText, plainDecimal } from '../../text/numberText.ts'
import { shortAddress } from '../../text/shortAddress.ts'
import { clockText, dateText, dayText, minuteText } from '../../text/timeText.ts'
import { csvText } from '../../ui/csvText.ts'

/** What a token is called and counted in. */
export interface Named {
  readonly symbol: string
  readonly decimals: number
}

export type NameOf = (mint: Address) => Named | undefined

/** How tokens are named: as the server lists them, else by the ends of their mint. */
export function namesOf(listings: ReadonlyMap<Address, Listing>, entries: readonly Entry[]): NameOf {
  const decimals = new Map(entries.flatMap(({ tokens }) => tokens.map(token => [token.mint, token.decimals] as const)))
  return mint => {
    const listing = listings.get(mint)
    const places = listing?.decimals ?? decimals.get(mint)
    const symbol = listing?.symbol ?? shortAddress(mint)
    return places === undefined ? undefined : { symbol, decimals: places }
  }
}

const sol = (lamports: bigint) => `${cutText(lamports, 9, 5)} SOL`
const size = (amount: bigint) => (amount < 0n ? -amount : amount)

/** An amount in a line: no more digits than tell it apart. */
function tokenText(amount: bigint, { symbol, decimals }: Named): string {
  const whole = amount / 10n ** BigInt(decimals)
  return `${cutText(amount, decimals, whole >= 10_000n ? 0 : whole >= 100n ? 2 : 5)} ${symbol}`
}

/** What a transaction was, and how much of what, for its line. */
export function wordsOf(entry: Entry, nameOf: NameOf): { readonly title: string; readonly detail: string } {
  const { kind, trade, tokens, lamports, rent, networkFee } = entry
  if (trade !== null) return tradeWords(entry, nameOf)
  const [token] = tokens
  const named = token && nameOf(token.mint)
  const moved = lamports + rent + networkFee
  const unit = token === undefined ? 'SOL' : (named?.symbol ?? shortAddress(token.mint))
  const amount =
    token === undefined ? sol(size(moved)) : named === undefined ? '' : tokenText(size(token.amount), named)
  switch (kind) {
    case 'deposit':
      return { title: `Received ${unit}`, detail: amount }
    case 'withdrawal':
      return { title: `Sent ${unit}`, detail: entry.failure === null ? amount : '' }
    case 'reclaim':
      return { title: 'Reclaim rent', detail: rent < 0n ? sol(-rent) : '' }
    case 'nonce':
      return {
        title: entry.failure === null ? `Nonce account ${nonceWord(rent)}` : 'Nonce account',
        detail: rent === 0n ? '' : sol(size(rent)),
      }
    case 'swap':
      return { title: 'Several trades', detail: `${tokens.length} tokens` }
    default:
      return { title: 'Other', detail: moved === 0n && tokens.length === 0 ? '' : amount }
  }
}

const nonceWord = (rent: bigint) => (rent === 0n ? 'advanced' : rent > 0n ? 'opened' : 'closed')

function tradeWords({ trade }: Entry, nameOf: NameOf) {
  if (trade === null) return { title: 'Trade', detail: '' }
  const named = nameOf(trade.mint)
  const title = `${trade.side === 'buy' ? 'Buy' : 'Sell'} ${named?.symbol ?? ''}`.trim()
  const tokens = (amount: bigint) => (named === undefined ? '' : tokenText(amount, named))
  const [spent, got] = trade.side === 'buy' ? [sol, tokens] : [tokens, sol]
  if (trade.amountIn !== null && trade.amountOut !== null)
    return { title, detail: `${spent(trade.amountIn)} to ${got(trade.amountOut)}` }
  return { title, detail: trade.mostIn === null ? '' : spent(trade.mostIn) }
}

/** `03:04:12` of a day that is today's; else with the day before it. */
export function whenText(seconds: number, now: Date): string {
  const at = new Date(seconds * 1000)
  if (at.toDateString() === now.toDateString()) return clockText(at)
  return at.getFullYear() === now.getFullYear() ? `${dateText(at)} ${minuteText(at)}` : dayText(at)
}

const heads = ['time', 'what', 'state', 'SOL', 'token', 'amount', 'network fee SOL', 'slot', 'signature'] as const

/** The chain's transactions for a spreadsheet: exact decimals, times in UTC. */
export function activityCsv(entries: readonly Entry[], nameOf: NameOf): string {
  const lines = entries.map(entry => {
    const [token] = entry.tokens
    const named = token && nameOf(token.mint)
    return [
      entry.timestampSeconds === null ? '' : new Date(entry.timestampSeconds * 1000).toISOString(),
      entry.kind,
      entry.failure ?? 'confirmed',
      plainDecimal(entry.lamports, 9),
      token?.mint ?? '',
      token && named ? plainDecimal(token.amount, named.decimals) : '',
      plainDecimal(entry.networkFee, 9),
      String(entry.slot),
      entry.signature,
    ]
  })
  return csvText([heads, ...lines])
}
