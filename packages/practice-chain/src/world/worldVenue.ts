import type { Instruction } from '@solana/kit'
import type { AccountSet, Address } from '@tern/core'
import type { LiquidityVenue, Protocol } from '@tern/venues'
import type { DerivedKey } from './deriveKey.ts'
import { drawEmblem, type Emblem } from './emblem.ts'
import type { Genesis } from './genesis.ts'
import type { Fate } from './launches/fate.ts'
import type { Maker } from './makers/cast.ts'

/** A token of the world, as a listing shows it, and its market. */
export interface WorldToken {
  readonly mint: Address
  readonly symbol: string
  readonly name: string
  /** A single sentence. */
  readonly description: string
  /** A whole SVG document. */
  readonly picture: string
  /** The pool or the bonding curve. */
  readonly pool: Address
  readonly protocol: Protocol
  /** Its stage when the world is first shown: on its curve, after it (complete or migrated), or in a pool. */
  readonly stage: 'curve' | 'graduated' | 'pool'
  readonly decimals: number
  /** The token program that owns the mint. */
  readonly program: Address
  /** The time when its pool opened or its curve was launched. */
  readonly createdAtSeconds: number
}

/** The invented part of a token. Symbols, names, sentences and emblems are unique within the world. */
export interface Described {
  /** 3 to 10 capital letters. */
  readonly symbol: string
  /** At most 32 characters. */
  readonly name: string
  /** A sentence of at most 150 characters in plain words, so that it fits a metadata address. */
  readonly description: string
  readonly emblem: Emblem
}

/** Combines a token's story with its accounts. */
export function worldToken(
  { symbol, name, description, emblem }: Described,
  found: Omit<WorldToken, 'symbol' | 'name' | 'description' | 'picture'>,
): WorldToken {
  return { ...found, symbol, name, description, picture: drawEmblem(emblem, name) }
}

/** A transaction of the world. The first signer pays. */
export interface Deed {
  readonly signers: readonly [DerivedKey, ...DerivedKey[]]
  readonly unitLimit: number
  readonly instructions: readonly Instruction[]
}

/** The surroundings of a token that is placed in a pool. */
export interface PoolPlacing {
  readonly seed: string
  /** Gets some of every token. */
  readonly marketMaker: Address
  /** The time when the world is first shown. */
  readonly presentSeconds: bigint
}

/** A token that has a pool at the beginning of the world. */
export interface PoolSeed extends Described {
  /** The pool's opening price in lamports per raw token unit, about which the makers' fair price moves. */
  readonly openingPrice: number
  /** Places its mint, its pool against SOL and its holders, in the state that the program would leave. */
  place(genesis: Genesis, placing: PoolPlacing): Promise<WorldToken>
}

/** The surroundings of a token that was launched before the chain began. */
export interface CurvePlacing {
  readonly seed: string
  readonly cast: readonly Maker[]
  readonly launcher: Maker
  readonly launchedSeconds: number
  /** The part of the curve's sale that is sold when the chain begins; 1: complete. */
  readonly progress: number
}

/** A token that a maker launches on a bonding curve: before the world begins, or in its history. */
export interface CurveSeed extends Described {
  readonly protocol: Protocol
  readonly decimals: number
  /** The token program that owns the mint. */
  readonly program: Address
  /** Its age when the world is shown. */
  readonly ageMinutes: number
  readonly fate: Fate
  /** Like `CurveVenue.priceAt`, for a token whose curve has another shape. */
  priceAt?(progress: number): number
  /** Places its mint, which follows from the key `storyMint`, its curve, and the holders of the sold tokens. */
  place(genesis: Genesis, placing: CurvePlacing): Promise<void>
  /** Like `CurveVenue.launch`. */
  launch(launching: Pick<NewToken, 'seed' | 'mint' | 'launcher'>): Promise<Deed>
}

/** A token that a maker invents. */
export interface NewToken {
  /** The world's seed. */
  readonly seed: string
  /** The mint's key, or the key that the mint's address follows from, see `CurveVenue.mintOf`. */
  readonly mint: DerivedKey
  readonly launcher: DerivedKey
  readonly name: string
  readonly symbol: string
  /** 0 to 1, fixed for the token. It decides the features that only some launches have. */
  readonly chance: number
}

/** A token whose curve is complete. */
export interface CompleteCurve {
  readonly mint: Address
  /** The token program that owns the mint. */
  readonly program: Address
  readonly pool: Address
}

/** The mover of a curve, and access to the chain. */
export interface Moving {
  readonly seed: string
  readonly mover: DerivedKey
  /** Reads current accounts. */
  readonly read: (addresses: readonly Address[]) => Promise<AccountSet>
}

/** The world's use of a program's bonding curves. */
export interface CurveVenue {
  /** Oldest first. */
  readonly seeds: readonly CurveSeed[]
  /** The price in lamports per raw token unit after a part of the sale, 0 to 1. Beyond 1, the curve goes on. */
  priceAt(progress: number): number
  /** The mint that a launch with this key makes. Unset: the key is the mint's. */
  mintOf?(key: DerivedKey): Promise<Address>
  /** The curve of a mint that was launched in this world. */
  poolOf(mint: Address): Promise<Address>
  /** How often makers launch here, relative to the other venues' shares. */
  readonly launchShare: number
  /**
   * The transaction that creates a token, its curve, and its metadata at `metadataUri(mint)`. The launcher pays.
   */
  launch(token: NewToken): Promise<Deed>
  /** The transactions, in order, that move a complete curve to its pool. Empty: the curve stays complete. */
  migrate(curve: CompleteCurve, moving: Moving): Promise<readonly Deed[]>
  /** Pays a maker its tokens' earnings; `undefined` if they are too small. */
  collect?(maker: Maker, moving: Pick<Moving, 'read'>): Promise<Deed | undefined>
}

/** Returns the mint that a launch with this key makes. */
export const launchedMint = async (curves: Pick<CurveVenue, 'mintOf'>, key: DerivedKey): Promise<Address> =>
  (await curves.mintOf?.(key)) ?? key.address

/** The part of a single program in the world. */
export interface WorldVenue {
  /** The protocols of the program's pools. */
  readonly protocols: readonly Protocol[]
  /** Places the accounts that all its pools share: configs and receivers of fees. */
  begin(genesis: Genesis, seed: string): Promise<void>
  /** Most liquid first. */
  readonly pools: readonly PoolSeed[]
  /** Set only for a program with bonding curves. */
  readonly curves?: CurveVenue
  /** Set only if makers provide liquidity in pools of the program. */
  readonly liquidity?: LiquidityVenue
}
