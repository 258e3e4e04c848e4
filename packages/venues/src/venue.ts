import type { Instruction } from '@solana/instructions'
import type { AccountSet, AccountSnapshot, Address, Clock, Ratio, Readable, Token } from '@tern/core'
import type { ProtocolEvidence } from './ground.ts'
import type { Protocol } from './protocols.ts'

/** A trading protocol: how to read and open its pools. */
export interface Venue extends Readable<Pool> {
  readonly protocol: Protocol
  readonly programs: readonly Address[]
}

/** The state of a bonding curve. */
export interface CurveState {
  /**
   * `trading`: open for trades. `complete`: every token for sale is sold. `migrated`: its liquidity moved to a pool.
   * `migrating`: between the steps of a migration, if the curve stores the first step.
   * For example, a DBC curve has set its vested tokens aside.
   */
  readonly stage: 'trading' | 'complete' | 'migrating' | 'migrated'
  /** Share of the tokens for sale that is sold, in parts per million, rounded down. */
  readonly progressPpm: number
  readonly creator: Address
}

/** The pool that a bonding curve moves to, or has moved to. */
export interface Graduation {
  readonly protocol: Protocol
  readonly address: Address
}

/** The pool that a curve's liquidity will move to, as far as the curve alone determines it. */
export interface DerivedGraduation extends Graduation {
  /**
   * Checks that the account at the address is the curve's own pool.
   * Set only if a stranger could create a pool at that address before the curve ends. The curve then moves to another
   * address. If the check fails, only the migration itself shows the address.
   */
  readonly isProvedBy?: (account: AccountSnapshot) => boolean
  /** `true` if the curve may also move elsewhere. The pool then counts only once it exists. */
  readonly mayDiffer?: true
}

/**
 * The instructions that the releases of a program take for the same swap.
 * A cluster runs a single release. Only a simulation shows the release.
 */
export interface SwapForms {
  /** Their names, newest first. `swap` builds the first, unless `SwapParties.form` names another. */
  readonly names: readonly [string, ...string[]]
  /**
   * Checks if a swap failed because the cluster's release does not know its form.
   * @param error a node's `TransactionError`. It may be any value.
   */
  isUnknown(error: unknown): boolean
}

/** A pool or bonding curve as it was at `slot`. Immutable: read the accounts again to see changes. */
export interface Pool {
  readonly protocol: Protocol
  /** Evidence from outside Tern for the program's trades. */
  readonly evidence: ProtocolEvidence
  readonly address: Address
  readonly slot: bigint
  /** In on-chain order. The native side is the wrapped mint. */
  readonly tokens: readonly [Token, Token]
  /** How the native side is paid: in lamports (a bonding curve), or through a wrapped token account. */
  readonly nativeSettlement: 'lamports' | 'wrapped'
  /** Lamports of a bonding curve that keeps them in another account. Unset: they are in the curve's own account. */
  readonly heldLamports?: bigint
  /** Set only for a bonding curve. */
  readonly curve?: CurveState
  /**
   * Price of a bonding curve after its last trade, before fees: raw units of the other token per raw unit of the
   * launched token. A complete curve still has it. A migration may empty the reserves, so then it means nothing.
   */
  readonly currentPrice?: Ratio | undefined
  /**
   * Returns the opening time in Unix seconds if the pool is not open at `clock`, otherwise `undefined`.
   * Estimated if the pool opens at a slot. Until then, a quote throws `quote/notOpen`.
   * Set only for pools that can open later than their creation.
   */
  opensAtSeconds?(clock: Clock): bigint | undefined
  /**
   * Returns the unit of time that changes the pool's quotes from `clock` on, even if nobody writes to the pool.
   * `undefined` if time changes nothing. Examples: before it opens, while its fee falls, while it charges large trades
   * more. A mint's transfer fee, which may change with an epoch, does not count.
   */
  changesWith?(clock: Clock): 'slots' | 'seconds' | undefined
  /**
   * Max parts per million by which a larger input may bring more per unit, because the program interpolates a table.
   * Unset: the output per input never rises with the input, apart from roundings.
   */
  readonly bendPpm?: number
  /**
   * Returns the pool that receives the curve's liquidity after completion.
   * The caller must check that this pool exists and belongs to the curve.
   * Set only for bonding curves whose pool address can be derived.
   */
  graduation?(): Promise<DerivedGraduation>
  /**
   * Returns the tokens that back the pool's liquidity at `clock`, in raw units and in the order of `tokens`.
   * Leaves out fees that the protocol collects. A pool with positions also holds fees that its positions can collect.
   * Set only for pools, not for bonding curves.
   */
  reserves?(clock: Clock): readonly [bigint, bigint]
  /** The pool's token accounts, if quotes do not need them and `Venue.accountsToRead` leaves them out. */
  readonly vaults?: readonly Address[]
  /**
   * The mint of the pool's LP tokens, and `given`: how many the pool counts as given out, including burned tokens.
   * `locker`: owner of the locked LP tokens. Only their fees can be withdrawn.
   * Set only for pools that give LP tokens.
   */
  readonly liquidityTokens?: { readonly mint: Address; readonly given: bigint; readonly locker?: Address }
  /** The liquidity that can never be withdrawn, and the whole. Set only for pools that count it themselves. */
  readonly lockedLiquidity?: { readonly locked: bigint; readonly whole: bigint }
  /** The token's creator, if a pool that a curve moved to still stores it. */
  readonly creator?: Address
  /** Set only if the releases of the program take different instructions for a swap. */
  readonly forms?: SwapForms
  /**
   * Quotes a swap. Pure and deterministic; changes nothing.
   *
   * @throws TernError `quote/*` if the amount is zero, if nothing comes out, if the output exceeds the reserves, if the
   *   pool is not open, complete, paused or has no liquidity, if the token is not in the pool, or if the referral
   *   exceeds the pool's max.
   * @throws TernError `amount/outOfRange` if the requested amount does not fit 64 bits. No other error.
   */
  quote(request: SwapRequest, clock: Clock): Quote
  /**
   * Checks if the program has an instruction for exact outputs of a swap of `tokenIn`. Without it, an exact-out quote is
   * encoded as an exact input, with the requested output as its min.
   * Unset: it has, in both directions.
   */
  hasExactOut?(tokenIn: Address): boolean
  /**
   * Builds the instructions of a quoted swap. They fail on chain beyond `limit`. Signers appear by address; no keys
   * here.
   *
   * @param limit raw units: min output of an exact-in quote, max input of an exact-out quote.
   * @throws TernError `token/hookSigner`, `pool/accountsNotReady`, `layout/*` or `address/noProgramAddress` if the
   *   token has a transfer hook and the chain's data do not determine the accounts that the hook takes.
   * @throws TernError `venue/invalidVersion` if `parties.form` is not one of the pool's forms, or cannot trade this pool.
   */
  swap(quote: Quote, limit: bigint, parties: SwapParties): Promise<readonly Instruction[]>
  /**
   * Returns the accounts that a swap of `tokenIn` opens at the payer's expense, with their rent in lamports.
   * Leaves out the trader's associated token accounts, because the client opens them.
   *
   * @param read accounts already read. Existing accounts in it are left out; an empty set yields every account that may
   *   be opened.
   */
  opens(
    tokenIn: Address,
    parties: SwapParties,
    read: AccountSet,
  ): Promise<readonly { readonly address: Address; readonly lamports: bigint }[]>
}

/**
 * The token that goes in, and either its exact amount or the exact amount that comes out, in raw units.
 * If the pool holds less than `exactOut`, the quote throws `quote/beyondReserves`, even if the program would pay the
 * rest.
 */
export type SwapRequest = Readonly<
  {
    tokenIn: Address
    /**
     * The fee that the referrer of the trade asks for, in parts per million of the quote token's side.
     * It goes to `SwapParties.referral`. LaunchLab adds it to its own fees, up to the max in its config.
     * Meteora pays a fixed share of its own fee instead, however much is asked. Other venues pay nothing.
     * @default 0: no referrer.
     */
    referralPpm?: bigint | undefined
  } & ({ exactIn: bigint } | { exactOut: bigint })
>

/** The receiver or the kind of a swap's fee. */
export type FeeKind = 'trade' | 'protocol' | 'creator' | 'platform' | 'referral' | 'transfer'

/**
 * Special cases of a protocol's trades. Each has its own evidence.
 * `lastBuy`: the buy completes a bonding curve, and no recording shows such a buy.
 * `laterRelease`: the trade runs code that the program's public binary lacks.
 * `otherCurve`: no recording covers the type of the curve.
 * `transferFee`: the token charges for transfers.
 * `transferHook`: each transfer of the token calls its issuer's program.
 */
export type SpecialCase = 'lastBuy' | 'laterRelease' | 'otherCurve' | 'transferFee' | 'transferHook'

/** The exact input and output of a swap on the pool as it was read. */
export interface Quote {
  readonly request: SwapRequest
  readonly tokenIn: Address
  readonly tokenOut: Address
  /**
   * Raw units that leave `tokenAccountIn` (or the payer's lamports) for the swap, including the program's fees and the
   * transfer fee. Rent, the network fee and Tern's own fee are not included. Less than `exactIn` after a partial or
   * rounded fill.
   */
  readonly amountIn: bigint
  /** Raw units that arrive in `tokenAccountOut`, after any transfer fee. */
  readonly amountOut: bigint
  readonly filled: 'whole' | 'partial'
  readonly fees: readonly { readonly kind: FeeKind; readonly mint: Address; readonly amount: bigint }[]
  /** Raw units out per raw unit in, before fees. */
  readonly currentPrice: Ratio
  /** Raw units out per raw unit in that this swap achieves. */
  readonly executionPrice: Ratio
  /** Share by which the average price, without fees, is worse than `currentPrice`. 1 is 100%. */
  readonly priceImpact: Ratio
  /**
   * Max compute units of the instructions of `swap`, including accounts that the program opens itself.
   * The message's other instructions are not included.
   * Measured on the real program if its binary is public, checked by `conformance`; otherwise above every recorded
   * trade. A transfer counts as much as in the most expensive version of the token program that a cluster has run.
   */
  readonly computeUnits: number
  /** Set only if the trade is such a case. */
  readonly specialCase?: SpecialCase | undefined
}

/** The accounts of a trade. A venue that settles in lamports ignores the native side's token account. */
export interface SwapParties {
  readonly owner: Address
  readonly payer: Address
  readonly tokenAccountIn: Address
  readonly tokenAccountOut: Address
  /** The referrer's token account, of the mint that its fee is paid in. */
  readonly referral?: Address
  /**
   * The accounts that `opens` returned and that do not exist yet. For some accounts, `swap` adds an instruction that opens the account.
   * @default no account
   */
  readonly missing?: ReadonlySet<Address>
  /**
   * A name of the pool's `forms`. Other pools ignore it.
   * @default the newest
   */
  readonly form?: string | undefined
  /**
   * Returns an index below n, to choose among n fee recipients.
   * @default random
   */
  readonly pick?: (n: number) => number
}
