import { keyPairOwner, tokenProgram, wrappedNativeMint } from '@tern/core'
import { curveVenues, deriveKey, launchedMint } from '@tern/practice-chain/internal/makers'
import type { Protocol } from '@tern/venues'
import { afterAll, describe, expect, it } from 'vitest'
import { openMarket, planOf, priorityFeeLamports, sol } from '../../../test/market.ts'
import { land } from '../../../test/ownPools.ts'
import { findGraduation } from '../../findGraduation.ts'
import { findPools } from '../../findPools.ts'
import { buy, planBuy } from './buy.ts'
import { planSell, sell } from './sell.ts'

const market = await openMarket()
afterAll(market.close)
const { seed, marketMaker } = market.practice
const maker = await deriveKey(seed, 'market maker')

describe('a token whose launchpad’s operator makes its pool', () => {
  it.each(['boop', 'moonit'] as const)('is held while its curve ends, and sold in its pool: %s', async protocol => {
    const curves =
      curveVenues.find(({ seeds }) => seeds.some(one => one.protocol === protocol)) ?? expect.fail('no curves')
    const client = market.clientFor(await keyPairOwner(marketMaker))
    const key = await deriveKey('an operator', protocol)
    const token = { seed, mint: key, launcher: maker, name: 'Held Tern', symbol: 'HELD', chance: 0 }
    const launch = await curves.launch(token)
    await land(client, launch.signers, launch.instructions)
    const mint = await launchedMint(curves, key)
    const curve: { protocol: Protocol; address: Awaited<typeof mint> } = {
      protocol,
      address: await curves.poolOf(mint),
    }

    const owner = await market.newWallet(10n * sol)
    const holder = market.clientFor(owner)
    const settings = { mint, slippageBps: 500, priorityFeeLamports }
    const bought = await planBuy(holder, { ...settings, amountIn: sol })
    expect(bought.plan?.pool).toMatchObject(curve)
    expect((await buy(holder, bought)).status).toBe('confirmed')
    const held = await market.tokensOf(owner.address, mint)
    expect(held).toBe(planOf(bought).quote.amountOut)

    expect(
      (await buy(client, await planBuy(client, { ...settings, pool: { ...curve, mint }, amountIn: 95n * sol }))).status,
    ).toBe('confirmed')
    const stage = async () => {
      const [found] = (await findPools(holder, mint)).filter(({ pool }) => pool.protocol === protocol)
      return found?.pool ?? expect.fail('no curve')
    }
    const complete = await stage()
    expect(complete.curve?.stage).toBe('complete')
    expect(await findGraduation(holder, complete)).toBeUndefined()
    const [reason] = (await planSell(holder, { ...settings, amountIn: held })).reasons
    expect(reason?.code).toBe('quote/complete')

    const read = (addresses: readonly (typeof mint)[]) => client.chain.readAccounts(addresses, { maxAgeMs: 0 })
    for (const deed of await curves.migrate(
      { mint, program: tokenProgram, pool: curve.address },
      { seed, mover: maker, read },
    ))
      await land(client, deed.signers, deed.instructions)
    holder.chain.forget([curve.address])
    const moved = await stage()
    expect(moved.curve?.stage).toBe('migrated')
    const to = await findGraduation(holder, moved)
    expect(to?.protocol).toBe('raydium_cpmm')

    // CP-Swap opens a pool a second after its creation.
    const planned = async () =>
      (await planSell(holder, { ...settings, amountIn: held })).reasons.map(({ code }) => code)
    await expect.poll(planned, { timeout: 20_000, interval: 200 }).toEqual([])
    const sale = await planSell(holder, { ...settings, amountIn: held })
    const { plan, quote } = planOf(sale)
    expect(plan.pool).toMatchObject(to ?? {})
    const before = await market.lamportsOf(owner.address)
    const receipt = await sell(holder, sale)
    expect(receipt).toMatchObject({ status: 'confirmed', amountIn: held, amountOut: quote.amountOut })
    expect(quote.tokenOut).toBe(wrappedNativeMint)
    // It bought at the beginning of the curve.
    expect((await market.lamportsOf(owner.address)) - before).toBeGreaterThan(5n * sol)
    expect(await market.tokensOf(owner.address, mint)).toBe(0n)
  })
})
