import { decodeMint, decodeTokenAccount } from '@tern/core'
import { decodeBondingCurve } from '@tern/venues/pumpfun'
import { raydiumCpmmLiquidity } from '@tern/venues/raydiumCpmm/liquidity'
import { describe, expect, it } from 'vitest'
import { createBank } from '../../bank/createBank.ts'
import { worldVenues } from '../../lists/worldVenues.ts'
import { castOf, providersIn } from '../makers/cast.ts'
import { quotationOf } from '../makers/quotation.ts'
import { createSeededWorld, type WorldToken } from '../seededWorld.ts'
import { curveStories } from '../stories.ts'
import { liveThrough } from './liveThrough.ts'
import { openPool, openWith } from './trading.ts'

const untilSeconds = 1_800_000_000

async function live(seed: string, hours: number, trades: number, liquidityChanges = 0) {
  const historySeconds = hours * 3_600
  const fromSeconds = untilSeconds - historySeconds
  const { tokens, genesis } = await createSeededWorld(seed, BigInt(fromSeconds), historySeconds)
  const genesisHash = '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY'
  const now = () => untilSeconds * 1_000
  const bank = await createBank({ slotMs: 0, now, beganSecondsAgo: historySeconds, genesis, genesisHash })
  const world = await liveThrough(bank, { seed, tokens, fromSeconds, untilSeconds, trades, liquidityChanges })
  return { bank, world }
}

type Lived = Awaited<ReturnType<typeof live>>

/** Everything that landed, by signature. */
function transactionsOf({ bank, world }: Lived) {
  const found = new Map<string, boolean>()
  for (const { pool } of world)
    for (const { signature, err } of bank.signaturesFor(pool, { limit: 10_000 })) found.set(signature, err === null)
  return found
}

const pumped = (world: readonly WorldToken[]) => world.filter(({ protocol }) => protocol === 'pumpfun')

/** Checks the times of each transaction and the owner of every unit. @returns the stage of each token, and the progress of the curves. */
async function expectSound({ bank, world }: Lived, minTransactions: number) {
  const clock = bank.clock()
  const progress: number[] = []
  const stages = new Map<string, number>()
  for (const token of world) {
    const pool = await openPool(bank, token)
    const quotation = pool && quotationOf(pool, clock)
    if (token.stage !== 'graduated') expect(quotation?.price).toBeGreaterThan(0)
    const stage = pool?.curve?.stage ?? 'pool'
    stages.set(stage, (stages.get(stage) ?? 0) + 1)
    if (stage === 'trading') progress.push(pool?.curve?.progressPpm ?? 0)
    expect([token.symbol, token.stage]).toEqual([
      token.symbol,
      stage === 'pool' ? 'pool' : stage === 'trading' ? 'curve' : 'graduated',
    ])
    const times = bank.signaturesFor(token.pool, { limit: 10_000 }).map(({ blockTimeSeconds }) => blockTimeSeconds)
    expect(times.length).toBeGreaterThanOrEqual(minTransactions)
    if (times.length > 0) expect(Number(times.at(-1))).toBeGreaterThanOrEqual(token.createdAtSeconds)
    if (times.length > 0) expect(Number(times[0])).toBeLessThanOrEqual(untilSeconds)
    expect(times).toEqual(times.toSorted((a, b) => Number(b - a)))

    let held = 0n
    for (const [address, account] of bank.tokenAccountsByMint(token.mint))
      held += decodeTokenAccount(address, account).amount
    const mint = decodeMint(token.mint, bank.account(token.mint))
    // Withheld transfer fees are not part of an account's amount.
    if (mint.extensions.transferFeeConfig === undefined)
      expect([token.symbol, held]).toEqual([token.symbol, mint.supply])
    else expect(held).toBeLessThanOrEqual(mint.supply)
  }
  return { progress, stages }
}

describe('the hours before a world is shown', { timeout: 120_000 }, () => {
  it('have each transaction at its time, and every unit in some account', async () => {
    const lived = await live('tern', 1, 300, 30)
    expect(lived.bank.clock().unixTimestamp).toBe(BigInt(untilSeconds))
    expect(transactionsOf(lived).size).toBeGreaterThan(300)
    await expectSound(lived, 0)
  })

  it('have coins at every stage, each with its trades', async () => {
    const lived = await live('tern', 6, 2_959, 180)
    const { bank, world } = lived
    const stories = worldVenues.flatMap(({ pools, curves }) => [...pools, ...(curves?.seeds ?? [])])
    expect(world.length).toBe(stories.length)
    expect(bank.clock().unixTimestamp).toBe(BigInt(untilSeconds))
    const landed = transactionsOf(lived)
    expect(landed.size).toBeGreaterThanOrEqual(3_000)
    expect([...landed.values()].filter(isGood => !isGood).length).toBeLessThan(0.02 * landed.size)
    const { progress, stages } = await expectSound(lived, 4)
    expect(stages.get('pool')).toBe(worldVenues.flatMap(({ pools }) => pools).length)
    expect((stages.get('complete') ?? 0) + (stages.get('migrated') ?? 0)).toBeGreaterThanOrEqual(4)
    expect(stages.get('migrated') ?? 0).toBeGreaterThanOrEqual(3)
    const among = (min: number, max: number) => progress.filter(ppm => ppm >= min && ppm < max).length
    expect(among(0, 300_000)).toBeGreaterThanOrEqual(6)
    expect(among(300_000, 800_000)).toBeGreaterThanOrEqual(4)
    expect(among(800_000, 1_000_000)).toBeGreaterThanOrEqual(4)
    expect(pumped(world).filter(({ createdAtSeconds }) => createdAtSeconds > untilSeconds - 900).length).toBe(4)
    for (const maker of await castOf('tern')) {
      const left = bank.account(maker.key.address)?.lamports ?? 0n
      expect([maker.habit.name, left > maker.lamports / 4n]).toEqual([maker.habit.name, true])
    }
  })

  it('are the same transactions for the same seed, and different for another seed', async () => {
    const [first, again, other] = [
      await live('a', 1, 150, 15),
      await live('a', 1, 150, 15),
      await live('b', 1, 150, 15),
    ]
    expect(transactionsOf(first).size).toBeGreaterThan(120)
    expect(transactionsOf(again)).toEqual(transactionsOf(first))
    expect(again.world).toEqual(first.world)
    expect(again.bank.latestBlockhash()).toEqual(first.bank.latestBlockhash())
    expect([...transactionsOf(other).keys()].some(signature => transactionsOf(first).has(signature))).toBe(false)
  })

  it('have deposits and withdrawals in pools, by providers that own the LP tokens which they received', async () => {
    const { bank, world } = await live('liquidity', 1, 60, 120)
    const providers = providersIn(await castOf('liquidity')).map(({ key }) => key.address)
    const logs: string[] = []
    let changed = 0
    for (const token of world.filter(({ protocol }) => protocol === 'raydium_cpmm')) {
      const pool = (await openWith(bank, raydiumCpmmLiquidity, { address: token.pool })) ?? expect.fail('no pool')
      let [shared, provided] = [0n, 0n]
      for (const [address, account] of bank.tokenAccountsByMint(pool.lpToken.mint)) {
        const { owner, amount } = decodeTokenAccount(address, account)
        shared += amount
        if (providers.includes(owner)) provided += amount
      }
      // The program has locked 100 at the start.
      expect(shared).toBe(pool.lpSupply - 100n)
      if (provided > 0n) changed++
      for (const { signature } of bank.signaturesFor(token.pool, { limit: 10_000 }))
        logs.push(...(bank.transaction(signature)?.logs ?? []))
    }
    expect(changed).toBeGreaterThanOrEqual(8)
    const counts = ['Deposit', 'Withdraw'].map(
      name => logs.filter(line => line.endsWith(`Instruction: ${name}`)).length,
    )
    expect(counts[0]).toBeGreaterThan(60)
    expect(counts[1]).toBeGreaterThanOrEqual(5)
  })

  it('launch the tokens of the stories at their times, with the program’s own instruction', async () => {
    const { bank, world } = await live('launches', 1, 60)
    const launched = curveStories.filter(({ ageMinutes }) => ageMinutes < 60)
    expect(
      pumped(world)
        .slice(-launched.length)
        .map(({ symbol }) => symbol),
    ).toEqual(launched.map(({ symbol }) => symbol))
    for (const token of pumped(world).slice(-launched.length)) {
      const first = bank.signaturesFor(token.pool, { limit: 10_000 }).at(-1)
      expect(Number(first?.blockTimeSeconds)).toBe(token.createdAtSeconds)
      const record = first && bank.transaction(first.signature)
      expect(record?.logs.some(line => line.includes('Instruction: Create'))).toBe(true)
      const state = decodeBondingCurve(bank.account(token.pool)?.data ?? new Uint8Array())
      expect(state.creator).toBe(record?.accounts[0])
      expect(bank.account(token.mint)?.owner).toBe(token.program)
    }
  })
})
