import type { ProviderName } from '@tern/chain'
import type { EndpointState } from '@tern/chain/internal'
import type { Feature } from '@tern/client'
import type { PoolRow } from './poolRows.ts'

/** The procedures' answers, as plain JSON. Amounts that can exceed 2^53 are decimal strings of raw units. */

export interface NetworkRow {
  readonly kind: 'practice' | 'cluster'
  /** Display name: `Practice`, `Mainnet`, `Devnet`, `Testnet`, or the first characters of the genesis hash. */
  readonly name: string
  readonly genesisHash: string
  /** Number of nodes behind `/rpc`. Each is also at its own path: `/rpc/1`, `/rpc/2` and so on. */
  readonly nodes: number
  /** The wallet that receives Tern's fee of 1%. `null`: there is no fee. */
  readonly feeWallet: string | null
  /** Lookup table with the accounts that trades share, for transactions that would be too long without it. */
  readonly lookupTable: string | null
  /** Features that are off in the operator's region. */
  readonly disabledFeatures: readonly Feature[]
  readonly slotMs: number
}

/** A provider that the relayer sends through, or could send through, by `name`. */
export interface ProviderRow {
  readonly name: ProviderName
  /** `unset`: the server's operator has not set it up. */
  readonly standing: 'ready' | 'unset'
  readonly needsKey: boolean
  /** Lamports. */
  readonly minimumTip: string
  /** Empty for a ready provider that takes no tip, and for an unset provider. */
  readonly tipAccounts: readonly string[]
  /** See `Provider` of `@tern/chain`. */
  readonly frontRunningAccount: string | null
  readonly frontRunningProtection: 'account' | 'request' | 'none'
  readonly endpoints: readonly Omit<EndpointState, 'provider'>[]
}

/** The result of a notice of a transaction. */
export interface NotifiedRow {
  readonly success: boolean
  readonly signer: string | null
  readonly signature: string | null
}

/**
 * The chain's state of a referred transaction. `unknown`: no code referred its trader, it pays no fee, or the server
 * had no notice of it.
 */
export type ReferralTradeState = 'unknown' | 'unseen' | 'confirmed' | 'final'

/** The earnings of a wallet's referral code. */
export interface ReferralRow {
  /** `null`: the wallet has no code yet. */
  readonly code: string | null
  /** Share of the trade fee, in basis points. */
  readonly shareBps: number
  readonly traders: number
  /** Trades that paid a fee. */
  readonly trades: number
  readonly earnedLamports: string
  /** Share of trades that are not final yet. */
  readonly openLamports: string
}

/** Lamports per raw token unit, exact. */
export interface PriceRow {
  readonly numerator: string
  readonly denominator: string
}

/** The factor from raw amounts to displayed amounts. */
export interface ScaleRow {
  readonly kind: 'scaled' | 'interest'
  /** The program's float, in the shortest digits that parse to the same float. */
  readonly multiplier: string
}

export interface TokenRow {
  readonly mint: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** Token-2022's multiplier or interest at the latest known block. `null`: the mint has neither. */
  readonly scale: ScaleRow | null
  /** The token program that owns the mint. */
  readonly program: string
  /** A path on this server. */
  readonly picture: string | null
  readonly description: string | null
  readonly protocol: string
  readonly pool: string
  /** `null`: not known, as on a cluster. */
  readonly createdAtSeconds: number | null
  /** The pool's price before fees, in its latest state. */
  readonly price: PriceRow | null
  /** Raw units. */
  readonly supply: string | null
  /** Twice the pool's SOL. For a bonding curve, its SOL only. */
  readonly liquidityLamports: string | null
  /** Unix time at which trading opens. `null`: it is open, or not read yet. */
  readonly opensAtSeconds: number | null
  /** `null`: not on a bonding curve, or not read yet. */
  readonly curve: CurveRow | null
  readonly volume5mLamports: string
  readonly volume24hLamports: string
  readonly buys5m: number
  readonly sells5m: number
  readonly change5mBps: number | null
  readonly change24hBps: number | null
  readonly mintAuthority: string | null
  readonly freezeAuthority: string | null
  /** Token-2022 only. `null`: the token takes no transfer fee. */
  readonly transferFeeBps: number | null
}

/** The document at a token's metadata URI, in the format that wallets read. */
export interface MetadataRow {
  readonly name: string
  readonly symbol: string
  readonly description: string
  /** URL under the practice world's origin, like the metadata URI. */
  readonly image: string
}

/** A token's progress on its bonding curve. */
export interface CurveRow {
  /**
   * `complete`: sold out, and not in a pool yet. `migrating`: on its way to a pool. `migrated`: its liquidity moved to
   * a pool.
   */
  readonly stage: 'trading' | 'complete' | 'migrating' | 'migrated'
  readonly progressPpm: number
  readonly creator: string
}

export interface TokenDetailRow extends TokenRow {
  /** Link to more about the token, from its creator: unverified text. */
  readonly uri: string | null
}

/** A pool of a token that does not trade for SOL. */
export interface OtherMarketRow {
  /** The token that it trades for. */
  readonly quoteMint: string
  readonly protocol: string
  readonly pool: string
}

/** The source of a fact about a token. */
export interface SourceRow {
  /** `null`: several accounts. */
  readonly account: string | null
  /** Slot of the read. `null`: the account does not exist. */
  readonly slot: number | null
}

/** The facts about a token on the chain. `null`: not known, because it could not be read. */
export interface TokenFactsRow {
  /** Slot at which its mint was read. */
  readonly slot: number
  /**
   * The account that can mint more. `null`: no account can. The same holds for `freezeAuthority`, `permanentDelegate`
   * and `transferHook`.
   */
  readonly mintAuthority: string | null
  readonly freezeAuthority: string | null
  /** 0: the token takes no transfer fee. */
  readonly transferFeeBps: number
  /** The fee after a scheduled change. Without a change it equals `transferFeeBps`. */
  readonly laterTransferFeeBps: number
  /** The account that can change the fee. `null`: no account can, or there is no fee. */
  readonly transferFeeAuthority: string | null
  readonly permanentDelegate: string | null
  /** A program that every transfer calls. */
  readonly transferHook: string | null
  readonly isFrozenAtFirst: boolean
  readonly isTransferable: boolean
  readonly pausing: 'none' | 'possible' | 'paused'
  /** Number of the mint's extensions that Tern does not know. */
  readonly unknownExtensions: number
  /** The account that can change the multiplier or the interest rate. `null`: there is no such account. */
  readonly scaleAuthority: string | null
  /** A multiplier that takes effect later. `null`: no change is announced. */
  readonly laterMultiplier: string | null
  /** The interest rate in basis points a year. `null`: no interest. */
  readonly interestBps: number | null
  readonly metadata: { readonly isMutable: boolean } | null
  /**
   * `pool`: the burned and the permanently locked share of its liquidity tokens. `positions`: the pool has no liquidity
   * tokens; the locked share of its positions.
   */
  readonly liquidity:
    | { readonly kind: 'curve' }
    | { readonly kind: 'pool'; readonly burnedPpm: number; readonly lockedPpm: number }
    | { readonly kind: 'positions'; readonly lockedPpm: number }
    | null
  /** The share of the supply in the ten largest accounts, without the pool's. */
  readonly largestPpm: number | null
  readonly creator: string | null
  /** The share of the supply in the creator's account. */
  readonly creatorPpm: number | null
  /** The source of each fact. `null` for a fact that was not read. */
  readonly sources: {
    readonly mint: SourceRow
    readonly metadata: SourceRow | null
    readonly liquidity: SourceRow | null
    readonly largest: SourceRow | null
    readonly creator: SourceRow | null
  }
}

/** An account with a large amount of a token. */
export interface HolderRow {
  readonly account: string
  /** `null`: the account no longer existed when it was read. */
  readonly owner: string | null
  /** Raw units. */
  readonly amount: string
  /** Share of the supply, rounded up. */
  readonly sharePpm: number
  /** `pool`: an account of the pool. `creator`: an account of the token's creator. */
  readonly standing: 'pool' | 'creator' | 'holder'
  readonly slot: number
}

/** The sums of a wallet's known trades of a token. Lamports are the SOL side of the swaps, without fees and tips. */
export interface TraderRow {
  readonly owner: string
  readonly buys: number
  readonly sells: number
  readonly boughtLamports: string
  readonly boughtTokens: string
  readonly soldLamports: string
  /** If it is more than `boughtTokens`, the rest came from elsewhere. */
  readonly soldTokens: string
  /** By average cost, for tokens that were bought in known trades. */
  readonly realisedLamports: string
  /** For the bought and unsold tokens, at the current price. `null`: there is no price. */
  readonly unrealisedLamports: string | null
}

/** The traders of a token with the highest profit. */
export interface TradersRow {
  /** Highest profit first. */
  readonly traders: readonly TraderRow[]
  /** Number of known trades. */
  readonly trades: number
  /** Time of the first known trade. `null`: there are no trades. */
  readonly sinceSeconds: number | null
}

/** The other listed tokens of a token's creator. */
export interface DevTokensRow {
  /** `null`: the creator is not known. */
  readonly creator: string | null
  /** Newest first. */
  readonly tokens: readonly TokenRow[]
}

export interface TradeRow {
  readonly signature: string
  readonly slot: number
  readonly timestampSeconds: number
  readonly side: 'buy' | 'sell'
  /** Lamports on the SOL side of the swap. */
  readonly lamports: string
  /** Raw token units on the other side. */
  readonly tokens: string
  /** The pool's price after the trade, without fees. */
  readonly price: PriceRow
  readonly owner: string | null
}

export interface LiveTradeRow extends TradeRow {
  readonly mint: string
}

/** The last trade of a token, for its live price. */
export type TickerRow = Pick<LiveTradeRow, 'mint' | 'price' | 'side' | 'slot'>

/** A message of the stream: all events since the last message, for the reader's topics. Ids count within an epoch. */
export interface StreamRow {
  readonly epoch: string
  readonly id: number
  /** The newest blockhash. */
  readonly blockhash?: BlockhashRow
  /** The last trade of each traded token. */
  readonly tickers?: readonly TickerRow[]
  /** Number of trades that `tickers` sums up. */
  readonly traded?: number
  /** By mint, every trade, oldest first. */
  readonly trades?: Readonly<Record<string, readonly LiveTradeRow[]>>
  /** The newest row of each changed pool. */
  readonly pools?: readonly PoolRow[]
  /** Topics with missed events that are no longer kept, or that a fork undid: the reader must read their data again. */
  readonly gap?: readonly string[]
}

export interface CandleRow {
  /** Start of the interval, in seconds since 1970. */
  readonly t: number
  /** Decimal strings: lamports per raw token unit, 18 significant digits, cut off. */
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volumeLamports: string
}

/** The specification defines the names `blockhash` and `blockheight`. */
export interface BlockhashRow {
  readonly blockhash: string
  /** The chain's block height at the read. */
  readonly blockheight: number
  readonly lastValidBlockHeight: number
  readonly slot: number
}

/** A tip: lamports for a provider, for landing a transaction. */
export interface TipRow {
  readonly provider: string
  readonly lamports: string
}

/** A transaction's effects on a wallet. Negative amounts left the wallet. */
export interface ActivityRow {
  readonly signature: string
  readonly slot: number
  /** `null`: the node does not report it. */
  readonly timestampSeconds: number | null
  /**
   * `reclaim`: closed empty token accounts to get their rent back. `nonce`: opened, advanced or closed its nonce
   * account. `addLiquidity`, `removeLiquidity`, `createPool`: see `liquidity`.
   * For a failed transaction: its intended kind.
   */
  readonly kind:
    | 'buy'
    | 'sell'
    | 'swap'
    | 'addLiquidity'
    | 'removeLiquidity'
    | 'createPool'
    | 'deposit'
    | 'withdrawal'
    | 'reclaim'
    | 'nonce'
    | 'other'
  /** Reason of the failure. `null`: it succeeded. */
  readonly failure: string | null
  /** Lamports that the wallet paid the network, for signatures and priority. */
  readonly networkFee: string
  /** The wallet's change in lamports, including wrapped SOL, fees and rent. */
  readonly lamports: string
  /**
   * The part of it that went into the rent of its own token and nonce accounts, which is not a cost. Minus: rent came
   * back.
   */
  readonly rent: string
  /** By mint, without SOL. */
  readonly tokens: readonly ActivityTokenRow[]
  /** Its only trade. `null`: it has no trade, or several. */
  readonly trade: ActivityTradeRow | null
  /** Set only for a change of liquidity. */
  readonly liquidity?: ActivityLiquidityRow
  /** Its tip to a known provider. Missing in rows that were stored before tips were read. */
  readonly tip?: TipRow | null
  /** Lamports of Tern's fee. Missing: there is no fee, or the row was stored before fees were read. */
  readonly tradeFee?: string
  /** The sender of a deposit, or the receiver of a withdrawal. */
  readonly counterparty: string | null
}

export interface ActivityTokenRow {
  readonly mint: string
  readonly decimals: number
  /** Raw units. */
  readonly amount: string
}

/** A change of a wallet's liquidity in a pool. Amounts are the wallet's changes: negative ones left it. */
export interface ActivityLiquidityRow {
  readonly protocol: string
  readonly pool: string
  /** Both tokens, in on-chain order, SOL by its wrapped mint. Empty: the transaction failed. */
  readonly sides: readonly ActivityTokenRow[]
  /** The LP tokens. `null`: the transaction failed, or the pool gives no LP tokens. */
  readonly share: ActivityTokenRow | null
}

export interface ActivityTradeRow {
  readonly protocol: string
  readonly side: 'buy' | 'sell'
  readonly mint: string
  /** Amounts of the venue's event, in lamports and raw token units. `null`: the trade failed. */
  readonly amountIn: string | null
  readonly amountOut: string | null
  /**
   * The limits of the instruction: its max input and its min output. `null`: the instruction does not contain it.
   * Databases hold rows with these names.
   */
  readonly mostIn: string | null
  readonly leastOut: string | null
}

export interface ActivityPage {
  /** Newest first. */
  readonly rows: readonly ActivityRow[]
  /** Cursor of the next page. `null`: there are no older rows here. */
  readonly before: string | null
  /** `true` if the wallet's first transaction is known. Otherwise older transactions were not read. */
  readonly reachesBack: boolean
  /** `true` if the chain is still being read, or could not be read. */
  readonly isBehind: boolean
}
