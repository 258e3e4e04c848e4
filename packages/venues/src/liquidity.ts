import type { Instruction } from '@solana/instructions'
import type { Address, Clock, Ratio, Readable, Token } from '@tern/core'
import type { Protocol } from './protocols.ts'

/** How to read and open the liquidity of a protocol's pools. A page loads it only if it changes liquidity. */
export interface LiquidityVenue extends Readable<LiquidityPool> {
  readonly protocol: Protocol
  readonly lpMints: LpMints
}

/** How to recognise a program's LP mints and find their pools. */
export interface LpMints {
  /** Owns the pools. */
  readonly program: Address
  /** Mint authority of every LP mint. */
  readonly authority: Address
  /** Place of the LP mint in a pool's account, in bytes. */
  readonly offset: number
}

/**
 * A pool whose providers hold LP tokens, as it was at `slot`. Immutable: read the accounts again to see changes.
 * Pairs are in the pool's order. Amounts are raw units.
 */
export interface LiquidityPool {
  readonly protocol: Protocol
  readonly address: Address
  readonly slot: bigint
  readonly tokens: readonly [Token, Token]
  readonly lpToken: Token
  /** The amounts that back the LP tokens: the vaults' balances minus uncollected fees. */
  readonly reserves: readonly [bigint, bigint]
  /** The LP tokens that share the reserves, including locked LP tokens. */
  readonly lpSupply: bigint
  /** Unix seconds. Swaps start then; deposits and withdrawals may be earlier. */
  readonly openTimeSeconds: bigint
  /**
   * Quotes a deposit. Pure and deterministic; changes nothing.
   *
   * @throws TernError `liquidity/tokenNotInPool`, `liquidity/paused`, `liquidity/zeroAmounts` if an amount is 0 or
   *   becomes 0, `liquidity/transferFeeTakesAll`; `program/insufficientVault` if nothing backs the LP tokens,
   *   `program/mathOverflow` if a result does not fit into 64 bits; `amount/outOfRange` if the request does not;
   *   `trade/invalidSlippage`. No other error.
   */
  quoteDeposit(request: DepositRequest, clock: Clock): DepositQuote
  /**
   * Quotes a withdrawal. Pure and deterministic; changes nothing.
   *
   * @throws TernError `liquidity/paused`, `quote/zeroAmount`, `program/amountTooSmall` if an amount becomes 0,
   *   `program/insufficientVault` if the pool has fewer LP tokens or nothing backs them, `amount/outOfRange`,
   *   `trade/invalidSlippage`. No other error.
   */
  quoteWithdrawal(request: WithdrawalRequest, clock: Clock): WithdrawalQuote
  /**
   * Computes both amounts that a withdrawal of `lpAmount` would pay now, with the program's rounding. A paused pool
   * counts like any other. An amount is 0 if nothing backs the LP tokens.
   *
   * @param lpAmount raw units, 0 to `lpSupply`.
   */
  worthOf(lpAmount: bigint, clock: Clock): readonly [PaidAmount, PaidAmount]
  /**
   * Builds the instructions of a quoted deposit. They fail on chain beyond the quote's `maxAmount`s.
   *
   * @throws TernError `layout/mismatch` if the pool names an account that its program would not have made.
   */
  deposit(quote: DepositQuote, parties: LiquidityParties): Promise<readonly Instruction[]>
  /** Builds the instructions of a quoted withdrawal, with the error of `deposit`. They fail below the `minAmount`s. */
  withdraw(quote: WithdrawalQuote, parties: LiquidityParties): Promise<readonly Instruction[]>
}

/** The owner of the liquidity, and the owner's token accounts. All accounts must exist when the instructions run. */
export interface LiquidityParties {
  readonly owner: Address
  /** In the pool's order. */
  readonly tokenAccounts: readonly [Address, Address]
  readonly lpAccount: Address
}

/**
 * A request to deposit an amount of either token, including its transfer fee, or to mint an exact number of LP tokens.
 * The rest follows from the reserves. Raw units.
 */
export type DepositRequest = Readonly<
  {
    /** 0 to 10,000 basis points by which the amounts may rise until the deposit runs. */
    slippageBps: number
  } & ({ mint: Address; amount: bigint } | { lpAmount: bigint })
>

/** A deposit into a pool as it was read. */
export interface DepositQuote {
  readonly request: DepositRequest
  /** The LP tokens that the deposit mints, exactly. */
  readonly lpAmount: bigint
  readonly amounts: readonly [DepositAmount, DepositAmount]
  /** The share of the pool that the deposit buys: its LP tokens of all after it. */
  readonly share: Ratio
  /** Max compute units of the instruction, measured on the real program. */
  readonly computeUnits: number
}

/** A side of a deposit, in raw units. */
export interface DepositAmount {
  readonly mint: Address
  /** Leaves the owner's account, including `transferFee`. */
  readonly sent: bigint
  readonly transferFee: bigint
  /** The program refuses to take more. */
  readonly maxAmount: bigint
}

/** A request to burn an exact number of LP tokens, in raw units. */
export interface WithdrawalRequest {
  readonly lpAmount: bigint
  /** 0 to 10,000 basis points by which the amounts may fall until the withdrawal runs. */
  readonly slippageBps: number
}

/** A withdrawal from a pool as it was read. */
export interface WithdrawalQuote {
  readonly request: WithdrawalRequest
  readonly lpAmount: bigint
  readonly amounts: readonly [WithdrawalAmount, WithdrawalAmount]
  /** The share of the pool that leaves it. */
  readonly share: Ratio
  /** Max compute units of the instruction, measured on the real program. */
  readonly computeUnits: number
}

/** A side of a payment for LP tokens, in raw units. */
export interface PaidAmount {
  readonly mint: Address
  /** Arrives in the owner's account, after `transferFee`. */
  readonly received: bigint
  readonly transferFee: bigint
}

/** A side of a withdrawal, in raw units. */
export interface WithdrawalAmount extends PaidAmount {
  /** The program refuses to pay less, as it arrives. */
  readonly minAmount: bigint
}
