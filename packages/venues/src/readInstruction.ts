import type { Address } from '@tern/core'
import type { Protocol } from './protocols.ts'

/** An instruction that trades. Raw units. */
export interface SwapInstruction {
  readonly protocol: Protocol
  readonly kind: 'swap'
  /** Which side is fixed; the other is the limit that it fails beyond. */
  readonly mode: 'exactIn' | 'exactOut'
  /** The most that leaves `tokenAccountIn`. */
  readonly mostIn: bigint
  /** The least that arrives in `tokenAccountOut`. */
  readonly leastOut: bigint
  readonly accounts: {
    readonly owner: Address
    readonly pool: Address
    readonly tokenAccountIn: Address
    readonly tokenAccountOut: Address
    readonly mintIn: Address
    readonly mintOut: Address
  }
  /** Only where transfers of a token call a program of its issuer: what it may be given beside what the trade moves. Some may stand in lookup tables. */
  readonly handedOn?: readonly Address[]
}

/** The accounts of an instruction that moves both of a pool's tokens, in the pool's order. */
interface LiquidityAccounts {
  readonly owner: Address
  readonly pool: Address
  readonly tokenAccounts: readonly [Address, Address]
  readonly mints: readonly [Address, Address]
  readonly lpAccount: Address
}

/** An instruction that opens a pool, adds liquidity to it or takes some out. Raw units, in the pool’s order. */
export type LiquidityInstruction = {
  readonly protocol: Protocol
  readonly accounts: LiquidityAccounts
} & (
  | { readonly kind: 'createPool'; readonly mostIn: readonly [bigint, bigint] }
  | { readonly kind: 'deposit'; readonly mostIn: readonly [bigint, bigint]; readonly leastOut: bigint }
  | { readonly kind: 'withdraw'; readonly mostIn: bigint; readonly leastOut: readonly [bigint, bigint] }
)

/** An instruction that opens an account of the program, or makes room in one for fields that came later. */
export interface ExtendInstruction {
  readonly protocol: Protocol
  readonly kind: 'extend'
  /** Pays the rent. */
  readonly payer: Address
  readonly account: Address
  /** The trader whose account the program opens; unset: `account` grows, and may be anybody's. */
  readonly owner?: Address
  /** The max rent. */
  readonly rentLamports: bigint
}

/**
 * An instruction that trades in several pools one after the other, or in one whose mints it does not name. Tern makes none, and no
 * signer takes one for a swap: what it trades is not all in its bytes.
 */
export interface RouteInstruction extends Pick<SwapInstruction, 'protocol' | 'mode' | 'mostIn' | 'leastOut'> {
  readonly kind: 'route'
  /** `pools` in the order of the trade, of other programs too. */
  readonly accounts: Omit<SwapInstruction['accounts'], 'pool'> & { readonly pools: readonly Address[] }
}

/** What an instruction of a trading program asks for. */
export type ReadInstruction = SwapInstruction | LiquidityInstruction | ExtendInstruction

/** An instruction that makes a token with its bonding curve, opens a pool, or moves a complete curve's liquidity to its pool. */
export type LifeCycleInstruction =
  | {
      readonly protocol: Protocol
      readonly kind: 'launch'
      /** `owner` pays for it. */
      readonly accounts: { readonly owner: Address; readonly pool: Address; readonly mint: Address }
    }
  | {
      readonly protocol: Protocol
      readonly kind: 'openPool'
      /** `mints` in the pool's order; `creator` where the pool is another's than of `owner`, who pays for it. */
      readonly accounts: {
        readonly owner: Address
        readonly pool: Address
        readonly mints: readonly [Address, Address]
        readonly creator?: Address
      }
    }
  | {
      readonly protocol: Protocol
      readonly kind: 'migrate'
      /** `pool` is the curve, `to` where its liquidity goes. */
      readonly accounts: {
        readonly owner: Address
        readonly pool: Address
        readonly mint: Address
        readonly to: Address
      }
    }

/** Where an instruction names what a `LifeCycleInstruction` tells, and how many accounts it takes. */
export type LifeCycleForm = {
  readonly discriminator: Uint8Array
  readonly length: number
  readonly owner: number
  readonly pool: number
} & (
  | { readonly kind: 'launch'; readonly mint: number }
  | { readonly kind: 'openPool'; readonly mints: readonly [number, number]; readonly creator?: number }
  | { readonly kind: 'migrate'; readonly mint: number; readonly to: number }
)

/** What the first of `forms` that an instruction has tells; `undefined` for another, or with too few accounts. */
export function lifeCycleOf(
  forms: readonly LifeCycleForm[],
  protocol: Protocol,
  accounts: readonly Address[],
  data: Uint8Array,
): LifeCycleInstruction | undefined {
  const form = forms.find(({ discriminator }) => discriminator.every((byte, i) => data[i] === byte))
  if (form === undefined || accounts.length < form.length) return undefined
  const at = (index: number) => accounts[index] as Address
  const both = { owner: at(form.owner), pool: at(form.pool) }
  if (form.kind === 'launch') return { protocol, kind: 'launch', accounts: { ...both, mint: at(form.mint) } }
  if (form.kind === 'migrate')
    return { protocol, kind: 'migrate', accounts: { ...both, mint: at(form.mint), to: at(form.to) } }
  const [a, b] = form.mints
  const opened = { ...both, mints: [at(a), at(b)] as const }
  const { creator } = form
  return { protocol, kind: 'openPool', accounts: creator === undefined ? opened : { ...opened, creator: at(creator) } }
}
