import type { AccountMeta, Instruction } from '@solana/instructions'
import {
  type Address,
  associatedTokenProgram,
  memoProgram,
  systemProgram,
  TernError,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { assertU64 } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import { poolPrograms, program } from './addresses.ts'

/** The wallet's accounts and the mints of a hop. */
interface HopSides {
  /** The pool's program. */
  readonly program: Address
  readonly pool: Address
  readonly accountIn: Address
  readonly accountOut: Address
  readonly mintIn: Address
  readonly mintOut: Address
}

/** An order book of an AMM v4 or stable pool. */
export interface RouterMarket {
  readonly program: Address
  readonly authority: Address
  readonly openOrders: Address
  readonly market: Address
  readonly bids: Address
  readonly asks: Address
  readonly eventQueue: Address
  readonly baseVault: Address
  readonly quoteVault: Address
}

/** A hop of a route. Vaults are in the order of the trade. For AMM v4 and stable pools, they are in the pool's order. */
export type RouterHop = HopSides &
  (
    | {
        readonly kind: 'clmm'
        readonly config: Address
        readonly vaults: readonly [Address, Address]
        readonly observation: Address
        readonly bitmapExtension: Address
        readonly tickArrays: readonly Address[]
        /** See `routerPriceLimit`. */
        readonly sqrtPriceLimitX64: bigint
      }
    | {
        readonly kind: 'cpmm'
        readonly authority: Address
        readonly config: Address
        readonly vaults: readonly [Address, Address]
        readonly observation: Address
      }
    | {
        readonly kind: 'ammV4'
        readonly authority: Address
        readonly vaults: readonly [Address, Address]
        /** Set only for a pool with the status 1. Otherwise the pool's own address fills the places of the market's accounts. */
        readonly market?: RouterMarket
      }
    | {
        readonly kind: 'stable'
        readonly authority: Address
        readonly model: Address
        readonly vaults: readonly [Address, Address]
        readonly market: RouterMarket
      }
  )

/** A route through the router program. */
export interface RouterRoute {
  readonly owner: Address
  /** Up to three hops, in the order of the trade. */
  readonly hops: readonly RouterHop[]
  /**
   * Raydium's client sends two forms. They differ in flags, and in six accounts of a stable pool. `local`: the client found the route.
   * `api`: its server found the route.
   * @default 'local'
   */
  readonly form?: 'local' | 'api'
}

/**
 * Encodes an exact input through the router program.
 *
 * @throws TernError `route/malformed` unless there are up to three hops, and each hop pays the token of the hop before.
 * @throws TernError `route/middleAccount` unless each hop pays from the account of the hop before.
 * @throws TernError `route/inputAccount` if the first hop pays from the wallet itself (SOL must be wrapped), or from an account that also
 *   receives a hop's output.
 * @throws TernError `route/invalidProgram` if a hop's program has another kind of pools.
 * @throws TernError `amount/outOfRange`.
 */
export function encodeRouteExactIn(route: RouterRoute, amountIn: bigint, minOut: bigint): Instruction {
  const { owner, hops, form = 'local' } = route
  const [first, last] = endsOf(route)
  return {
    programAddress: program,
    accounts: [
      ...headOf(owner),
      writable(first.accountIn),
      writable(last.accountOut),
      ...hops.flatMap(hop => [
        readonly(hop.program),
        writable(hop.accountOut),
        writable(hop.mintIn),
        writable(hop.mintOut),
        ...poolAccounts(hop, form),
      ]),
    ],
    data: dataOf(0, [amountIn, minOut], hops),
  }
}

/**
 * Encodes an exact output through the router program, in the form `api`. Its hops are listed from the last to the first.
 *
 * @throws TernError as `encodeRouteExactIn`.
 */
export function encodeRouteExactOut(route: Omit<RouterRoute, 'form'>, maxIn: bigint, amountOut: bigint): Instruction {
  const { owner, hops } = route
  endsOf(route)
  return {
    programAddress: program,
    accounts: [
      ...headOf(owner),
      ...hops
        .toReversed()
        .flatMap(hop => [
          writable(hop.program),
          writable(hop.accountIn),
          writable(hop.accountOut),
          writable(hop.mintIn),
          writable(hop.mintOut),
          ...poolAccounts(hop, 'api'),
        ]),
    ],
    data: dataOf(1, [maxIn, amountOut], hops),
  }
}

function endsOf({ owner, hops }: Omit<RouterRoute, 'form'>): readonly [RouterHop, RouterHop] {
  const [first, last] = [hops[0], hops.at(-1)]
  if (first === undefined || last === undefined || hops.length > 3) throw new TernError('route/malformed', { paths: 1 })
  for (const [n, hop] of hops.entries()) {
    if (hop.program !== poolPrograms[hop.kind]) throw new TernError('route/invalidProgram', {})
    const next = hops[n + 1]
    if (next === undefined) continue
    if (next.mintIn !== hop.mintOut) throw new TernError('route/malformed', { paths: 1 })
    if (next.accountIn !== hop.accountOut) throw new TernError('route/middleAccount', { address: next.accountIn })
  }
  const others = [owner, ...hops.map(({ accountOut }) => accountOut)]
  if (others.includes(first.accountIn)) throw new TernError('route/inputAccount', { address: first.accountIn })
  return [first, last]
}

const headOf = (owner: Address): readonly AccountMeta[] => [
  ...[tokenProgram, token2022Program, associatedTokenProgram, systemProgram].map(readonly),
  writableSigner(owner),
]

/** The kind, two amounts, and the price limit of each concentrated pool in the order of the trade. */
function dataOf(kind: 0 | 1, amounts: readonly [bigint, bigint], hops: readonly RouterHop[]): Uint8Array {
  const limits = hops.flatMap(hop => (hop.kind === 'clmm' ? [hop.sqrtPriceLimitX64] : []))
  const data = new Uint8Array(17 + 16 * limits.length)
  const view = new DataView(data.buffer)
  data[0] = kind
  for (const [n, amount] of amounts.entries()) view.setBigUint64(1 + 8 * n, assertU64(amount), true)
  for (const [n, limit] of limits.entries()) {
    view.setBigUint64(17 + 16 * n, BigInt.asUintN(64, limit), true)
    view.setBigUint64(25 + 16 * n, limit >> 64n, true)
  }
  return data
}

function poolAccounts(hop: RouterHop, form: 'local' | 'api'): readonly AccountMeta[] {
  const { pool, vaults } = hop
  const named = (...addresses: readonly Address[]) => addresses.map(writable)
  switch (hop.kind) {
    case 'clmm':
      return [
        ...named(hop.config, pool, ...vaults, hop.observation),
        form === 'local' ? writable(memoProgram) : readonly(memoProgram),
        ...named(hop.bitmapExtension, ...hop.tickArrays),
      ]
    case 'cpmm':
      return named(hop.authority, hop.config, pool, ...vaults, hop.observation)
    case 'ammV4': {
      const { market } = hop
      const [a, b, c] = market ? [market.program, market.authority, market.openOrders] : [pool, pool, pool]
      const book = market ? bookOf(market) : [pool, pool, pool, pool, pool, pool]
      return [writable(pool), readonly(hop.authority), ...named(a, b, c, ...vaults, ...book)]
    }
    case 'stable': {
      const { market } = hop
      const place = form === 'local' ? writable : readonly
      const padding = form === 'local' ? [pool, pool, pool, pool, pool, pool] : []
      return [
        ...[writable(pool), readonly(hop.authority), place(market.program), place(market.authority)],
        readonly(hop.model),
        ...named(market.openOrders, ...vaults, ...padding, ...bookOf(market)),
      ]
    }
  }
}

const bookOf = ({ market, bids, asks, eventQueue, baseVault, quoteVault }: RouterMarket) => [
  ...[market, bids, asks, eventQueue, baseVault, quoteVault],
]
