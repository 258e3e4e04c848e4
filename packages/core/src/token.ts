import type { Address } from '@solana/addresses'
import type { AmountScale } from './amountScale.ts'

/** A token as its mint describes it. `program` is the token program that owns the mint. */
export interface Token {
  readonly mint: Address
  readonly decimals: number
  readonly program: Address
  /**
   * Absent if shown amounts differ from raw amounts by `decimals` alone. Also absent in a pool's tokens, because a scale depends on
   * the chain's time: `amountScale` finds it.
   */
  readonly scale?: AmountScale | undefined
  readonly symbol?: string
  readonly name?: string
}

/** The decimals of SOL: a lamport is 10^−9 SOL. */
export const nativeDecimals = 9
