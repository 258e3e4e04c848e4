import { type AccountSet, type Address, encodeBase58, type Ratio } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { currentPriceOf } from '../../test/currentPrice.ts'
import { type DammV1Shape, dammV1Addresses, dammV1Clock, makeDammV1Pool } from '../../test/meteoraDammV1Pools.ts'
import { addLiquidityEventLayout, removeLiquidityEventLayout } from '../meteoraVault/internal.ts'
import type { Lookups } from '../readEvents.ts'
import { readEvent, swapEventLayout } from './events.ts'
import { encodeSwap, meteoraDammV1, program } from './index.ts'

const { pool, mints, a, b } = dammV1Addresses
const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const held = new Map([a, b].flatMap(({ fee, tokenVault, mint }) => [[fee, mint] as const, [tokenVault, mint] as const]))

function swapOf(from: 'a' | 'b', amounts: readonly [bigint, bigint]) {
  const { accounts = [], data = new Uint8Array() } = encodeSwap(
    {
      ...{ pool, user_source_token: k(2), user_destination_token: k(3), a_vault: a.vault, b_vault: b.vault },
      ...{ a_token_vault: a.tokenVault, b_token_vault: b.tokenVault, a_vault_lp_mint: a.lpMint },
      ...{ b_vault_lp_mint: b.lpMint, a_vault_lp: a.poolLp, b_vault_lp: b.poolLp, user: k(8) },
      protocol_token_fee: dammV1Addresses[from].fee,
    },
    ...amounts,
  )
  return { program, accounts: accounts.map(({ address }) => address), data: Uint8Array.from(data) }
}

const eventOf = (in_amount: bigint, out_amount: bigint) =>
  swapEventLayout.encode({ in_amount, out_amount, trade_fee: 0n, protocol_fee: 0n, host_fee: 0n })

interface Reserves {
  readonly a: bigint
  readonly b: bigint
}

/** A pool without fees that owns all of its vaults. A share is worth `worth` hundredths of a token in vault A. */
function poolWith(
  { a, b }: Reserves,
  { worth = 100n, stable }: { worth?: bigint; stable?: DammV1Shape['stable'] } = {},
) {
  const shares = (a * 100n) / worth
  return makeDammV1Pool({
    a: { total: a, supply: shares, share: shares },
    b: { total: b, supply: b, share: b },
    state: { trade_fee_numerator: 0n },
    ...(stable && { stable }),
  })
}

const priceIn = (reserves: Reserves, tokenIn: Address, stable?: DammV1Shape['stable']) =>
  currentPriceOf(meteoraDammV1.open(pool, poolWith(reserves, { stable }).accounts), tokenIn, dammV1Clock) as Ratio

const before = { a: 10n ** 12n, b: 4n * 10n ** 12n }
/** A tenth of the pool: an estimate from the average price would miss by about 1%. */
const amountIn = before.a / 10n
const amountOut = (before.b * amountIn) / (before.a + amountIn)
const after = { a: before.a + amountIn, b: before.b - amountOut }
/** The pool as an indexer reads it much later. */
const muchLater = { a: before.a / 7n, b: before.b * 7n }

interface Reading extends Pick<Lookups, 'later'> {
  readonly accounts: AccountSet
  readonly shares?: Reserves
  /** Shares and tokens. */
  readonly deposits?: readonly (readonly [bigint, bigint])[]
  readonly withdrawals?: readonly (readonly [bigint, bigint])[]
  readonly swaps?: readonly ReturnType<typeof swapOf>[]
}

async function priceAfter({ accounts, shares, deposits = [], withdrawals = [], swaps, later = [] }: Reading) {
  const balances = new Map(shares && [[a.poolLp, shares.a] as const, [b.poolLp, shares.b] as const])
  const events = [
    ...deposits.map(([lp_mint_amount, token_amount]) =>
      addLiquidityEventLayout.encode({ lp_mint_amount, token_amount }),
    ),
    ...withdrawals.map(([lp_unmint_amount, token_amount]) =>
      removeLiquidityEventLayout.encode({ lp_unmint_amount, token_amount }),
    ),
  ]
  const read = await readEvent(eventOf(amountIn, amountOut), swaps ?? [swapOf('a', [amountIn, amountOut])], {
    mintOf: account => held.get(account),
    balanceOf: account => balances.get(account),
    readAccounts: async addresses => new Map(addresses.map(address => [address, accounts.get(address) ?? null])),
    eventsOf: () => events,
    later,
  })
  return read?.kind === 'trade' ? read.priceAfter : expect.fail('no trade')
}

/** The difference from the price after the swap, in parts per million of it. */
function missPpm(price: Ratio | undefined): number {
  if (price === undefined) return expect.fail('no price')
  const exact = priceIn(after, mints[0])
  const [one, other] = [price.numerator * exact.denominator, exact.numerator * price.denominator]
  return Number(((one > other ? one - other : other - one) * 1_000_000n) / other)
}

describe('the price after a swap', () => {
  it('is the pool’s, however long the pool has traded when it is read', async () => {
    for (const later of [before, after, muchLater])
      expect(await priceAfter({ accounts: poolWith(later).accounts, shares: after })).toEqual(priceIn(after, mints[0]))
  })

  it('is that of a stable curve', async () => {
    const stable = { amp: 60n }
    const read = { accounts: poolWith(muchLater, { stable }).accounts, shares: after }
    expect(await priceAfter(read)).toEqual(priceIn(after, mints[0], stable))
    expect(priceIn(after, mints[0], stable)).not.toEqual(priceIn(after, mints[0]))
  })

  it('is unknown without the balances of the transaction, or without the pool', async () => {
    expect(await priceAfter({ accounts: poolWith(after).accounts })).toBeUndefined()
    expect(await priceAfter({ accounts: new Map(), shares: after })).toBeUndefined()
  })

  it('leaves out later earnings of a vault’s loans', async () => {
    // A share is worth 8% more when the vault is read.
    const { accounts } = poolWith({ a: (muchLater.a * 108n) / 100n, b: muchLater.b }, { worth: 108n })
    const late = { accounts, shares: after }
    expect(missPpm(await priceAfter(late))).toBeGreaterThan(70_000)
    const trade = { ...late, deposits: [[amountIn, amountIn]], withdrawals: [[amountOut, amountOut]] } as const
    expect(missPpm(await priceAfter(trade))).toBe(0)
  })

  it('takes no exchange that may be of another vault', async () => {
    const accounts = poolWith(muchLater).accounts
    const other = [amountIn / 1_000n, amountIn] as const
    const read = { accounts, shares: after, deposits: [other, [amountIn, amountIn]] } as const
    expect(await priceAfter(read)).toEqual(priceIn(after, mints[0]))
    expect(await priceAfter({ ...read, deposits: [[5n, 7n]] })).toEqual(priceIn(after, mints[0]))
  })

  it('undoes the pool’s later swaps of the transaction', async () => {
    const [inB, outA] = [before.b / 5n, before.a / 9n]
    const shares = { a: after.a - outA, b: after.b + inB }
    const swaps = [swapOf('a', [amountIn, amountOut]), swapOf('b', [inB, outA])]
    const read = { accounts: poolWith(muchLater).accounts, shares, swaps, later: [eventOf(inB, outA)] }
    expect(await priceAfter(read)).toEqual(priceIn(after, mints[0]))
    // A later swap that no instruction explains may be of this pool.
    expect(await priceAfter({ ...read, later: [eventOf(inB + 1n, outA)] })).toBeUndefined()
  })

  it('is that of the other direction for a sale of the other token', async () => {
    const [inB, outA] = [before.b / 5n, before.a / 9n]
    const shares = { a: before.a - outA, b: before.b + inB }
    const read = await readEvent(eventOf(inB, outA), [swapOf('b', [inB, outA])], {
      mintOf: account => held.get(account),
      balanceOf: account => new Map([[a.poolLp, shares.a] as const, [b.poolLp, shares.b] as const]).get(account),
      readAccounts: async addresses =>
        new Map(addresses.map(address => [address, poolWith(muchLater).accounts.get(address) ?? null])),
    })
    expect(read).toMatchObject({ mintIn: mints[1], priceAfter: priceIn(shares, mints[1]) })
  })
})
