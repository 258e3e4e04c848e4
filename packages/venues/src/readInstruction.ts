import type { Address } from '@tern/core'
import type { Protocol } from './protocols.ts'

/** An instruction that trades. Raw units. */
export interface SwapInstruction {
  readonly protocol: Protocol
  readonly kind: 'swap'
  /** Which side is fixed; the other is the limit that it fails beyond. */
  readonly mode: 'exactIn' | 'exactOut'
  /** The most that leaves `tokenAccountIn`. */
  readonly mostIn: bigint
  /** The least that arrives in `tokenAccountOut`. */
  readonly leastOut: bigint
  readonly accounts: {
    readonly owner: Address
    readonly pool: Address
    readonly tokenAccountIn: Address
    readonly tokenAccountOut: Address
    readonly mintIn: Address
    readonly mintOut: Address
  }
  /** Only where transfers of a token call a program of its issuer: what it may be given beside what the trade moves. Some may stand in lookup tables. */
  readonly handedOn?: readonly Address[]
}

/** The accounts of an instruction that moves both of a pool's tokens, in the pool's order. */
interface LiquidityAccounts {
  readonly owner: Address
  readonly pool: Address
  readonly tokenAccounts: readonly [Address, Address]
  readonly mints: readonly [Address, Address]
  readonly lpAccount: Address
}

/** An instruction that opens a pool, adds liquidity to it or takes some out. Raw units, in the pool’s order. */
export type LiquidityInstruction = {
  readonly protocol: Protocol
  readonly accounts: LiquidityAccounts
} & (
  | { readonly kind: 'createPool'; readonly mostIn: readonly [bigint, bigint] }
  | { readonly kind: 'deposit'; readonly mostIn: readonly [bigint, bigint]; readonly leastOut: bigint }
  | { readonly kind: 'withdraw'; readonly mostIn: bigint; readonly leastOut: readonly [bigint, bigint] }
)

/** An instruction that opens an account of the program, or makes room in one for fields that came later. */
export interface ExtendInstruction {
  readonly protocol: Protocol
  readonly kind: 'extend'
  /** Pays the rent. */
  readonly payer: Address
  readonly account: Address
  /** The trader whose account the program opens; unset: `account` grows, and may be anybody's. */
  readonly owner?: Address
  /** The max rent. */
  readonly rentLamports: bigint
}

/** What an instruction of a trading program asks for. */
export type ReadInstruction = SwapInstruction | LiquidityInstruction | ExtendInstruction
