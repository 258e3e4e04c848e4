import type { Address } from '@tern/core'
import { sha256 } from '@tern/core/internal'
import type { EffectKind, SwapMode } from './instructionEffects.ts'

// The language of each program's `effects.ts`: the effects of its instructions on the wallet that signs. `compile.ts`
// compiles it to rows of indexes, and `readEffects.ts` reads instructions by these rows.

/** The parts of an instruction's layout that an effect needs. A `struct` has all of them. */
export interface ArgumentsLayout<F extends string> {
  readonly name: string
  readonly discriminator: Uint8Array
  /** The whole length in bytes, if it is always the same. */
  readonly size?: number
  /** The first byte of each argument with a fixed place. */
  readonly offsets: { readonly [K in F]?: number }
  /** The lengths after the last argument at a fixed place, for arguments of variable length. */
  readonly tail?: string
}

/** SOL: the native mint, as lamports or wrapped. */
export const native = { constant: 'N' } as const
/** The token program without extensions. */
export const classicToken = { constant: 'K' } as const
/** The token program with extensions. */
export const extendedToken = { constant: 'X' } as const
/** The System program. */
export const system = { constant: 'S' } as const
/** The program of the instruction itself. */
export const itself = { constant: 'P' } as const
/** The instruction does not list the mint. The reader's caller proves it from the account's address. */
export const byTerms = { constant: 'T' } as const
/** The mint of the account that pays, out of `eitherOf`. */
export const paid = { constant: 'E' } as const
/** The mint of the account that receives, out of `eitherOf`. */
export const bought = { constant: 'F' } as const

/** Everything that a token account holds: the bytes state no maximum. */
export const everything = 2n ** 64n - 1n

type Known = typeof native | typeof classicToken | typeof extendedToken | typeof system | typeof itself
/** The mint of a token account. With `or`: the mint of that other account, if the first account has the same mint as `besides`. */
interface HeldMint {
  readonly heldBy: string
  readonly or?: string
  readonly besides?: string
}
type Mint = typeof native | typeof byTerms | typeof paid | typeof bought | HeldMint
type TokenProgram = typeof classicToken | typeof extendedToken | typeof itself

/** An address in the arguments. */
interface Argument<F> {
  readonly argument: F
}

/**
 * An amount: an argument (0 if the bytes end before it), a constant, the rent of a token account, or a calculation. Sums
 * hold products, and a difference holds sums.
 */
export type Amount<A, F> =
  | F
  | bigint
  | { readonly tokenAccount: { readonly mint?: A; readonly tokenProgram: A } }
  | { readonly fromEnd: number }
  | { readonly sum: readonly Amount<A, F>[] }
  | { readonly product: readonly Amount<A, F>[] }
  | { readonly difference: readonly [Amount<A, F>, Amount<A, F>] }

interface Side<A> {
  readonly account: A
  readonly mint: A | Mint
  readonly tokenProgram?: A | TokenProgram
  /** The token is a share of `into` or `pool`: an LP token, a position, a stake. */
  readonly isShare?: true
}

/** The effects of an instruction, by the program's own names of accounts (`A`) and arguments (`F`). */
export interface Effect<A extends string, F extends string> {
  readonly kind: EffectKind
  readonly mode?: SwapMode
  /** The accounts that must be the wallet. The first pays rents, unless `opens` names another payer. */
  readonly wallet?: readonly A[]
  /** Other accounts that may be the wallet. */
  readonly mayBeWallet?: readonly A[]
  /** Addresses in the arguments that must be the wallet. */
  readonly walletArguments?: readonly (F | { readonly fromEnd: number })[]
  /** The pool, curve, farm or position that the instruction works on. */
  readonly pool?: A
  /** The account that value goes into and comes back from as a share, or not at all. */
  readonly into?: A
  /** The platform's configuration. It decides the protocol's name. */
  readonly config?: A
  /** The pool's mints in its order, or the mint that the instruction launches or migrates. */
  readonly mints?: readonly A[]
  /** The pool that a migration moves liquidity to. */
  readonly to?: A
  /** The lower and upper tick of a position. */
  readonly range?: readonly [F, F]
  /** The account that a new pool belongs to, if it is not the payer. */
  readonly creator?: A
  /** Both mints of a swap that does not state its direction. */
  readonly eitherOf?: readonly [
    { readonly mint: A; readonly tokenProgram: A },
    { readonly mint: A; readonly tokenProgram: A },
  ]
  readonly takes?: readonly (Side<A> & { readonly max: Amount<A, F>; readonly decimals?: F })[]
  readonly brings?: readonly (Side<A> & { readonly min: Amount<A, F> })[]
  readonly opens?: readonly {
    readonly account: A
    /** The wallet that gets the rent back. Unset: the account belongs to others. */
    readonly owner?: A | Argument<F>
    readonly payer?: A
    readonly maxRent: Amount<A, F>
    /** The mint of a token account. */
    readonly mint?: A
    /** The program that owns the account, if the instruction says it. */
    readonly program?: A | Argument<F> | TokenProgram | { readonly fromEnd: number }
  }[]
  readonly closes?: readonly { readonly account: A; readonly destination: A }[]
  /** Lamports that no byte states, except rents: a fee for creating a pool. */
  readonly programFee?: bigint
  /** Fresh accounts that sign with the wallet, or may do so. */
  readonly signs?: readonly A[]
  readonly irreversible?: 'lock' | 'burn' | 'giveAway'
  /** The tail's first account, if a program of a token's issuer receives the tail. */
  readonly handedOn?: A
  /** The number in an instruction that moves nothing, such as a compute budget. */
  readonly value?: Amount<A, F>
}

/** The condition of a case: the number in an argument, or a known address. If the bytes end before an argument, it is 0. */
type When<A extends string, F extends string> = {
  readonly [K in A | F]?: (K extends F ? number | boolean : never) | (K extends A ? Known : never)
}

/**
 * Makes the layout of an Anchor instruction without arguments, or with arguments that no effect needs.
 */
export function anchorInstruction(name: string): ArgumentsLayout<never> {
  const discriminator = sha256(new TextEncoder().encode(`global:${name}`)).slice(0, 8)
  return { name, discriminator, size: 8, offsets: {} }
}

/** Accounts and bytes that may be there or not. */
export interface Lengths<A extends string> {
  /**
   * The accounts in the program's order, separated by spaces. `name?` may be missing. `name*` means any number of accounts
   * at the end, all of pools or programs.
   */
  readonly accounts: A
  /** Min number of accounts in a landed instruction, if older callers named fewer. */
  readonly minLandedAccounts?: number
  /** Number of bytes at the end of the layout that older callers leave out. */
  readonly optionalBytes?: number
  /** Flags of a byte each that may follow the layout. */
  readonly moreFlags?: readonly string[]
  /** Signers refuse the instruction: no action of Tern needs it, or its effects on a wallet are not all known. */
  readonly landedOnly?: true
  /** Set if the data may have any length. */
  readonly anyData?: true
  /** The list of slices in the data counts the accounts of the tail. A sysvar may precede the slices. */
  readonly slices?: true
}

type Split<S extends string, Found = never> = S extends `${infer Head} ${infer Rest}`
  ? Split<Rest, Found | Head>
  : Found | S
type Bare<N> = N extends `${infer Name}?` | `${infer Name}*` ? Name : N
type NamesIn<S extends string> = Exclude<Bare<Split<S>>, ''> & string

/** An effect with its instruction, for `compileEffect`. */
export interface DeclaredEffect {
  readonly layout: ArgumentsLayout<string>
  readonly lengths: Lengths<string>
  readonly cases: readonly DeclaredCase[]
}
/** A case of an effect. */
export type DeclaredCase = Effect<string, string> & {
  readonly when?: Readonly<Record<string, number | boolean | Known>>
}

/**
 * Declares the effects of an instruction on the wallet that signs it.
 *
 * @param layout the instruction's own layout. The effect uses its names.
 * @param cases differences from `base`. The reader takes the first case with a true condition, and refuses an instruction
 *   without a case. No cases: `base` is the only case.
 */
/* @__NO_SIDE_EFFECTS__ */
export function effect<F extends string, const S extends string, const M extends string = never>(
  layout: ArgumentsLayout<F>,
  base: Lengths<S> & { readonly moreFlags?: readonly M[] } & Partial<Effect<NoInfer<NamesIn<S>>, NoInfer<F | M>>>,
  ...cases: readonly (Partial<Effect<NoInfer<NamesIn<S>>, NoInfer<F | M>>> & {
    readonly when?: When<NoInfer<NamesIn<S>>, NoInfer<F | M>>
  })[]
): DeclaredEffect {
  const { accounts, minLandedAccounts, optionalBytes, moreFlags, landedOnly, anyData, slices, ...shared } = base
  const lengths = {
    accounts,
    minLandedAccounts,
    optionalBytes,
    moreFlags,
    landedOnly,
    anyData,
    slices,
  } as Lengths<string>
  const all = cases.length === 0 ? [{}] : cases
  return {
    layout,
    lengths,
    cases: all.map(one => ({ ...shared, ...one }) as DeclaredCase),
  }
}

/** A program's effects. Both token programs have the same effects. */
export interface ProgramEffects {
  readonly programs: readonly Address[]
  readonly effects: readonly DeclaredEffect[]
}
