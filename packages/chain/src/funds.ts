import { rentExemption } from '@tern/core'
import { temporaryAccountSpare, tokenAccountRent } from './build/temporaryAccount.ts'

/** What each signature costs. */
export const signatureFee = 5000n
/** Kept free beside what a trade is known to cost. */
const margin = 50_000n

/** What one trade takes from its owner's lamports, and gives back. */
export interface Outlay {
  readonly side: 'buy' | 'sell'
  /** Lamports swapped: a buy's amount, 0 for a sell. */
  readonly amount: bigint
  /** 1% of the amount, or of a sell's expected output. 0 without a fee wallet: nothing is kept back for a fee that is not charged. */
  readonly tradeFee: bigint
  readonly priorityFee: bigint
  /** The bribe. 0 if no provider takes one. */
  readonly tip: bigint
  /** Whether a temporary wrapped-native account is opened. */
  readonly settlement: 'wrapped' | 'lamports'
  /** Rent of the accounts that stay open: the destination token account at its true size, what the venue opens. */
  readonly rent: bigint
  /** What is sure to come back into the wallet: a sell's minimum, 0 for a buy. */
  readonly proceeds: bigint
}

interface Flow {
  /** The specification's sum: the fees that the trade pays, an account's rent, and a margin. */
  readonly agreed: bigint
  /** The most that is out of the wallet at any moment; a tip, though paid last, counts from the first. */
  readonly peak: bigint
  /** What is gone when the transaction has ended; negative when more came in. */
  readonly spent: bigint
}

function flow(outlay: Outlay): Flow {
  const { side, amount, tradeFee, priorityFee, tip, settlement, rent, proceeds } = outlay
  const agreed =
    side === 'buy'
      ? amount + tradeFee + priorityFee + tip + tokenAccountRent + margin
      : tradeFee + priorityFee + tip + margin + signatureFee
  const held = settlement === 'wrapped' ? tokenAccountRent + temporaryAccountSpare : 0n
  const out = signatureFee + priorityFee + tradeFee + tip + rent + amount
  return { agreed, peak: out + held, spent: out - proceeds }
}

/**
 * Whether `balance` lamports pay for the trade: the specification's sum, every rent that is open at once, and nothing or
 * the rent of an empty account left over: the chain refuses to leave an account with less.
 */
export function checkFunds(
  balance: bigint,
  outlay: Outlay,
): 'ok' | 'trade/notEnoughToBuy' | 'trade/notEnoughToPayTradeFee' {
  const { agreed, peak, spent } = flow(outlay)
  const left = balance - spent
  // A sell may bring a little more than what is sure: nothing left over would be too little.
  const isLeftRight = left >= rentExemption(0) || (left === 0n && outlay.side === 'buy')
  const covered = balance >= agreed && balance >= peak && isLeftRight
  if (covered) return 'ok'
  return outlay.side === 'buy' ? 'trade/notEnoughToBuy' : 'trade/notEnoughToPayTradeFee'
}

/** The least balance from which on every balance pays for the trade, in lamports. */
export function requiredFunds(outlay: Outlay): bigint {
  const { agreed, peak, spent } = flow(outlay)
  return larger(larger(agreed, peak), spent + rentExemption(0))
}

/** The largest amount, in lamports, that `checkFunds` lets `balance` buy with; 0 when it pays for none. */
export function largestAmount(balance: bigint, outlayOf: (amount: bigint) => Outlay): bigint {
  let least = 0n
  let beyond = balance > 0n ? balance + 1n : 1n
  while (beyond - least > 1n) {
    const middle = (least + beyond) / 2n
    if (requiredFunds(outlayOf(middle)) <= balance) least = middle
    else beyond = middle
  }
  return least
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b)
