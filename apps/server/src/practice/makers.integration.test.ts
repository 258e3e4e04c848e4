import { createChain } from '@tern/chain'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { castOf, describeName, inventToken, launchersIn, type Maker } from '@tern/practice-chain/makers'
import { venues } from '@tern/venues'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate, openLaunching } from './launching.ts'
import { startMakers } from './makers.ts'
import { metadataReader, pictures } from './metadata.ts'
import { openWallets, type Wallets } from './wallets.ts'

let practice: PracticeChain
let cast: readonly Maker[]
let wallets: Wallets
const { signal } = new AbortController()
const now = () => Math.floor(Date.now() / 1_000)

beforeAll(async () => {
  practice = await startPracticeChain({ slotMs: 60, seed: 'makers' })
  cast = await castOf('makers')
  wallets = await openWallets(practice, cast)
})
afterAll(async () => {
  wallets.close()
  await practice.close()
})

function someLauncher(): Maker {
  const [launcher] = launchersIn(cast)
  if (launcher === undefined) expect.fail('nobody launches')
  return launcher
}

/** Who has paid for the newest transactions of each pool. */
async function traders(): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const { pool } of practice.world)
    for (const { signature, err } of await wallets.client.chain.rpc
      .getSignaturesForAddress(pool, { limit: 50 })
      .send()) {
      const config = { encoding: 'json', maxSupportedTransactionVersion: 0 } as const
      const landed = err === null ? await wallets.client.chain.rpc.getTransaction(signature, config).send() : null
      const payer = landed?.transaction.message.accountKeys[0]
      if (payer !== undefined) found.add(payer)
    }
  return found
}

describe('the makers', () => {
  it('trade by many habits and wallets, in pools and on curves', { timeout: 60_000 }, async () => {
    const stop = await startMakers(practice, { tradesPerSecond: 50, isWatched: () => true })
    const habits = async () => {
      const payers = await traders()
      return new Set(cast.filter(({ key }) => payers.has(key.address)).map(({ habit }) => habit.name))
    }
    let found = await habits()
    while (found.size < 5) {
      await new Promise(resolve => setTimeout(resolve, 300))
      found = await habits()
    }
    await stop()
    const traded = await Promise.all(
      practice.world.map(async ({ pool, stage }) => {
        const landed = await wallets.client.chain.rpc.getSignaturesForAddress(pool, { limit: 1 }).send()
        return landed.length > 0 ? stage : 'nothing'
      }),
    )
    expect(traded).toContain('pool')
    expect(traded).toContain('curve')
  })

  it('leave the world alone at 0 trades a second', async () => {
    const before = await wallets.client.chain.rpc.getTransactionCount().send()
    const stop = await startMakers(practice, { tradesPerSecond: 0, isWatched: () => true })
    await stop()
    expect(await wallets.client.chain.rpc.getTransactionCount().send()).toBe(before)
  })
})

describe('launching', () => {
  it('goes on where it was, with tokens of its own invention, after a start too', { timeout: 60_000 }, async () => {
    const first = await openLaunching(wallets.client, 'makers')
    expect(await first.readNewest()).toEqual([])
    const names: string[] = []
    for (let n = 0; n < 3; n++) names.push((await first.launch(someLauncher(), now(), signal))?.name ?? 'nothing')
    expect(names).toEqual([0, 1, 2].map(n => inventToken('makers', n).name))

    const again = await openLaunching(wallets.client, 'makers')
    const remembered = await again.readNewest()
    expect(remembered.map(({ name }) => name)).toEqual(names)
    for (const { createdAtSeconds } of remembered) expect(Math.abs(createdAtSeconds - now())).toBeLessThan(120)
    expect((await again.launch(someLauncher(), now(), signal))?.name).toBe(inventToken('makers', 3).name)
  })

  it('gives what it launches a picture and metadata where its mint says', { timeout: 60_000 }, async () => {
    const launching = await openLaunching(wallets.client, 'makers')
    const token = await launching.launch(someLauncher(), now(), signal)
    if (token === undefined) expect.fail('not launched')
    const chain = createChain({ rpc: practice.rpcUrl, subscriptions: practice.wsUrl })
    const metadata = await metadataReader(practice.world)(chain, token.mint)
    chain.close()
    expect(metadata).toMatchObject({
      name: token.name,
      description: describeName(token.name),
      image: `https://practice.tern.invalid/pictures/${token.mint}.svg`,
    })
    expect(pictures(practice.world)(token.mint)).toMatch(/^<svg/)
  })

  it('moves a complete curve to its pool', { timeout: 60_000 }, async () => {
    const complete = practice.world.find(({ stage }) => stage === 'graduated')
    if (complete === undefined) expect.fail('no curve is complete')
    expect(await migrate(wallets.client, someLauncher(), complete.mint, signal)).toBe(true)
    const chain = createChain({ rpc: practice.rpcUrl, subscriptions: practice.wsUrl })
    const pool = await chain.readPool(venues.pumpfun, complete.pool, { mint: complete.mint })
    chain.close()
    expect(pool.curve?.stage).toBe('migrated')
  })
})

describe('a wallet', () => {
  it('that runs low is given what anybody is given', { timeout: 30_000 }, async () => {
    const launcher = someLauncher()
    const balance = async () => (await wallets.client.chain.rpc.getBalance(launcher.key.address).send()).value
    const before = await balance()
    await Promise.all([wallets.refill(launcher), wallets.refill(launcher)])
    while ((await balance()) === before) await new Promise(resolve => setTimeout(resolve, 50))
    expect((await balance()) - before).toBe(100_000_000_000n)
  })
})
