import {
  type Address,
  computeBudgetProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { readInstruction, type SwapInstruction } from '@tern/venues/read'
import { decodeEvents } from '../indexer/decodeEvents.ts'
import { type FoundTransaction, transactionOf } from '../indexer/transaction.ts'
import type { ActivityRow, ActivityTokenRow, ActivityTradeRow } from '../procedures/rows.ts'
import { failureText } from './failureText.ts'
import { type Changes, readChanges } from './readChanges.ts'
import { tipIn } from './tipIn.ts'

type Instructions = NonNullable<ReturnType<typeof transactionOf>['instructions']>

/** What a transaction that landed did to `owner`, from the balances before and after it and what its programs report. */
export async function activityOf(found: FoundTransaction, signature: string, owner: Address): Promise<ActivityRow> {
  const transaction = transactionOf(found, signature)
  const { instructions = [] } = transaction
  const called = found.transaction.message.instructions.length
  const isOfNonce = isAboutNonce(instructions.slice(0, called), owner)
  const read = readChanges(found, owner)
  // Its nonce account keeps what went into it, as its token accounts do.
  const changes = isOfNonce ? { ...read, rent: -read.lamports - read.networkFee } : read
  const asked = swapOf(instructions.slice(0, called), owner)
  const traded = (await decodeEvents(transaction)).trades.filter(({ trade }) => trade.owner === owner)
  const [only] = traded.length === 1 ? traded : []
  const { err } = found.meta
  const programs = instructions.slice(0, called).map(({ program }) => program)
  const trade =
    only === undefined
      ? asked && tradeRow(asked.protocol, asked, null)
      : tradeRow(only.protocol, asked, {
          mint: only.mint,
          side: only.trade.side,
          lamports: only.trade.lamports,
          tokens: only.trade.tokens,
        })
  const kind =
    err !== null
      ? (trade?.side ?? intendedKind(instructions.slice(0, called), owner))
      : traded.length > 1
        ? 'swap'
        : only !== undefined
          ? only.trade.side
          : isOfNonce
            ? 'nonce'
            : movedKind(changes)
  return {
    signature,
    slot: Number(found.slot),
    timestampSeconds: found.blockTime === null ? null : Number(found.blockTime),
    kind,
    failure: err === null ? null : failureText(err, programs, trade?.side),
    networkFee: String(changes.networkFee),
    lamports: String(changes.lamports),
    rent: String(changes.rent),
    tokens: changes.tokens.map(tokenRow),
    trade: (kind === 'buy' || kind === 'sell' ? trade : undefined) ?? null,
    tip: err === null ? tipIn(instructions.slice(0, called), owner) : null,
    counterparty: kind === 'deposit' || kind === 'withdrawal' ? changes.counterparty : null,
  }
}

const tokenRow = ({ mint, decimals, amount }: Changes['tokens'][number]): ActivityTokenRow => ({
  mint,
  decimals,
  amount: String(amount),
})

/** The one swap of the owner's that was asked for against SOL; `undefined`: none or several. */
function swapOf(instructions: Instructions, owner: Address): SwapInstruction | undefined {
  const swaps = instructions
    .map(({ program, accounts, data }) => readInstruction(program, accounts, data))
    .filter(read => read?.kind === 'swap' && read.accounts.owner === owner)
  const [swap] = swaps
  if (swaps.length !== 1 || swap?.kind !== 'swap') return undefined
  const { mintIn, mintOut } = swap.accounts
  return mintIn === wrappedNativeMint || mintOut === wrappedNativeMint ? swap : undefined
}

interface Told {
  readonly mint: Address
  readonly side: 'buy' | 'sell'
  readonly lamports: bigint
  readonly tokens: bigint
}

function tradeRow(protocol: string, asked: SwapInstruction | undefined, told: Told | null): ActivityTradeRow {
  const isBuy = told === null ? asked?.accounts.mintIn === wrappedNativeMint : told.side === 'buy'
  const mint = told?.mint ?? (isBuy ? asked?.accounts.mintOut : asked?.accounts.mintIn) ?? ''
  const [amountIn, amountOut] = told === null ? [] : isBuy ? [told.lamports, told.tokens] : [told.tokens, told.lamports]
  const text = (amount: bigint | undefined) => (amount === undefined ? null : String(amount))
  return {
    protocol,
    side: isBuy ? 'buy' : 'sell',
    mint,
    amountIn: text(amountIn),
    amountOut: text(amountOut),
    mostIn: text(asked?.mostIn),
    leastOut: text(asked?.leastOut),
  }
}

/** What a transaction without a trade was, by what it moved. */
function movedKind({ tokens, lamports, rent, networkFee, closed }: Changes): ActivityRow['kind'] {
  if (tokens.length > 0) return tokens.some(({ amount }) => amount < 0n) ? 'withdrawal' : 'deposit'
  const moved = lamports + rent + networkFee
  if (moved !== 0n) return moved > 0n ? 'deposit' : 'withdrawal'
  return closed > 0 ? 'reclaim' : 'other'
}

/** Of `SystemInstruction`: advance, withdraw and initialize a nonce account. */
const nonceKinds = [4, 5, 6]

/** Whether all that it called was about a nonce account of the owner's. */
function isAboutNonce(instructions: Instructions, owner: Address): boolean {
  const [first, ...others] = instructions.filter(({ program }) => program !== computeBudgetProgram)
  const last = others.at(-1) ?? first
  if (first === undefined || last?.program !== systemProgram || others.length > 1) return false
  const ofOwner = last.data[0] === 6 ? first.accounts[0] === owner : last.accounts.at(-1) === owner
  return ofOwner && nonceKinds.includes(last.data[0] ?? -1) && first.program === systemProgram
}

const transferKinds = [3, 12]
const closeKind = 9

/** What a transaction that did nothing was meant to do. */
function intendedKind(instructions: Instructions, owner: Address): ActivityRow['kind'] {
  const ofTokens = instructions.filter(({ program }) => program === tokenProgram || program === token2022Program)
  const isTransfer = ({ program, accounts, data }: Instructions[number]) =>
    program === systemProgram && data[0] === 2 && accounts[0] === owner
  if (instructions.some(isTransfer) || ofTokens.some(({ data }) => transferKinds.includes(data[0] ?? -1)))
    return 'withdrawal'
  if (isAboutNonce(instructions, owner)) return 'nonce'
  return ofTokens.length > 0 && ofTokens.every(({ data }) => data[0] === closeKind) ? 'reclaim' : 'other'
}
