import { keyPairOwner, tokenProgram, wrappedNativeMint } from '@tern/core'
import { curveVenues, type DerivedKey, deriveKey } from '@tern/practice-chain/internal/makers'
import { decodePlatformConfig, decodePoolState, raydiumLaunchlab } from '@tern/venues/raydiumLaunchlab'
import { encodeMigrateToCpswap } from '@tern/venues/raydiumLaunchlab/internal'
import { afterAll, describe, expect, it } from 'vitest'
import { openMarket, requestFor, sol, texts } from '../test/market.ts'
import { land, openCpmmPool } from '../test/ownPools.ts'
import { buy, planBuy } from './actions/trade/buy.ts'
import { findGraduation } from './findGraduation.ts'
import { findPools } from './findPools.ts'

const market = await openMarket()
const { clientFor, read } = market
afterAll(market.close)
const client = clientFor(undefined)

async function rich(label: string): Promise<DerivedKey> {
  const key = await deriveKey('a test', label)
  for (const total of [100n * sol, 200n * sol]) {
    const asked = client.chain.rpc.requestAirdrop(key.address, (100n * sol) as never, { commitment: 'confirmed' })
    await asked.send()
    await expect.poll(() => market.lamportsOf(key.address)).toBe(total)
  }
  return key
}

/** Returns a token on LaunchLab's curve, and the content of its accounts. */
async function curveOf() {
  const token = market.worldToken(({ stage, protocol }) => stage === 'curve' && protocol === 'raydium_launchlab')
  const state = decodePoolState((await read(token.pool))?.data ?? expect.fail('no curve'))
  const platform = decodePlatformConfig((await read(state.platform_config))?.data ?? expect.fail('no platform'))
  const opened = () => client.chain.read(raydiumLaunchlab, token.pool, { maxAgeMs: 0 })
  const derived = (await (await opened()).graduation?.())?.address ?? expect.fail('nowhere to go')
  return { token, state, cpswapConfig: platform.cpswap_config, opened, derived }
}

/** Opens a CP-Swap pool at the curve's derived address, as anyone could. */
function squat(key: DerivedKey, { token, cpswapConfig: config, derived: at }: Awaited<ReturnType<typeof curveOf>>) {
  const some = { mint: token.mint, program: token.program, amount: 1_000_000n }
  const little = { mint: wrappedNativeMint, program: tokenProgram, amount: sol / 100n }
  return openCpmmPool(client, key, { config, at, sides: [some, little] })
}

/** Moves a complete curve to the pool that `to` signs for. */
async function migrate(curve: Awaited<ReturnType<typeof curveOf>>, to: DerivedKey) {
  const { token, state, cpswapConfig } = curve
  const venue = curveVenues.find(({ seeds }) => seeds.some(({ protocol }) => protocol === token.protocol))
  const all = {
    seed: 'tern',
    mover: to,
    read: (addresses: readonly []) => client.chain.readAccounts(addresses, { maxAgeMs: 0 }),
  }
  const [deed] = (await venue?.migrate(token, all as never)) ?? []
  const [mover] = deed?.signers ?? expect.fail('nothing to migrate')
  const instruction = await encodeMigrateToCpswap({
    payer: mover.address,
    baseMint: token.mint,
    quoteMint: wrappedNativeMint,
    baseTokenProgram: token.program,
    quoteTokenProgram: tokenProgram,
    globalConfig: state.global_config,
    platformConfig: state.platform_config,
    cpswapConfig,
    cpswapPool: to.address,
  })
  await land(client, [mover, to], [instruction])
}

describe('a finished curve', () => {
  it('leads to the pool of its migration, and not to a pool that was squatted earlier', async () => {
    const key = await rich('squatter')
    const owner = await keyPairOwner(key.keyPair)
    const curve = await curveOf()
    const request = requestFor(curve.token, sol)
    expect(await findGraduation(client, await curve.opened())).toBeUndefined()
    expect((await buy(clientFor(owner), await planBuy(clientFor(owner), request))).status).toBe('confirmed')
    await squat(key, curve)
    const rest = { ...request, amountIn: 100n * sol }
    expect((await buy(clientFor(owner), await planBuy(clientFor(owner), rest))).status).toBe('confirmed')
    expect((await curve.opened()).curve?.stage).toBe('complete')
    // The pool is not known yet.
    expect(await findGraduation(client, await curve.opened())).toBeUndefined()
    // The squatted pool is not a place to trade.
    const { pool: _, ...unnamed } = request
    const stages = () => findPools(client, curve.token.mint).then(all => all.map(({ stage }) => stage))
    await expect.poll(stages).toEqual(['complete', 'trading'])
    expect((await planBuy(client, unnamed)).reasons).toMatchObject([{ code: 'quote/complete' }])
    // It does not end the search either.
    const sides = [
      { ...curve.token, amount: 10n ** 14n },
      { mint: wrappedNativeMint, program: tokenProgram, amount: 10n * sol },
    ] as const
    const deep = await openCpmmPool(client, key, { sides, at: await deriveKey('a test', 'deep') })
    const pools = () => findPools(client, curve.token.mint).then(all => all.map(one => one.pool.address))
    await expect.poll(pools).toEqual([deep, curve.token.pool, curve.derived])

    const pool = await deriveKey('a test', 'pool')
    await migrate(curve, pool)
    expect((await curve.opened()).curve?.stage).toBe('migrated')
    const to = { protocol: 'raydium_cpmm', address: pool.address }
    expect(await findGraduation(client, await curve.opened())).toEqual(to)
    // The finder cannot derive its address.
    const found = (await findPools(client, curve.token.mint)).map(one => one.pool.address)
    expect(found).toContain(pool.address)
    const refused = await planBuy(client, request)
    expect(refused.reasons).toMatchObject([{ code: 'quote/complete', error: { facts: { movesTo: to } } }])
    expect(texts(refused)).toEqual([
      `All tokens of the bonding curve are sold: it trades in its pool ${pool.address} now`,
    ])
  })
})
