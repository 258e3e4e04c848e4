import {
  type Address,
  computeBudgetProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { explainFailure } from '@tern/venues/explainFailure'
import { readInstruction, type SwapInstruction } from '@tern/venues/read'
import type { ActivityRow, ActivityTokenRow, ActivityTradeRow } from '../data/rows.ts'
import { decodeEvents } from '../indexer/decodeEvents.ts'
import { type FoundTransaction, transactionOf } from '../indexer/transaction.ts'
import { feePaid } from '../referrals/feePaid.ts'
import { type Changes, readChanges } from './readChanges.ts'
import { type TakerOf, tipIn } from './tipIn.ts'

type Instructions = NonNullable<ReturnType<typeof transactionOf>['instructions']>

/**
 * Describes the effects of a landed transaction on `owner`, from the balances before and after it and its programs'
 * events.
 *
 * @param options `feeWallet`: receives Tern's fee; unset: there is no fee. `takerOf`: see `tipIn`.
 */
export async function activityOf(
  found: FoundTransaction,
  signature: string,
  owner: Address,
  { feeWallet, takerOf }: { readonly feeWallet?: Address; readonly takerOf?: TakerOf } = {},
): Promise<ActivityRow> {
  const transaction = transactionOf(found, signature)
  // The message's own instructions come first, then the inner ones.
  const called = transaction.instructions?.slice(0, found.transaction.message.instructions.length) ?? []
  const isOfNonce = isAboutNonce(called, owner)
  const read = readChanges(found, owner)
  // Lamports that went into its nonce account stay the wallet's, like the rent of its token accounts.
  const changes = isOfNonce ? { ...read, rent: -read.lamports - read.networkFee } : read
  const asked = swapOf(called, owner)
  const traded = (await decodeEvents(transaction)).trades.filter(({ trade }) => trade.owner === owner)
  const [only] = traded.length === 1 ? traded : []
  const { err } = found.meta
  // Only the fee payer pays Tern's fee.
  const tradeFee =
    feeWallet === undefined || changes.networkFee === 0n || err !== null ? 0n : feePaid(called, owner, feeWallet)
  const trade =
    only === undefined
      ? asked && tradeRow(asked.protocol, asked, null)
      : tradeRow(only.protocol, asked, {
          mint: only.mint,
          side: only.trade.side,
          lamports: only.trade.lamports,
          tokens: only.trade.tokens,
        })
  const what = isOfNonce ? 'nonce' : err === null ? movedKind(changes) : intendedKind(called, owner)
  const kind = err === null && traded.length > 1 ? 'swap' : ((err === null ? only?.trade.side : trade?.side) ?? what)
  return {
    signature,
    slot: Number(found.slot),
    timestampSeconds: found.blockTime === null ? null : Number(found.blockTime),
    kind,
    failure:
      err === null
        ? null
        : explainFailure({ programs: called.map(({ program }) => program), side: trade?.side }, err, signature).message,
    networkFee: String(changes.networkFee),
    lamports: String(changes.lamports),
    rent: String(changes.rent),
    tokens: changes.tokens.map(tokenRow),
    trade: (kind === 'buy' || kind === 'sell' ? trade : undefined) ?? null,
    tip: err === null ? tipIn(called, owner, takerOf) : null,
    ...(tradeFee > 0n && { tradeFee: String(tradeFee) }),
    counterparty: kind === 'deposit' || kind === 'withdrawal' ? changes.counterparty : null,
  }
}

const tokenRow = ({ mint, decimals, amount }: Changes['tokens'][number]): ActivityTokenRow => ({
  mint,
  decimals,
  amount: String(amount),
})

/** Returns the owner's single requested swap against SOL. `undefined` if there are none or several. */
function swapOf(instructions: Instructions, owner: Address): SwapInstruction | undefined {
  const swaps = instructions
    .map(({ program, accounts, data }) => readInstruction(program, accounts, data))
    .filter(read => read?.kind === 'swap' && read.accounts.owner === owner)
  const [swap] = swaps
  if (swaps.length !== 1 || swap?.kind !== 'swap') return undefined
  const { mintIn, mintOut } = swap.accounts
  return mintIn === wrappedNativeMint || mintOut === wrappedNativeMint ? swap : undefined
}

interface TradeAmounts {
  readonly mint: Address
  readonly side: 'buy' | 'sell'
  readonly lamports: bigint
  readonly tokens: bigint
}

function tradeRow(
  protocol: string,
  asked: SwapInstruction | undefined,
  amounts: TradeAmounts | null,
): ActivityTradeRow {
  const isBuy = amounts === null ? asked?.accounts.mintIn === wrappedNativeMint : amounts.side === 'buy'
  const mint = amounts?.mint ?? (isBuy ? asked?.accounts.mintOut : asked?.accounts.mintIn) ?? ''
  const [amountIn, amountOut] =
    amounts === null ? [] : isBuy ? [amounts.lamports, amounts.tokens] : [amounts.tokens, amounts.lamports]
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

/** Returns the kind of a transaction without a trade, by the balances that it changed. */
function movedKind({ tokens, lamports, rent, networkFee, closed }: Changes): ActivityRow['kind'] {
  if (tokens.length > 0) return tokens.some(({ amount }) => amount < 0n) ? 'withdrawal' : 'deposit'
  const moved = lamports + rent + networkFee
  if (moved !== 0n) return moved > 0n ? 'deposit' : 'withdrawal'
  return closed > 0 ? 'reclaim' : 'other'
}

/** `SystemInstruction` numbers: allocate, fund and initialize a nonce account; advance it; withdraw from it. */
const nonceCalls = ['9 2 6', '4', '5']

/** Checks if all of the instructions concern a nonce account of the owner. */
function isAboutNonce(instructions: Instructions, owner: Address): boolean {
  const calls = instructions.filter(({ program }) => program !== computeBudgetProgram)
  const [first] = calls
  if (first === undefined || calls.some(({ program }) => program !== systemProgram)) return false
  return nonceCalls.includes(calls.map(({ data }) => data[0]).join(' ')) && first.accounts.at(-1) === owner
}

const transferKinds = [3, 12]
const closeKind = 9

/** Returns the intended kind of a failed transaction. */
function intendedKind(instructions: Instructions, owner: Address): ActivityRow['kind'] {
  const ofTokens = instructions.filter(({ program }) => program === tokenProgram || program === token2022Program)
  const isTransfer = ({ program, accounts, data }: Instructions[number]) =>
    program === systemProgram && data[0] === 2 && accounts[0] === owner
  if (instructions.some(isTransfer) || ofTokens.some(({ data }) => transferKinds.includes(data[0] ?? -1)))
    return 'withdrawal'
  return ofTokens.length > 0 && ofTokens.every(({ data }) => data[0] === closeKind) ? 'reclaim' : 'other'
}
