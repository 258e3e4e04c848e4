import { type Address, systemProgram, token2022Program, tokenProgram, wrappedNativeMint } from '@tern/core'
import { explainFailure } from '@tern/venues/explainFailure'
import { type ExecutedEffects, readExecuted } from '@tern/venues/read'
import type { ActivityRow, ActivityTokenRow, ActivityTradeRow } from '../data/rows.ts'
import { decodeEvents } from '../indexer/decodeEvents.ts'
import { type FoundTransaction, transactionOf } from '../indexer/transaction.ts'
import { feePaid } from '../referrals/feePaid.ts'
import { liquidityOf } from './liquidityOf.ts'
import { type Changes, readChanges } from './readChanges.ts'
import { type TakerOf, tipIn } from './tipIn.ts'

/**
 * Describes the effects of a landed transaction on `owner`, from the balances before and after it and its programs'
 * events.
 *
 * @param options `feeWallet`: receives Tern's fee; unset: there is no fee. `takerOf`: see `tipIn`.
 */
export async function activityOf(
  found: FoundTransaction,
  {
    signature,
    owner,
    feeWallet,
    takerOf,
  }: { readonly signature: string; readonly owner: Address; readonly feeWallet?: Address; readonly takerOf?: TakerOf },
): Promise<ActivityRow> {
  const transaction = transactionOf(found, signature)
  // The message's own instructions come first, then the inner ones.
  const called = transaction.instructions?.slice(0, found.transaction.message.instructions.length) ?? []
  const effects = called.map(one => readExecuted(one))
  const isOfNonce = isAboutNonce(effects, owner)
  const read = readChanges(found, owner)
  // Lamports that went into its nonce account stay the wallet's, like the rent of its token accounts.
  const changes = isOfNonce ? { ...read, rent: -read.lamports - read.networkFee } : read
  const asked = swapOf(effects, owner)
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
  const liquidity = trade === undefined ? liquidityOf(found, { called, owner }, changes) : undefined
  const other = liquidity?.kind ?? (err === null ? movedKind(changes) : intendedKind(called, effects, owner))
  const what = isOfNonce ? 'nonce' : other
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
    ...(kind === liquidity?.kind && { liquidity: liquidity.liquidity }),
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

/** Returns the owner's single requested swap against SOL. `undefined` unless there is exactly one such swap. */
function swapOf(effects: readonly (ExecutedEffects | undefined)[], owner: Address): Swap | undefined {
  const swaps = effects.filter(read => read?.kind === 'swap' && read.wallet === owner)
  const { protocol, takes: [take] = [], brings: [bring] = [] } = swaps[0] ?? {}
  if (swaps.length !== 1 || !protocol || !take || !bring || take.mint === 'byTerms' || bring.mint === 'byTerms')
    return undefined
  const isAgainstSol = take.mint === wrappedNativeMint || bring.mint === wrappedNativeMint
  return isAgainstSol
    ? { protocol, mintIn: take.mint, mintOut: bring.mint, maxIn: take.max, minOut: bring.min }
    : undefined
}

/** A swap that a transaction requested. */
interface Swap {
  readonly protocol: string
  readonly mintIn: Address
  readonly mintOut: Address
  readonly maxIn: bigint
  readonly minOut: bigint
}

interface TradeAmounts {
  readonly mint: Address
  readonly side: 'buy' | 'sell'
  readonly lamports: bigint
  readonly tokens: bigint
}

function tradeRow(protocol: string, asked: Swap | undefined, amounts: TradeAmounts | null): ActivityTradeRow {
  const isBuy = amounts === null ? asked?.mintIn === wrappedNativeMint : amounts.side === 'buy'
  const mint = amounts?.mint ?? (isBuy ? asked?.mintOut : asked?.mintIn) ?? ''
  const [amountIn, amountOut] =
    amounts === null ? [] : isBuy ? [amounts.lamports, amounts.tokens] : [amounts.tokens, amounts.lamports]
  const text = (amount: bigint | undefined) => (amount === undefined ? null : String(amount))
  return {
    protocol,
    side: isBuy ? 'buy' : 'sell',
    mint,
    amountIn: text(amountIn),
    amountOut: text(amountOut),
    mostIn: text(asked?.maxIn),
    leastOut: text(asked?.minOut),
  }
}

/** Returns the kind of a transaction without a trade, by the balances that it changed. */
function movedKind({ tokens, lamports, rent, networkFee, closed }: Changes): ActivityRow['kind'] {
  if (tokens.length > 0) return tokens.some(({ amount }) => amount < 0n) ? 'withdrawal' : 'deposit'
  const moved = lamports + rent + networkFee
  if (moved !== 0n) return moved > 0n ? 'deposit' : 'withdrawal'
  return closed > 0 ? 'reclaim' : 'other'
}

/** The instructions that open a nonce account, use it or close it. */
const nonceCalls = [
  'allocateWithSeed transfer initializeNonceAccount',
  'advanceNonceAccount',
  'withdrawNonceAccount',
].map(names => names.split(' '))

/** Checks if all of the instructions concern a nonce account of the owner. */
function isAboutNonce(effects: readonly (ExecutedEffects | undefined)[], owner: Address): boolean {
  const calls = effects.filter(read => read?.kind !== 'budget')
  const names = calls.map(read => (read?.program === systemProgram ? read.instruction : ''))
  return calls[0]?.wallet === owner && nonceCalls.some(one => one.join() === names.join())
}

/** Returns the intended kind of a failed transaction. */
function intendedKind(
  instructions: readonly { readonly program: Address }[],
  effects: readonly (ExecutedEffects | undefined)[],
  owner: Address,
): ActivityRow['kind'] {
  const isOfTokens = (program: Address | undefined) => program === tokenProgram || program === token2022Program
  const isTransfer = (read: ExecutedEffects | undefined) =>
    read?.kind === 'transfer' && (isOfTokens(read.program) || read.wallet === owner)
  if (effects.some(isTransfer)) return 'withdrawal'
  const ofTokens = effects.filter((_, i) => isOfTokens(instructions[i]?.program))
  return ofTokens.length > 0 && ofTokens.every(read => read?.kind === 'close') ? 'reclaim' : 'other'
}
