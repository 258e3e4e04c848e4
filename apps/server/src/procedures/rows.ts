import type { EndpointState, ProviderName } from '@tern/chain'

/** What the procedures answer with. Plain JSON: every amount that can pass 2^53 is a decimal string of raw units. */

export interface NetworkRow {
  readonly kind: 'practice' | 'cluster'
  /** What a person calls it: `Practice`, `Mainnet`, `Devnet`, `Testnet`, or the first characters of the genesis hash. */
  readonly name: string
  readonly genesisHash: string
  /** How many nodes are behind `/rpc`, each by itself at `/rpc/1`, `/rpc/2` and so on. */
  readonly nodes: number
  /** The wallet that Tern's 1% goes to; `null`: it is not charged. */
  readonly feeWallet: string | null
  /** Of accounts that trades share, for messages that would be too long. */
  readonly lookupTable: string | null
  readonly slotMs: number
}

/** A way for transactions into the cluster that the relayer knows, or could know, by `name`. */
export interface ProviderRow {
  readonly name: ProviderName
  /** `unset`: whoever runs this server has not set it up. */
  readonly standing: 'ready' | 'unset'
  readonly needsKey: boolean
  /** Lamports. */
  readonly minimumTip: string
  /** Of one that is ready none: it takes no tip. */
  readonly tipAccounts: readonly string[]
  /** See `Provider` of `@tern/chain`. */
  readonly frontRunningAccount: string | null
  readonly frontRunningProtection: 'account' | 'request' | 'none'
  readonly endpoints: readonly Omit<EndpointState, 'provider'>[]
}

/** What became of a notice of a transaction. */
export interface NotifiedRow {
  readonly success: boolean
  readonly signer: string | null
  readonly signature: string | null
}

/** What the chain says of a referred transaction; `unknown`: nobody referred its trader, it pays no fee, or it was not notified. */
export type ReferralTradeState = 'unknown' | 'unseen' | 'confirmed' | 'final'

/** What a wallet's referral code has brought. */
export interface ReferralRow {
  /** `null`: none was made. */
  readonly code: string | null
  /** Of the trade fee, in basis points. */
  readonly shareBps: number
  readonly traders: number
  /** That paid a fee. */
  readonly trades: number
  readonly earnedLamports: string
  /** Of trades that are not final yet. */
  readonly openLamports: string
}

/** Lamports per raw token unit, exact. */
export interface PriceRow {
  readonly numerator: string
  readonly denominator: string
}

/** The factor from raw amounts to the amounts that wallets show. */
export interface ScaleRow {
  readonly kind: 'scaled' | 'interest'
  /** The program's float in the shortest digits that read back as it. */
  readonly multiplier: string
}

export interface TokenRow {
  readonly mint: string
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** Token-2022's multiplier or interest as of the latest block that is known; `null`: the mint has none. */
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
  /** The pool's price before fees, as of its latest state. */
  readonly price: PriceRow | null
  /** Raw units. */
  readonly supply: string | null
  /** Twice the pool's native side; of a bonding curve its SOL alone. */
  readonly liquidityLamports: string | null
  /** Unix time from which on it can be traded; `null`: it can, or that is not read yet. */
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
  /** Token-2022 only; `null`: the token takes no transfer fee. */
  readonly transferFeeBps: number | null
}

/** Where a token is on its bonding curve. */
export interface CurveRow {
  /** `complete`: sold out, and not yet in a pool. `migrating`: on its way to one. `migrated`: its liquidity moved to a pool. */
  readonly stage: 'trading' | 'complete' | 'migrating' | 'migrated'
  readonly progressPpm: number
  readonly creator: string
}

export interface TokenDetailRow extends TokenRow {
  /** Where its makers say more of it: a stranger's words. */
  readonly uri: string | null
}

/** A pool of a token that trades for no SOL. */
export interface OtherMarketRow {
  /** What it trades for. */
  readonly quoteMint: string
  readonly protocol: string
  readonly pool: string
}

/** What something of a token was read from. */
export interface SourceRow {
  /** `null`: several. */
  readonly account: string | null
  /** As of which it was read; `null`: the account is not there. */
  readonly slot: number | null
}

/** What the chain says of a token. `null`: not known, because it could not be read. */
export interface TokenFactsRow {
  /** As of which its mint was read. */
  readonly slot: number
  /** Who can make more of it; `null`: nobody. As `freezeAuthority`, `permanentDelegate` and `transferHook`. */
  readonly mintAuthority: string | null
  readonly freezeAuthority: string | null
  /** 0: it takes none. */
  readonly transferFeeBps: number
  /** What it will be once a change that was made counts; the same as `transferFeeBps` without one. */
  readonly laterTransferFeeBps: number
  /** Who can change the fee; `null`: nobody, or there is none. */
  readonly transferFeeAuthority: string | null
  readonly permanentDelegate: string | null
  /** A program that every transfer calls. */
  readonly transferHook: string | null
  readonly isFrozenAtFirst: boolean
  readonly isTransferable: boolean
  readonly pausing: 'none' | 'possible' | 'paused'
  /** Extensions of the mint that Tern does not know. */
  readonly unknownExtensions: number
  /** The account that can change the multiplier or the interest rate; `null` if there is no such account. */
  readonly scaleAuthority: string | null
  /** A multiplier that is set to count from a later time on; `null`: none. */
  readonly laterMultiplier: string | null
  /** The interest rate in basis points a year; `null`: none. */
  readonly interestBps: number | null
  readonly metadata: { readonly isMutable: boolean } | null
  /** `pool`: so much of its liquidity tokens is burned, and so much locked for good. `positions`: it gives none, and counts what is locked. */
  readonly liquidity:
    | { readonly kind: 'curve' }
    | { readonly kind: 'pool'; readonly burnedPpm: number; readonly lockedPpm: number }
    | { readonly kind: 'positions'; readonly lockedPpm: number }
    | null
  /** What the ten largest accounts hold of the supply, the pool's own left out. */
  readonly largestPpm: number | null
  readonly creator: string | null
  /** What the creator's account holds of the supply. */
  readonly creatorPpm: number | null
  /** What each was read from; `null` where nothing was. */
  readonly sources: {
    readonly mint: SourceRow
    readonly metadata: SourceRow | null
    readonly liquidity: SourceRow | null
    readonly largest: SourceRow | null
    readonly creator: SourceRow | null
  }
}

/** An account that holds much of a token. */
export interface HolderRow {
  readonly account: string
  /** Whose it is; `null`: it was not there any more when it was read. */
  readonly owner: string | null
  /** Raw units. */
  readonly amount: string
  /** Of the supply, rounded up. */
  readonly sharePpm: number
  /** `pool`: what is in it is nobody's. `creator`: who made the token. */
  readonly standing: 'pool' | 'creator' | 'holder'
  readonly slot: number
}

/** What one wallet traded of a token, by the trades that this server knows: lamports on the native side of the swaps, fees and tips beside them not counted. */
export interface TraderRow {
  readonly owner: string
  readonly buys: number
  readonly sells: number
  readonly boughtLamports: string
  readonly boughtTokens: string
  readonly soldLamports: string
  /** More than `boughtTokens`: the rest came from elsewhere. */
  readonly soldTokens: string
  /** By average cost, of what was bought here. */
  readonly realisedLamports: string
  /** Of what was bought here and not sold, at the price of now; `null`: there is none. */
  readonly unrealisedLamports: string | null
}

/** Who made most with a token. */
export interface TradersRow {
  /** Most of it first. */
  readonly traders: readonly TraderRow[]
  /** Of how many trades. */
  readonly trades: number
  /** When the first of those was; `null`: there are none. */
  readonly sinceSeconds: number | null
}

/** What else the maker of a token has made, of what this server lists. */
export interface DevTokensRow {
  /** `null`: nobody is named. */
  readonly creator: string | null
  /** The newest first. */
  readonly tokens: readonly TokenRow[]
}

export interface TradeRow {
  readonly signature: string
  readonly slot: number
  readonly timestampSeconds: number
  readonly side: 'buy' | 'sell'
  /** Lamports on the native side of the swap. */
  readonly lamports: string
  /** Raw token units on the other side. */
  readonly tokens: string
  /** The pool's price after it, without fees. */
  readonly price: PriceRow
  readonly owner: string | null
}

export interface LiveTradeRow extends TradeRow {
  readonly mint: string
}

/** The last trade of a token, for its live price. */
export type TickerRow = Pick<LiveTradeRow, 'mint' | 'price' | 'side' | 'slot'>

/** What the stream tells: all that happened since the last message, of what the reader wants. Ids count within one epoch. */
export interface StreamRow {
  readonly epoch: string
  readonly id: number
  /** The newest one. */
  readonly blockhash?: BlockhashRow
  /** The last trade of each token that was traded. */
  readonly tickers?: readonly TickerRow[]
  /** Of how many trades these are the last. */
  readonly traded?: number
  /** By mint, every trade, oldest first. */
  readonly trades?: Readonly<Record<string, readonly LiveTradeRow[]>>
  /** Topics of which more happened than is still known: what was read of them must be read again. */
  readonly gap?: readonly string[]
}

export interface CandleRow {
  /** Start of the interval, seconds since 1970. */
  readonly t: number
  /** Decimal strings: lamports per raw token unit, 18 significant digits, cut off. */
  readonly open: string
  readonly high: string
  readonly low: string
  readonly close: string
  readonly volumeLamports: string
}

/** The names `blockhash` and `blockheight` are the specification's. */
export interface BlockhashRow {
  readonly blockhash: string
  /** The chain's block height when it was read. */
  readonly blockheight: number
  readonly lastValidBlockHeight: number
  readonly slot: number
}

/** Lamports for a provider, for bringing a transaction in. */
export interface TipRow {
  readonly provider: string
  readonly lamports: string
}

/** What a transaction did to one wallet. Amounts are signed: minus is what left it. */
export interface ActivityRow {
  readonly signature: string
  readonly slot: number
  /** `null`: the node does not tell. */
  readonly timestampSeconds: number | null
  /**
   * `reclaim`: empty token accounts were closed, for their rent. `nonce`: its nonce account was opened, advanced or closed. Of one
   * that failed: what it was meant to do.
   */
  readonly kind: 'buy' | 'sell' | 'swap' | 'deposit' | 'withdrawal' | 'reclaim' | 'nonce' | 'other'
  /** Why it failed; `null`: it did not. */
  readonly failure: string | null
  /** Lamports that the wallet paid the network, signatures and priority. */
  readonly networkFee: string
  /** What the wallet's SOL, wrapped SOL counted, changed by in lamports: fees, rent and all. */
  readonly lamports: string
  /** What of that went into rent of its own token and nonce accounts, which is no cost; minus: came back from it. */
  readonly rent: string
  /** By mint, SOL excepted. */
  readonly tokens: readonly ActivityTokenRow[]
  /** Its one trade; `null`: none, or several. */
  readonly trade: ActivityTradeRow | null
  /** What it tipped a provider that is known; absent of what was read before tips were. */
  readonly tip?: TipRow | null
  /** Lamports of Tern's fee; absent: none, or it was read before they were. */
  readonly tradeFee?: string
  /** Who gave or got what was moved. */
  readonly counterparty: string | null
}

export interface ActivityTokenRow {
  readonly mint: string
  readonly decimals: number
  /** Raw units. */
  readonly amount: string
}

export interface ActivityTradeRow {
  readonly protocol: string
  readonly side: 'buy' | 'sell'
  readonly mint: string
  /** What the venue took and gave, lamports and raw token units; `null`: it failed. */
  readonly amountIn: string | null
  readonly amountOut: string | null
  /** The most that it was let take and the least that it was to bring; `null`: its instruction does not tell. */
  readonly mostIn: string | null
  readonly leastOut: string | null
}

export interface ActivityPage {
  /** Newest first. */
  readonly rows: readonly ActivityRow[]
  /** To be asked for next; `null`: there are no older ones here. */
  readonly before: string | null
  /** Whether the wallet's first transaction is among those known; else older ones were not read. */
  readonly reachesBack: boolean
  /** Whether the chain is still being read, or could not be. */
  readonly isBehind: boolean
}
