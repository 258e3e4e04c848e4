import { rentExemption } from '@tern/core'
import { temporaryAccountSpare, tokenAccountRent } from './build/temporaryAccount.ts'

/** Base fee for each signature, in lamports. */
export const signatureFee = 5000n
/** Safety margin on top of the known costs, in lamports. */
const margin = 50_000n

/** Lamports that a trade takes from its owner and returns. */
export interface Outlay {
  readonly side: 'buy' | 'sell'
  /** Lamports to swap. 0 for a sell. */
  readonly amount: bigint
  /** 1% of the amount, or of a sell's expected output. 0 without a fee wallet. */
  readonly tradeFee: bigint
  readonly priorityFee: bigint
  /** The bribe. 0 if the provider takes no tips. */
  readonly tip: bigint
  /** `wrapped`: the trade opens a temporary wrapped-native account. */
  readonly settlement: 'wrapped' | 'lamports'
  /** Rent of accounts that stay open: the destination token account at its true size, and accounts that the venue opens. */
  readonly rent: bigint
  /** Lamports that are certain to come back: a sell's minimum output, 0 for a buy. */
  readonly proceeds: bigint
}

interface Flow {
  /** Lamports that the runtime charges before any instruction runs. */
  readonly charged: bigint
  /** The specification's sum: the trade's fees, the rent of an account, and the margin. */
  readonly agreed: bigint
  /** Largest amount that is out of the wallet at any moment. A tip counts from the start, although it is paid last. */
  readonly peak: bigint
  /** Net cost once the transaction has ended. Negative if more came in than went out. */
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
  return { charged: signatureFee + priorityFee, agreed, peak: out + held, spent: out - proceeds }
}

/**
 * Checks if a balance pays for the trade.
 * It must cover the specification's sum and every rent that is open at the same time.
 * The wallet must hold at least the rent of an empty account after the network has charged its fees, and again at the end,
 * unless a buy leaves nothing: the runtime refuses any balance between.
 *
 * @param balance lamports.
 * @example
 * // A buy of 0.1 SOL with rent for its token account, a 1% fee and a priority fee of 100,000 lamports:
 * checkFunds(105_183_570n, outlay) // 'ok'
 * checkFunds(105_183_569n, outlay) // 'trade/notEnoughToBuy'
 */
export function checkFunds(
  balance: bigint,
  outlay: Outlay,
): 'ok' | 'trade/notEnoughToBuy' | 'trade/notEnoughToPayTradeFee' {
  const { charged, agreed, peak, spent } = flow(outlay)
  const left = balance - spent
  // A sell must not plan to leave 0. It may bring slightly more than its minimum, and a tiny balance is refused.
  const isLeftRight = left >= rentExemption(0) || (left === 0n && outlay.side === 'buy')
  const isChargeable = balance - charged >= rentExemption(0)
  const covered = balance >= agreed && balance >= peak && isChargeable && isLeftRight
  if (covered) return 'ok'
  return outlay.side === 'buy' ? 'trade/notEnoughToBuy' : 'trade/notEnoughToPayTradeFee'
}

/**
 * Returns the smallest balance from which every larger one pays for the trade.
 *
 * @returns lamports.
 * @example
 * requiredFunds(outlay) // 105_183_570n for the outlay of `checkFunds`
 */
export function requiredFunds(outlay: Outlay): bigint {
  const { charged, agreed, peak, spent } = flow(outlay)
  return larger(larger(agreed, peak), larger(charged, spent) + rentExemption(0))
}

/**
 * Finds the largest amount whose `requiredFunds` do not exceed the balance.
 * An amount that would leave exactly 0 lamports does not count, although `checkFunds` accepts it for a buy.
 *
 * @param outlayOf must need more lamports for a larger amount.
 * @returns lamports. 0 if the balance pays for no trade.
 * @example
 * largestAmount(105_183_570n, amount => ({ ...outlay, amount, tradeFee: amount / 100n })) // 100_000_000n
 */
export function largestAmount(balance: bigint, outlayOf: (amount: bigint) => Outlay): bigint {
  let best = 0n
  let beyond = balance > 0n ? balance + 1n : 1n
  while (beyond - best > 1n) {
    const middle = (best + beyond) / 2n
    if (requiredFunds(outlayOf(middle)) <= balance) best = middle
    else beyond = middle
  }
  return best
}

const larger = (a: bigint, b: bigint) => (a > b ? a : b)
