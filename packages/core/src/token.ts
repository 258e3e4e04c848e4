import type { Address } from '@solana/addresses'
import type { AmountScale } from './amountScale.ts'

/** A token as its mint describes it. `program` is the token program that owns the mint. */
export interface Token {
  readonly mint: Address
  readonly decimals: number
  readonly program: Address
  /** Absent: raw amounts and shown amounts differ by `decimals` alone. */
  readonly scale?: AmountScale | undefined
  readonly symbol?: string
  readonly name?: string
}

/** How many places behind the point of SOL a lamport is. */
export const nativeDecimals = 9
