import type { Address } from '@tern/core'

/** An instruction with the addresses of its accounts. */
export interface NamedInstruction {
  readonly program: Address
  readonly accounts: readonly Address[]
  readonly data: Uint8Array
}

/** The kinds of instructions. The order is that of the compiled rows: add at the end. */
export const effectKinds = [
  /** Sells a token for another token. */
  'swap',
  /** Puts tokens into a pool, farm or position for a share of it. */
  'place',
  /** Takes tokens out of a pool, farm or position for a share of it. */
  'withdraw',
  /** Collects fees or rewards of the wallet. */
  'claim',
  /** Creates a pool. */
  'create',
  /** Creates a token with its bonding curve. */
  'launch',
  /** Moves the liquidity of a complete bonding curve to a pool. */
  'migrate',
  /** Opens an account, or makes it larger. */
  'open',
  'close',
  'transfer',
  'burn',
  'nonce',
  'budget',
  'memo',
  /** Changes nothing of the wallet's. */
  'nothing',
  /** Sells through several pools. Signers refuse it. */
  'route',
  /** Gives others power over the wallet's accounts. Signers refuse it. */
  'never',
] as const
/** The kind of an instruction. */
export type EffectKind = (typeof effectKinds)[number]

/** The side of a swap that is fixed. The other side is limited. */
export type SwapMode = 'exactIn' | 'exactOut'

interface Side {
  /** A token account, or the account that holds the lamports. */
  readonly account: Address
  /** SOL is the native mint, as lamports or wrapped. `byTerms`: the instruction does not list the mint. */
  readonly mint: Address | 'byTerms'
  /** `undefined`: the instruction does not name it. */
  readonly tokenProgram?: Address
  /** The token is a share of the pool, farm or position. */
  readonly isShare?: true
}

/** Tokens or lamports that an instruction takes from an account. Raw units. */
export interface Take extends Side {
  /** The max amount. `2n ** 64n - 1n`: the bytes state no maximum. */
  readonly max: bigint
  /** The mint's decimals, if the bytes state the number. The program checks it. */
  readonly decimals?: number
}

/** Tokens or lamports that an instruction brings to an account of any owner. Raw units. */
export interface Bring extends Side {
  /** The min amount. 0: the bytes state no minimum. */
  readonly min: bigint
}

/** An account that an instruction opens or makes larger. */
export interface OpenedAccount {
  readonly account: Address
  /** The wallet that gets the rent back. `undefined`: the account belongs to others. */
  readonly owner?: Address
  readonly payer: Address
  /** Max lamports. 0 if an earlier instruction paid the rent, `2n ** 64n - 1n` if nothing bounds it. */
  readonly maxRent: bigint
  /** The mint of a token account. */
  readonly mint?: Address
  /** The program that owns the account, if the instruction says it. */
  readonly program?: Address
}

/** The pools and the ends of a swap through several pools. */
export interface Route {
  /** In the order of the trade, of other programs too. */
  readonly pools: readonly Address[]
  readonly mintIn: Address
  readonly mintOut: Address
  readonly tokenAccountOut: Address
}

/** The effects of an instruction on the wallet that signs it, from its bytes alone. */
export interface InstructionEffects {
  readonly program: Address
  /** The program's own name of the instruction. */
  readonly instruction: string
  readonly kind: EffectKind
  /** Only of swaps. */
  readonly mode?: SwapMode
  /** Indexes of the accounts that must be the wallet. */
  readonly walletPlaces: readonly number[]
  /** Indexes of other accounts that may be the wallet. A signer refuses the wallet at any further place. */
  readonly otherWalletPlaces: readonly number[]
  /** Addresses in the data that must be the wallet. */
  readonly walletsInData: readonly Address[]
  /** The accounts that an effect names. A signer requires their addresses in the message itself, not in a lookup table. */
  readonly named: readonly Address[]
  /** The pool, curve, farm or position that the instruction works on. */
  readonly pool?: Address
  /** The account that value goes into and comes back from as a share, or not at all. */
  readonly into?: Address
  /** The platform's configuration. It decides the protocol's name. */
  readonly config?: Address
  /** The pool's mints in its order, or the mint that is launched or migrated. Empty if the instruction does not list them. */
  readonly mints: readonly Address[]
  /** The pool that a migration moves liquidity to. */
  readonly to?: Address
  /** The lower and upper tick of a position. */
  readonly range?: readonly [number, number]
  /** The account that a new pool belongs to, if it is not the payer. */
  readonly creator?: Address
  readonly takes: readonly Take[]
  readonly brings: readonly Bring[]
  readonly opens: readonly OpenedAccount[]
  readonly closes: readonly { readonly account: Address; readonly destination: Address }[]
  /** Max lamports that no byte states, except rents: a fee for creating a pool. `2n ** 64n - 1n`: nothing bounds the fee. */
  readonly programFee: bigint
  /** Fresh accounts that sign with the wallet, or may do so. */
  readonly signs: readonly Address[]
  readonly irreversible?: 'lock' | 'burn' | 'giveAway'
  /** The accounts that a program of a token's issuer receives. Some may be in lookup tables. */
  readonly handedOn?: readonly Address[]
  /** The number in an instruction that moves nothing: units, or a price of a unit in microlamports. */
  readonly value?: bigint
}
