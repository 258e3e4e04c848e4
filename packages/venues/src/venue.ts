import type { Instruction } from '@solana/instructions'
import type { AccountSet, AccountSnapshot, Address, Clock, Ratio, Token } from '@tern/core'
import type { Protocol } from './protocols.ts'

/** One trading protocol: how its pools are read and opened. */
export interface Venue {
  readonly protocol: Protocol
  readonly programs: readonly Address[]
  /**
   * What to read next, given what was read so far; asks for nothing new once `open` can run. A question, not a fetch. `mint`
   * is the pool's token where `mintOf` is there to find it, and of no use elsewhere.
   */
  accountsToRead(pool: Address, read: AccountSet, mint?: Address): Promise<readonly Address[]>
  /** @throws TernError `pool/accountsNotReady` when an account is missing, `layout/*` when one is not what it should be. */
  open(pool: Address, read: AccountSet, mint?: Address): Pool
  /**
   * Only of a venue whose pools do not name their token, as its bonding curves are found from the mint and not the other way:
   * which of `mints` it is. The pool owns a token account of it; others may have sent it more.
   */
  mintOf?(pool: Address, mints: readonly Address[]): Promise<Address | undefined>
}

/** Where a bonding curve stands. */
export interface CurveState {
  /**
   * Trades; has sold all that it had; is on its way, where that takes more than one step and the curve tells of the first (a DBC
   * curve that has set its vesting tokens apart); has moved what it took in to a pool.
   */
  readonly stage: 'trading' | 'complete' | 'migrating' | 'migrated'
  /** How much of what it had to sell is sold, rounded down. */
  readonly progressPpm: number
  readonly creator: Address
}

/** The pool that a bonding curve moves to, or has moved to. */
export interface Graduation {
  /** Of those that are no `Protocol`, Tern does not trade the pools. */
  readonly protocol: Protocol | 'raydiumammv4' | 'meteora_damm_v1'
  readonly address: Address
}

/** Where a curve's liquidity is to move, as far as that follows from the curve. */
export interface DerivedGraduation extends Graduation {
  /**
   * Only where anybody could make a pool at that address before the curve ends, which then moves to another: whether the account
   * that is there proves that it is the curve's. If not, the migration has to tell.
   */
  readonly isProvedBy?: (account: AccountSnapshot) => boolean
}

/** One pool or bonding curve as it was at `slot`. Immutable: read again to see it change. */
export interface Pool {
  readonly protocol: Protocol
  readonly address: Address
  readonly slot: bigint
  /** In chain order; the native side is the wrapped mint. */
  readonly tokens: readonly [Token, Token]
  /** Whether the native side is paid in lamports (a bonding curve) or through a wrapped token account. */
  readonly nativeSettlement: 'lamports' | 'wrapped'
  /** Only of a bonding curve. */
  readonly curve?: CurveState
  /**
   * Only of a pool that may open later than it was made: when it will, in Unix seconds, where that is still to come at `clock`. Of one
   * that opens at a slot an estimate. Until then a quote throws `quote/notOpen`.
   */
  opensAtSeconds?(clock: Clock): bigint | undefined
  /**
   * Only of a pool whose quotes may change though nothing is written to it: by what, from `clock` on; `undefined` where they stay as
   * they are. Before it opens, while its fee is on its way down, while large trades are charged more. Transfer fees of a mint, which
   * may change with an epoch, do not count.
   */
  changesWith?(clock: Clock): 'slots' | 'seconds' | undefined
  /**
   * Only of a bonding curve, where it can be derived: the pool that what it takes in moves to once it is complete. That it is there,
   * and the curve's, is for the caller to see.
   */
  graduation?(): Promise<DerivedGraduation>
  /** The token accounts that hold what the pool has, where `Venue.accountsToRead` names none of them: quotes do without. */
  readonly vaults?: readonly Address[]
  /**
   * Only of a pool that gives tokens for its liquidity: their mint, and how many it counts as given out, burned ones too. `locker`: from
   * whose account of them nobody can take more than the fees that they earn.
   */
  readonly liquidityTokens?: { readonly mint: Address; readonly given: bigint; readonly locker?: Address }
  /** Only of a pool that counts it itself: how much of its liquidity nobody can ever take out, of how much it has. */
  readonly lockedLiquidity?: { readonly locked: bigint; readonly whole: bigint }
  /** Who made the token, where a pool that a curve moved to still knows. */
  readonly creator?: Address
  /**
   * Pure and deterministic; never mutates.
   * @throws TernError `quote/*` for zero, nothing out, beyond reserves, not open, complete, paused, no liquidity, a token that
   * is not the pool's, a referral beyond what the pool allows; `amount/outOfRange` for a request that 64 bits do not hold. Nothing else.
   */
  quote(request: SwapRequest, clock: Clock): Quote
  /**
   * Instructions that do what `quote` said and fail on chain beyond `limit` (raw units): the least out of an exact-in
   * quote, the most in of an exact-out one. Signers are named by account role; no keys here.
   * `pick(n)` chooses among n fee recipients; random unless given.
   * @throws TernError of a token whose transfers call a program: `token/hookSigner`, `pool/accountsNotReady`, `layout/*`,
   * `address/noProgramAddress` where what stands on chain does not say which accounts that takes.
   */
  swap(quote: Quote, limit: bigint, parties: SwapParties, pick?: (n: number) => number): Promise<readonly Instruction[]>
  /**
   * Accounts that a swap of `tokenIn` makes the payer open, with their rent (not the trader's associated token accounts: those
   * are the client's). What is in `read` and there is left out: with an empty set it is all that may be opened.
   */
  opens(
    tokenIn: Address,
    parties: SwapParties,
    read: AccountSet,
  ): Promise<readonly { readonly address: Address; readonly lamports: bigint }[]>
}

/**
 * What goes in, and either exactly how much of it or exactly how much is to come out, in raw units. More than there is to come out is
 * refused (`quote/beyondReserves`), also where the program would pay what there is.
 */
export type SwapRequest = Readonly<
  {
    tokenIn: Address
    /**
     * What whoever brought the trade asks for, in parts per million of the quote token's side; `SwapParties.referral` gets it. LaunchLab
     * takes it beside its own fees, up to its config's most; Meteora pays a part of its own fee, the same whatever is asked;
     * others nothing. Unset or 0: nobody brought it.
     */
    referralPpm?: bigint | undefined
  } & ({ exactIn: bigint } | { exactOut: bigint })
>

/** Who or what a fee of a swap goes to. */
export type FeeKind = 'trade' | 'protocol' | 'creator' | 'platform' | 'referral' | 'transfer'

/**
 * Ways that some trades of a protocol go, which evidence is told apart for: by what the program has gained since its public
 * binary was made, on a curve of another kind than those recorded, with a token that charges for transfers, with one whose
 * transfers call a program of its issuer.
 */
export type Way = 'laterRelease' | 'otherCurve' | 'transferFee' | 'transferHook'

/** What a swap takes and pays, to the unit, on the pool as it was read. */
export interface Quote {
  readonly request: SwapRequest
  readonly tokenIn: Address
  readonly tokenOut: Address
  /**
   * What leaves `tokenAccountIn` (or the payer's lamports) for the swap itself, the program's and the transfer fee in it;
   * rent, network fee and Tern's own fee are not. Below `exactIn` on a partial or rounded fill.
   */
  readonly amountIn: bigint
  /** What arrives in `tokenAccountOut`, after any transfer fee. */
  readonly amountOut: bigint
  readonly filled: 'whole' | 'partial'
  readonly fees: readonly { readonly kind: FeeKind; readonly mint: Address; readonly amount: bigint }[]
  /** Raw out per raw in, before fees. */
  readonly currentPrice: Ratio
  /** Raw out per raw in, as this swap pays. */
  readonly executionPrice: Ratio
  readonly priceImpact: Ratio
  /**
   * Compute units that the instructions of `swap` take at most, with the accounts that the program opens by itself; the message's
   * other instructions are not among them. Measured on the real program where its binary is public, which `conformance` holds
   * it to, else above what recorded trades took; transfers count as the dearest of the token programs that clusters had.
   */
  readonly computeUnits: number
  /** Only where the trade goes one. */
  readonly way?: Way | undefined
}

/** A venue that settles in lamports ignores the native side's token account. */
export interface SwapParties {
  readonly owner: Address
  readonly payer: Address
  readonly tokenAccountIn: Address
  readonly tokenAccountOut: Address
  /** The token account of whoever brought the trade, of the mint that its fee is in. */
  readonly referral?: Address
  /** Of the accounts that `opens` tells of, those that are not there yet: some the program does not open by itself. Unset: none. */
  readonly missing?: ReadonlySet<Address>
}
