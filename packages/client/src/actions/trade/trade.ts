import type { MessageVersion, Tip, Variant } from '@tern/chain'
import type { Outlay, Payment, TableOfAddresses, TemporaryAccount } from '@tern/chain/internal'
import type { Address, ErrorCode, Ratio, SignedTransaction, TernError, Token } from '@tern/core'
import type { Pool, Quote } from '@tern/venues'
import type { PoolName } from '../../client.ts'

/** What a trade took when it was simulated. */
export interface MeasuredUnits {
  /** Compute units. */
  readonly units: number
  /** The compute-unit limit that its message was known to need. */
  readonly knownLimit: number
  /** Set where it would fail: the units say nothing then. */
  readonly refusal?: Refusal
}

/** That a program refused a trade when it was simulated. A plan that is made by it has its error among its reasons. */
export interface Refusal {
  readonly error: TernError
  /** What the refused plan asked for at least: one that asks for something else is not refused for its price. */
  readonly minimum: bigint
}

/** What a trade is, but for its size. */
export interface TradeSettings {
  /** The token traded against the native coin. */
  readonly mint: Address
  /** Unset: of the pools that `findPools` finds, the one that pays most, and the deepest where no amount is given. */
  readonly pool?: PoolName
  /** What getting in early is worth; the chain takes at most this. */
  readonly priorityFeeLamports: bigint
  /** For the provider. A provider that takes no tip is sent none. Unset: the least that it takes. */
  readonly bribeLamports?: bigint
  /** Which of the client's providers is tipped; the trade goes to no other that takes tips. Unset: the first that takes any. */
  readonly provider?: string
  /** Which of the `n` accounts of whom it tips is paid. Unset: any, at random. */
  readonly pickTipAccount?: (n: number) => number
  /** Asks the providers that can to keep others from trading around it; one that does it by an account only when it is tipped. Unset: no. */
  readonly frontRunningProtection?: boolean
  /** Unset: as `measured` says, or else what the message is known to need, by the quote's `computeUnits`. */
  readonly computeUnitLimit?: number
  /**
   * Of a plan for the same trade, by `measureTrade`: a tenth more than that, and what the message is known to need more than that
   * plan's; or why a program refuses it.
   */
  readonly measured?: MeasuredUnits
  /** Unset: 0. */
  readonly version?: MessageVersion
  /**
   * Names who brought the trader here, in a memo that is signed with the trade (`referralMemo`). Left out where no fee is paid, and where
   * the message would be too long. Unset: nobody.
   */
  readonly referralCode?: string | undefined
  /** What it is to live by, as a nonce takes room in the message. Unset: a blockhash. */
  readonly lifetime?: 'blockhash' | 'nonce'
}

/** A trade as it is asked for. */
export interface TradeRequest extends TradeSettings {
  /** A buy's lamports, a sell's raw units of the token. */
  readonly amountIn: bigint
  readonly slippageBps: number
}

/** An account that a trade opens and that stays open. */
export interface Opening {
  readonly address: Address
  /** Its rent. */
  readonly lamports: bigint
  /** The wallet's own token account or nonce account, or one that the venue keeps. */
  readonly kind: 'tokenAccount' | 'nonceAccount' | 'venue'
}

/** A trade ready to be signed as soon as it gets a blockhash. */
export interface TradePlan {
  readonly side: 'buy' | 'sell'
  readonly owner: Address
  readonly request: TradeRequest
  readonly pool: Pool
  readonly quote: Quote
  /** The least that may come out, in raw units; the trade fails on chain rather than pay less. */
  readonly minimum: bigint
  /** What the swap is expected to take, in raw units; of a buy that settles in lamports `outlay.amount` is the most that it may. */
  readonly amount: bigint
  readonly token: Token
  /** The owner's associated account of the token. */
  readonly tokenAccount: Address
  /** The form of the swap that the cluster's release of the program takes; unset: there is only one. */
  readonly swapForm?: string | undefined
  /** Whether a buy takes it for granted that `tokenAccount` is there: only where the message would be too long with its opening. */
  readonly isOpen?: boolean
  /** Unset at venues that settle in lamports. */
  readonly temporary: TemporaryAccount | undefined
  /** Only where the message would be too long without it. */
  readonly lookupTable: TableOfAddresses | undefined
  /** Tern's fee; unset: not charged. */
  readonly tradeFee: Payment | undefined
  /** The referral code that the message names; unset: none. */
  readonly referralCode?: string | undefined
  /** For the provider. */
  readonly tip: Tip | undefined
  /** Compute units that are left free for guards of the owner's wallet; unset: none. */
  readonly guardUnits?: number | undefined
  /** The compute units that its transaction may take. */
  readonly unitLimit: number
  readonly outlay: Outlay
  readonly opens: readonly Opening[]
}

/** What a line of a receipt is for. */
export type ReceiptLineKind = 'amount' | 'tradeFee' | 'priority' | 'bribe' | 'rent' | 'network' | 'slippage' | 'margin'

/** One line of what a wallet must hold, in lamports. */
export interface ReceiptLine {
  readonly kind: ReceiptLineKind
  readonly label: string
  readonly lamports: bigint
  readonly note?: string
}

/** What a person reads before the click. */
export interface TradeReceipt {
  readonly get: {
    readonly token: Token
    /** Raw units, before the token's own transfer fee. */
    readonly expected: bigint
    readonly afterTransferFee: bigint
    readonly minimum: bigint
    /**
     * Whether trades of this kind were held to the program itself or to what a cluster has seen. Else what the message brings when it
     * is simulated, before it is signed, raises the minimum, and a simulation that fails is a refusal.
     */
    readonly isVerified: boolean
    readonly priceImpact: Ratio
    /** How far the price must rise from before a buy, until selling all of it returns what was spent. `null`: not known, or a sell. */
    readonly breakEven: Ratio | null
  }
  /** What the wallet must hold, line by line. A sell's tokens are not among them. */
  readonly pay: readonly ReceiptLine[]
  /** The sum of the lines: the least lamports that the wallet must hold for the trade to be let through. */
  readonly totalLamports: bigint
}

/** Why a trade is refused. */
export interface Reason {
  readonly code: ErrorCode
  readonly text: string
  readonly error: TernError
}

/** What would happen, and why it may not. `plan`, `quote` and `receipt` are there as far as the reasons let them be worked out. */
export interface PlannedTrade {
  readonly plan: TradePlan | undefined
  readonly quote: Quote | undefined
  readonly receipt: TradeReceipt | undefined
  /** In order; none: the trade may be made. */
  readonly reasons: readonly Reason[]
  /** With what the same request comes to something else though nothing is written to its pool, as `Pool.changesWith` says; unset: nothing. */
  readonly changesWith?: 'slots' | 'seconds'
}

/** One of the transactions that a trade is sent as, and what it does otherwise than the others. */
export interface TradeVariant extends Variant {
  readonly plan: TradePlan
}

/** The parts of an action that explain its failure on chain. Only trades have a side and a token account. */
export interface FailureKey extends Partial<Pick<TradePlan, 'side' | 'tokenAccount'>> {
  /** The program of each instruction. */
  readonly programs: readonly Address[]
}

/** A trade that was signed: all that it takes to send it again and to say what became of it. */
export interface SentTrade {
  readonly plan: TradePlan
  readonly transaction: SignedTransaction
  /** Of a trade that lives by a durable nonce: `transaction` and others, of which one at most can land. */
  readonly variants?: readonly [TradeVariant, ...TradeVariant[]]
  /** The program of each instruction. */
  readonly programs: readonly Address[]
  /** The accounts that it may change. */
  readonly writes: readonly Address[]
}
