import { type Address, encodeBase58 } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { dammV1Addresses, makeDammV1Pool } from '../../test/meteoraDammV1Pools.ts'
import { anchorInstruction } from '../effects/language.ts'
import { removeLiquidityEventLayout } from '../meteoraVault/internal.ts'
import { poolCreatedEventLayout, readEvent, swapEventLayout } from './events.ts'
import { encodeSwap, program } from './index.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const { pool, mints, a, b } = dammV1Addresses
const swapOf = (from: 'a' | 'b', user: Address, amounts: readonly [bigint, bigint], of = pool) => {
  const { accounts = [], data = new Uint8Array() } = encodeSwap(
    {
      ...{ pool: of, user_source_token: k(2), user_destination_token: k(3), a_vault: a.vault, b_vault: b.vault },
      ...{ a_token_vault: a.tokenVault, b_token_vault: b.tokenVault, a_vault_lp_mint: a.lpMint },
      ...{ b_vault_lp_mint: b.lpMint, a_vault_lp: a.poolLp, b_vault_lp: b.poolLp, user },
      protocol_token_fee: dammV1Addresses[from].fee,
    },
    ...amounts,
  )
  return { program, accounts: accounts.map(({ address }) => address), data: Uint8Array.from(data) }
}
const held = new Map([a, b].flatMap(({ fee, tokenVault, mint }) => [[fee, mint] as const, [tokenVault, mint] as const]))
const mintOf = (account: Address) => held.get(account)
const eventOf = (in_amount: bigint, out_amount: bigint, trade_fee = 0n, protocol_fee = 0n) =>
  swapEventLayout.encode({ in_amount, out_amount, trade_fee, protocol_fee, host_fee: 0n })

describe('readEvent', () => {
  it('finds the pool, the mints and the trader of a trade in its instruction', async () => {
    const instructions = [swapOf('a', k(9), [50n, 1n]), swapOf('b', k(8), [100n, 70n])]
    const trade = { kind: 'trade', protocol: 'meteora_damm_v1', pool, trader: k(8), amountIn: 100n, amountOut: 80n }
    expect(await readEvent(eventOf(100n, 80n), instructions, { mintOf })).toEqual({
      ...{ ...trade, mintIn: mints[1], mintOut: mints[0] },
    })
    // The curve's roundings may leave a part of the input unused. The trader pays all of it.
    for (const used of [50n, 49n])
      expect(await readEvent(eventOf(used, 3n), instructions, { mintOf })).toMatchObject({
        ...{ mintIn: mints[0], amountIn: 50n },
      })
  })

  it('reports the tokens that the vault paid, not the output of the curve', async () => {
    const paid = (amounts: readonly bigint[]) => () =>
      amounts.map(token_amount => removeLiquidityEventLayout.encode({ lp_unmint_amount: 1n, token_amount }))
    const amountWith = async (amounts: readonly bigint[]) => {
      const lookups = { mintOf, eventsOf: paid(amounts) }
      const read = await readEvent(eventOf(100n, 80n), [swapOf('b', k(8), [100n, 70n])], lookups)
      return read?.kind === 'trade' ? read.amountOut : undefined
    }
    expect([await amountWith([79n]), await amountWith([3n, 79n, 81n]), await amountWith([])]).toEqual([79n, 79n, 80n])
  })

  it('reports nothing if no instruction fits, its mints are unknown, or swaps of two pools fit', async () => {
    const swap = swapOf('b', k(8), [100n, 70n])
    expect(await readEvent(eventOf(100n, 69n), [swap], { mintOf })).toBeUndefined()
    expect(await readEvent(eventOf(101n, 80n), [swap], { mintOf })).toBeUndefined()
    expect(await readEvent(eventOf(100n, 80n), [swap], { mintOf: () => undefined })).toBeUndefined()
    const other = swapOf('b', k(8), [100n, 70n], k(77))
    expect(await readEvent(eventOf(100n, 80n), [swap, other], { mintOf })).toBeUndefined()
  })

  it('takes the mints from the pool if no balance shows these', async () => {
    const { accounts } = makeDammV1Pool({
      a: { total: 5n, supply: 5n, share: 5n },
      b: { total: 9n, supply: 9n, share: 9n },
    })
    const readAccounts = async (addresses: readonly Address[]) =>
      new Map(addresses.map(address => [address, accounts.get(address) ?? null]))
    const lookups = { mintOf: () => undefined, readAccounts }
    for (const [from, mintIn, mintOut] of [
      ['a', mints[0], mints[1]],
      ['b', mints[1], mints[0]],
    ] as const)
      expect(await readEvent(eventOf(100n, 80n), [swapOf(from, k(8), [100n, 70n])], lookups)).toMatchObject({
        ...{ mintIn, mintOut },
      })
  })

  it('names no trader if two traders sold one amount', async () => {
    const two = [swapOf('b', k(8), [100n, 70n]), swapOf('b', k(9), [100n, 70n])]
    const trade = await readEvent(eventOf(100n, 80n), two, { mintOf })
    expect(trade).toMatchObject({ kind: 'trade', amountIn: 100n })
    expect(trade).not.toHaveProperty('trader')
  })

  it('reports a new pool and its creator', async () => {
    const names = Array.from({ length: 25 }, (_, i) => k(i + 1))
    const create = anchorInstruction('initialize_customizable_permissionless_constant_product_pool')
    const data = Uint8Array.from([...create.discriminator, ...new Uint8Array(120)])
    const event = poolCreatedEventLayout.encode({
      ...{ lp_mint: k(2), token_a_mint: k(3), token_b_mint: k(4), pool_type: 1, pool: k(1) },
    })
    expect(await readEvent(event, [{ program, accounts: names, data }], { mintOf })).toEqual({
      ...{ kind: 'pool', protocol: 'meteora_damm_v1', pool: k(1), mints: [k(3), k(4)], creator: k(18) },
      timestampSeconds: undefined,
    })
    expect(await readEvent(event, [], { mintOf })).toBeUndefined()
  })

  it('ignores other and truncated events', async () => {
    for (const event of [new Uint8Array(60), new Uint8Array(), eventOf(1n, 1n).slice(0, 40)])
      expect(await readEvent(event, [swapOf('a', k(8), [1n, 1n])], { mintOf })).toBeUndefined()
  })
})
