import type { MessageVersion, Tip, Variant } from '@tern/chain'
import type { Outlay, Payment, TableOfAddresses, TemporaryAccount } from '@tern/chain/internal'
import type { Address, ErrorCode, Ratio, SignedTransaction, TernError, Token } from '@tern/core'
import type { Pool, Quote } from '@tern/venues'
import type { PoolName } from '../../client.ts'

/** The needs of a trade, measured by a simulation. */
export interface MeasuredUnits {
  /** Compute units. */
  readonly units: number
  /** The known compute-unit need of the message (`knownUnitLimit`). */
  readonly knownLimit: number
  /** Set if the simulation failed. `units` is meaningless then. */
  readonly refusal?: Refusal
}

/** A program's refusal of a simulated trade. A plan made with it has the error among its reasons. */
export interface Refusal {
  readonly error: TernError
  /** The minimum of the refused plan. A refusal for the price does not apply to a plan with another minimum. */
  readonly minimum: bigint
}

/** All settings of a trade but its size. */
export interface TradeSettings {
  /** The token traded against the native coin. */
  readonly mint: Address
  /** Unset: the pool of `findPools` that pays most, or the deepest if no amount is given. */
  readonly pool?: PoolName
  /** The max priority fee. */
  readonly priorityFeeLamports: bigint
  /** The tip for the provider. A provider that takes no tips gets no tip. Unset: the provider's minimum. */
  readonly bribeLamports?: bigint
  /** The name of the provider to tip. The trade goes to no other provider that takes tips. Unset: the first provider that takes tips. */
  readonly provider?: string
  /** Returns the index of the provider's tip account, of `n`. Unset: at random. */
  readonly pickTipAccount?: (n: number) => number
  /** Asks providers for protection from trades around this trade. A provider that is asked through an account must be tipped. Unset: no. */
  readonly frontRunningProtection?: boolean
  /** Unset: computed from `measured`, otherwise from the quote's `computeUnits`. */
  readonly computeUnitLimit?: number
  /**
   * The result of `measureTrade` for a plan of the same trade. The limit is the measured units and a tenth, plus the growth of the known
   * need since then. A measured refusal is among the plan's reasons.
   */
  readonly measured?: MeasuredUnits
  /** Unset: 0. */
  readonly version?: MessageVersion
  /**
   * The code of the referrer, in a memo that is signed with the trade (`referralMemo`). Left out if no fee is paid, or if the message
   * would be too long. Unset: no referrer.
   */
  readonly referralCode?: string | undefined
  /** The lifetime of the message. A nonce takes room in the message. Unset: a blockhash. */
  readonly lifetime?: 'blockhash' | 'nonce'
}

/** A requested trade. */
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
  /** The wallet's own token account or nonce account, or an account of the venue. */
  readonly kind: 'tokenAccount' | 'nonceAccount' | 'venue'
}

/** A trade ready to be signed as soon as it gets a blockhash. */
export interface TradePlan {
  readonly side: 'buy' | 'sell'
  readonly owner: Address
  readonly request: TradeRequest
  readonly pool: Pool
  readonly quote: Quote
  /** The min output in raw units. The trade fails on chain if it would pay less. */
  readonly minimum: bigint
  /** The expected input of the swap, in raw units. The max of a buy that settles in lamports is `outlay.amount`. */
  readonly amount: bigint
  readonly token: Token
  /** The owner's associated account of the token. */
  readonly tokenAccount: Address
  /** The form of the swap that the cluster's release of the program takes. Unset: the swap has a single form. */
  readonly swapForm?: string | undefined
  /** Set if a buy assumes that `tokenAccount` exists, because the message would be too long with the opening. */
  readonly isOpen?: boolean
  /** Unset at venues that settle in lamports. */
  readonly temporary: TemporaryAccount | undefined
  /** Set only if the message would be too long without it. */
  readonly lookupTable: TableOfAddresses | undefined
  /** Tern's fee. Unset: not charged. */
  readonly tradeFee: Payment | undefined
  /** The referral code in the message. Unset: no code. */
  readonly referralCode?: string | undefined
  /** The payment to the provider. */
  readonly tip: Tip | undefined
  /** Compute units reserved for guards of the owner's wallet. Unset: 0. */
  readonly guardUnits?: number | undefined
  /** The compute-unit limit of the transaction. */
  readonly unitLimit: number
  readonly outlay: Outlay
  readonly opens: readonly Opening[]
}

/** The purpose of a receipt's line. */
export type ReceiptLineKind = 'amount' | 'tradeFee' | 'priority' | 'bribe' | 'rent' | 'network' | 'slippage' | 'margin'

/** A line of the lamports that a wallet must hold. */
export interface ReceiptLine {
  readonly kind: ReceiptLineKind
  readonly label: string
  readonly lamports: bigint
  readonly note?: string
}

/** The figures of a trade, to read before the click. */
export interface TradeReceipt {
  readonly get: {
    readonly token: Token
    /** Raw units, before the token's own transfer fee. */
    readonly expected: bigint
    readonly afterTransferFee: bigint
    readonly minimum: bigint
    /**
     * True if trades of this kind were compared with the program itself, or with trades recorded on a cluster. Otherwise the trade is
     * simulated before it is signed: the simulated output can raise the minimum, and a failed simulation is a refusal.
     */
    readonly isVerified: boolean
    readonly priceImpact: Ratio
    /** The rise of the price, from before a buy, at which selling all returns the cost. `null`: not known, or a sell. */
    readonly breakEven: Ratio | null
  }
  /** The lines of the lamports that the wallet must hold. A sell's tokens have no line. */
  readonly pay: readonly ReceiptLine[]
  /** The sum of the lines: the min lamports that the wallet must hold. */
  readonly totalLamports: bigint
}

/** Why a trade is refused. */
export interface Reason {
  readonly code: ErrorCode
  readonly text: string
  readonly error: TernError
}

/** A planned trade, with the reasons against it. `plan`, `quote` and `receipt` are set as far as the reasons allow. */
export interface PlannedTrade {
  readonly plan: TradePlan | undefined
  readonly quote: Quote | undefined
  readonly receipt: TradeReceipt | undefined
  /** In order. Empty: the trade can be made. */
  readonly reasons: readonly Reason[]
  /** The unit of time that changes the quote although the pool is unchanged, see `Pool.changesWith`. Unset: time changes nothing. */
  readonly changesWith?: 'slots' | 'seconds'
}

/** A transaction of a trade that is sent in several variants, with its own plan. */
export interface TradeVariant extends Variant {
  readonly plan: TradePlan
}

/** The parts of an action that explain its failure on chain. Only trades have a side and a token account. */
export interface FailureKey extends Partial<Pick<TradePlan, 'side' | 'tokenAccount'>> {
  /** The program of each instruction. */
  readonly programs: readonly Address[]
}

/** A signed trade, with all data to send it again and to report its outcome. */
export interface SentTrade {
  readonly plan: TradePlan
  readonly transaction: SignedTransaction
  /** Set for a trade with a durable nonce: `transaction` and its variants. At most a single variant can land. */
  readonly variants?: readonly [TradeVariant, ...TradeVariant[]]
  /** The program of each instruction. */
  readonly programs: readonly Address[]
  /** The accounts that the trade may change. */
  readonly writes: readonly Address[]
}
