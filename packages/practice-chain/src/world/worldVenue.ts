import type { Instruction } from '@solana/kit'
import type { AccountSet, Address } from '@tern/core'
import type { Protocol } from '@tern/venues'
import type { DerivedKey } from './deriveKey.ts'
import { drawEmblem, type Emblem } from './emblem.ts'
import type { Genesis } from './genesis.ts'
import type { Fate } from './launches/fate.ts'
import type { Maker } from './makers/cast.ts'

/** One token of the world, as a listing shows it, and where it trades. */
export interface WorldToken {
  readonly mint: Address
  readonly symbol: string
  readonly name: string
  /** One sentence. */
  readonly description: string
  /** A whole SVG document. */
  readonly picture: string
  /** The pool or the bonding curve. */
  readonly pool: Address
  readonly protocol: Protocol
  /** Where it stood when the world was first shown: on its curve, past it (complete or migrated), or in a pool. */
  readonly stage: 'curve' | 'graduated' | 'pool'
  readonly decimals: number
  /** The token program that owns the mint. */
  readonly program: Address
  /** When its pool opened or its curve was launched. */
  readonly createdAtSeconds: number
}

/** What is invented about a token. No two tokens of the world have a symbol, a name, a sentence or an emblem in common. */
export interface Told {
  /** 3 to 10 capital letters. */
  readonly symbol: string
  /** At most 32 characters. */
  readonly name: string
  /** One sentence; at most 150 characters of plain words, so that it fits a metadata address. */
  readonly description: string
  readonly emblem: Emblem
}

/** A token of the world and what is invented about it, put together. */
export function worldToken(
  { symbol, name, description, emblem }: Told,
  found: Omit<WorldToken, 'symbol' | 'name' | 'description' | 'picture'>,
): WorldToken {
  return { ...found, symbol, name, description, picture: drawEmblem(emblem, name) }
}

/** A transaction that somebody in the world sends. The first signer pays. */
export interface Deed {
  readonly signers: readonly [DerivedKey, ...DerivedKey[]]
  readonly unitLimit: number
  readonly instructions: readonly Instruction[]
}

/** Where a token in a pool is placed. */
export interface PoolPlacing {
  readonly seed: string
  /** Gets some of every token. */
  readonly marketMaker: Address
  /** When the world is first shown. */
  readonly presentSeconds: bigint
}

/** A token that has a pool when the world begins. */
export interface PoolSeed extends Told {
  /** Lamports per raw token unit that its pool opens at: the makers think it worth about that. */
  readonly openingPrice: number
  /** Places its mint, its pool against SOL and those who hold it, as the program would have left them. */
  place(genesis: Genesis, placing: PoolPlacing): Promise<WorldToken>
}

/** Where a token is placed that was launched before the chain began. */
export interface CurvePlacing {
  readonly seed: string
  readonly cast: readonly Maker[]
  readonly launcher: Maker
  readonly launchedSeconds: number
  /** Of what its curve sells, the part that is sold when the chain begins; 1: it is complete. */
  readonly progress: number
}

/** A token that is launched on a bonding curve by a maker: before the world begins, or in its history. */
export interface CurveSeed extends Told {
  readonly protocol: Protocol
  readonly decimals: number
  /** The token program that owns the mint. */
  readonly program: Address
  /** How long before the world is shown. */
  readonly ageMinutes: number
  readonly fate: Fate
  /** Places its mint at the key `storyMint`, its curve at `poolOf` of that, and those who hold what was sold. */
  place(genesis: Genesis, placing: CurvePlacing): Promise<void>
  /** As `CurveVenue.launch`. */
  launch(mint: DerivedKey, launcher: DerivedKey): Promise<Deed>
}

/** A token that a maker thought of. */
export interface NewToken {
  readonly mint: DerivedKey
  readonly launcher: DerivedKey
  readonly name: string
  readonly symbol: string
  /** 0 to 1, the same for the same token: for what one launch in so many has. */
  readonly chance: number
}

/** A token whose curve is complete. */
export interface CompleteCurve {
  readonly mint: Address
  /** The token program that owns the mint. */
  readonly program: Address
  readonly pool: Address
}

/** Who moves a curve, and how the chain stands. */
export interface Moving {
  readonly seed: string
  readonly mover: DerivedKey
  /** As they are now. */
  readonly read: (addresses: readonly Address[]) => Promise<AccountSet>
}

/** What the world does with bonding curves of one program. */
export interface CurveVenue {
  /** The oldest first. */
  readonly seeds: readonly CurveSeed[]
  /** Lamports per raw token unit once a part of what it sells is sold, 0 to 1; beyond that, as if it went on. */
  priceAt(progress: number): number
  /** The curve of a mint that was launched in this world. */
  poolOf(mint: Address): Promise<Address>
  /** How often makers launch here, against the other venues' shares. */
  readonly launchShare: number
  /** The transaction that creates a token with its curve, its metadata at `metadataUri(mint)`. The launcher pays first. */
  launch(token: NewToken): Promise<Deed>
  /** The transactions, in order, that move a complete curve to its pool. */
  migrate(curve: CompleteCurve, moving: Moving): Promise<readonly Deed[]>
  /** Pays a maker what its tokens have earned, where that is worth the while; `undefined`: it is not. */
  collect?(maker: Maker, moving: Pick<Moving, 'read'>): Promise<Deed | undefined>
}

/** How tokens of one program come into the world and live there. */
export interface WorldVenue {
  /** The names that pools of the program go by. */
  readonly protocols: readonly Protocol[]
  /** Places what all its pools share: configs, what fees are paid to. */
  begin(genesis: Genesis, seed: string): Promise<void>
  /** The most liquid first. */
  readonly pools: readonly PoolSeed[]
  /** Only of a program with bonding curves. */
  readonly curves?: CurveVenue
}
