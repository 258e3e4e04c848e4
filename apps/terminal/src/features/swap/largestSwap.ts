import { largestSol } from '../../data/swap/swapButton.ts'
import { planWish } from '../../data/swap/useSwapPlan.ts'

type Wish = Omit<Parameters<typeof planWish>[0], 'side' | 'amount'>

/** Finds the largest amount of SOL that a swap can pay beside its costs. @returns 0 if no amount can be planned. */
export async function largestSwap(wish: Wish, balance: bigint): Promise<bigint> {
  let largest = balance
  // A smaller amount may take another route, with other rents.
  for (let round = 0; round < 3; round++) {
    const { plan, reasons } = await planWish({ ...wish, side: 'pay', amount: largest })
    if (plan === undefined) return 0n
    if (round > 0 && reasons.length === 0) return largest
    largest = largestSol(plan, balance)
    if (largest === 0n) return 0n
  }
  return largest
}
