import type { MessageVersion, Tip } from '@tern/chain'
import type { Outlay, Payment, TableOfAddresses, TemporaryAccount } from '@tern/chain/internal'
import type { Address, ErrorCode, Ratio, TernError, Token } from '@tern/core'
import type { Pool, Quote } from '@tern/venues'
import type { PoolName } from '../../client.ts'
import type { Plan, PlanMessage, Planned } from '../plan/plan.ts'

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
  /** `nonce`: signed with the wallet's durable nonce (`openNonce`), so that it never expires. Unset: a blockhash. */
  readonly lifetime?: 'blockhash' | 'nonce'
  /** Number of the nonce account. Unset: 0. */
  readonly nonceIndex?: number
}

/** A requested trade. */
export interface TradeRequest extends TradeSettings {
  /** A buy's lamports, a sell's raw units of the token. */
  readonly amountIn: bigint
  readonly slippageBps: number
}

/** A request without its function and its measurement, so that a journal can keep it. */
export type TradeOrder = Omit<TradeRequest, 'pickTipAccount' | 'measured'>

/** An account that a trade opens and that stays open. */
export interface Opening {
  readonly address: Address
  /** Its rent. */
  readonly lamports: bigint
  /** The wallet's own token account or nonce account, or an account of the venue. */
  readonly kind: 'tokenAccount' | 'nonceAccount' | 'venue'
}

/** The parts that a trade's message is built from. */
export interface Trade {
  readonly side: 'buy' | 'sell'
  readonly owner: Address
  readonly request: TradeOrder
  /** See `TradeSettings`. */
  readonly measured?: MeasuredUnits | undefined
  readonly pickTipAccount?: TradeSettings['pickTipAccount'] | undefined
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

/** A planned trade. Its message is built again when it is signed: for the wallet of that moment, and with a blockhash or a nonce. */
export interface TradePlan extends Plan<TradeOrder>, Trade {
  readonly kind: 'buy' | 'sell'
  readonly request: TradeOrder
  readonly messages: readonly [PlanMessage]
}

/** The purpose of a preview's line. */
export type PreviewLineKind = 'amount' | 'tradeFee' | 'priority' | 'bribe' | 'rent' | 'network' | 'slippage' | 'margin'

/** A line of the lamports that a wallet must hold. */
export interface PreviewLine {
  readonly kind: PreviewLineKind
  readonly label: string
  readonly lamports: bigint
  readonly note?: string
}

/** The figures of a trade, to read before the click. */
export interface TradePreview {
  readonly get: {
    readonly token: Token
    /** Raw units, before the token's own transfer fee. */
    readonly expected: bigint
    readonly afterTransferFee: bigint
    readonly minimum: bigint
    /**
     * `true` if trades of this kind were compared with the program itself, or with trades recorded on a cluster. Otherwise the trade is
     * simulated before it is signed: the simulated output can raise the minimum, and a failed simulation is a refusal.
     */
    readonly isVerified: boolean
    readonly priceImpact: Ratio
    /** The price must rise this much from before a buy until a sale of all tokens returns the cost. `null`: not known, or a sell. */
    readonly breakEven: Ratio | null
  }
  /** The lines of the lamports that the wallet must hold. A sell's tokens have no line. */
  readonly pay: readonly PreviewLine[]
  /** The sum of the lines: the min lamports that the wallet must hold. */
  readonly totalLamports: bigint
}

/** A reason against a trade. */
export interface Reason {
  readonly code: ErrorCode
  readonly text: string
  readonly error: TernError
}

/** A planned trade, with the reasons against it. `plan`, `quote` and `preview` are set as far as the reasons allow. */
export interface PlannedTrade extends Planned<TradeOrder, Quote> {
  readonly plan: TradePlan | undefined
  readonly preview: TradePreview | undefined
  /** The unit of time that changes the quote although the pool is unchanged, see `Pool.changesWith`. Unset: time changes nothing. */
  readonly changesWith?: 'slots' | 'seconds'
}

/** The parts of an action that explain its failure on chain. Only trades have a side and a token account. */
export interface FailureKey extends Partial<Pick<Trade, 'side' | 'tokenAccount'>> {
  /** The program of each instruction. */
  readonly programs: readonly Address[]
}
