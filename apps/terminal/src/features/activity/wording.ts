import { wrappedNativeMint } from '@tern/core'
import type { Named, NameOf } from '../../data/activity/namesOf.ts'
import { swapIn } from '../../data/activity/swapIn.ts'
import type { Entry, EntryLiquidity } from '../../data/activity/useActivity.ts'
import { shownOrder } from '../../data/liquidity/pair.ts'
import { cutText, fractionOf, inSol, plainDecimal } from '../../text/numberText.ts'
import { shortAddress } from '../../text/shortAddress.ts'
import { csvText } from '../../ui/csvText.ts'

const sol = (lamports: bigint) => `${cutText(lamports, inSol, 5)} SOL`
const size = (amount: bigint) => (amount < 0n ? -amount : amount)

/** A token amount with as few digits as its size allows. */
const tokenText = (amount: bigint, { symbol, unit }: Named) =>
  `${cutText(amount, unit, fractionOf(amount, unit))} ${symbol}`

/** The words of a line: the kind of transaction and the amount. */
export function wordsOf(entry: Entry, nameOf: NameOf): { readonly title: string; readonly detail: string } {
  const { kind, trade, tokens, lamports, rent, networkFee } = entry
  if (trade !== null) return tradeWords(entry, nameOf)
  if (entry.liquidity !== undefined) return liquidityWords(entry, entry.liquidity, nameOf)
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
      return swapWords(entry, nameOf) ?? { title: 'Several trades', detail: `${tokens.length} tokens` }
    default:
      return { title: 'Other', detail: moved === 0n && tokens.length === 0 ? '' : amount }
  }
}

const liquidityTitles: Readonly<Record<string, string>> = {
  addLiquidity: 'Add to',
  removeLiquidity: 'Remove from',
  createPool: 'Create',
}

function liquidityWords({ kind }: Entry, { pool, sides }: EntryLiquidity, nameOf: NameOf) {
  const title = liquidityTitles[kind] ?? 'Liquidity of'
  const [first, second] = sides
  if (first === undefined || second === undefined) return { title: `${title} ${shortAddress(pool)}`, detail: '' }
  const named = shownOrder([first.mint, second.mint]).map(at => {
    const side = at === 0 ? first : second
    const name = side.mint === wrappedNativeMint ? { symbol: 'SOL', unit: inSol } : nameOf(side.mint)
    return { symbol: name?.symbol ?? shortAddress(side.mint), text: name && tokenText(size(side.amount), name) }
  })
  return {
    title: `${title} ${named.map(({ symbol }) => symbol).join('/')}`,
    detail: named.flatMap(({ text }) => text ?? []).join(' and '),
  }
}

const nonceWord = (rent: bigint) => (rent === 0n ? 'advanced' : rent > 0n ? 'opened' : 'closed')

/** The words of several trades that together swap a token for another; `undefined` if they do not. */
function swapWords(entry: Entry, nameOf: NameOf) {
  const swap = swapIn(entry)
  const [from, to] = [swap && nameOf(swap.mintIn), swap && nameOf(swap.mintOut)]
  if (swap === undefined || from === undefined || to === undefined) return undefined
  return {
    title: `Swap ${from.symbol} for ${to.symbol}`,
    detail: `${tokenText(swap.amountIn, from)} to ${tokenText(swap.amountOut, to)}`,
  }
}

function tradeWords({ trade }: Entry, nameOf: NameOf) {
  if (trade === null) return { title: 'Trade', detail: '' }
  const named = nameOf(trade.mint)
  const title = `${trade.side === 'buy' ? 'Buy' : 'Sell'} ${named?.symbol ?? ''}`.trim()
  const tokens = (amount: bigint) => (named === undefined ? '' : tokenText(amount, named))
  const [spent, got] = trade.side === 'buy' ? [sol, tokens] : [tokens, sol]
  if (trade.amountIn !== null && trade.amountOut !== null)
    return { title, detail: `${spent(trade.amountIn)} to ${got(trade.amountOut)}` }
  return { title, detail: trade.maxIn === null ? '' : spent(trade.maxIn) }
}

const heads = ['time', 'what', 'state', 'SOL', 'token', 'amount', 'network fee SOL', 'slot', 'signature'] as const

/** Exports the chain's transactions as CSV: exact decimals, times in UTC. */
export function activityCsv(entries: readonly Entry[], nameOf: NameOf): string {
  const lines = entries.map(entry => {
    const [token] = entry.tokens
    const named = token && nameOf(token.mint)
    return [
      entry.timestampSeconds === null ? '' : new Date(entry.timestampSeconds * 1000).toISOString(),
      entry.kind,
      entry.failure ?? 'confirmed',
      plainDecimal(entry.lamports, inSol),
      token?.mint ?? '',
      token && named ? plainDecimal(token.amount, named.unit) : '',
      plainDecimal(entry.networkFee, inSol),
      String(entry.slot),
      entry.signature,
    ]
  })
  return csvText([heads, ...lines])
}
