import { lamports } from '@solana/kit'
import { createAssociatedAccountInstruction, createChain } from '@tern/chain'
import { associatedTokenAddress } from '@tern/core'
import { type PracticeChain, startPracticeChain, type WorldToken } from '@tern/practice-chain'
import {
  castOf,
  describeName,
  inventToken,
  launchersIn,
  type Maker,
  providersIn,
} from '@tern/practice-chain/internal/makers'
import type { Venue } from '@tern/venues'
import { venues } from '@tern/venues/all'
import { creatorVaultAddress } from '@tern/venues/pumpfun'
import { raydiumCpmmLiquidity } from '@tern/venues/raydiumCpmm/liquidity'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { landDeed } from './landDeed.ts'
import { collectFees, openLaunching } from './launching.ts'
import { paceOf } from './makerPace.ts'
import { startMakers } from './makers.ts'
import { openWallets, type Wallets } from './makerWallets.ts'
import { metadataReader, pictures } from './metadata.ts'

let practice: PracticeChain
let cast: readonly Maker[]
let wallets: Wallets
const { signal } = new AbortController()
/** Asks again if a node answers too late, because the machine is busy. */
const patience = { timeout: 200_000, interval: 300 }
const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const now = () => Math.floor(Date.now() / 1_000)

beforeAll(async () => {
  // At 200 ms a slot, a transaction can land for 30 s, even on a busy machine.
  practice = await startPracticeChain({ slotMs: 200, seed: 'makers' })
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

/** Starts makers that end with the test, even if it fails. @returns ends them. */
async function makersFor(bustle: Parameters<typeof startMakers>[1]) {
  const stop = await startMakers(practice, bustle, signal)
  onTestFinished(stop)
  return stop
}

const payers = new Set<string>()
const known = new Set<string>()
/** The fee payers of the pools' transactions so far. Each transaction is read once. */
async function traders(): Promise<ReadonlySet<string>> {
  const { rpc } = wallets.client.chain
  const config = { encoding: 'json', maxSupportedTransactionVersion: 0 } as const
  for (const { pool } of practice.world)
    for (const { signature, err } of await rpc.getSignaturesForAddress(pool, { limit: 50 }).send()) {
      if (err !== null || known.has(signature)) continue
      const landed = await rpc.getTransaction(signature, config).send()
      if (landed === null) continue
      known.add(signature)
      const [payer] = landed.transaction.message.accountKeys
      if (payer !== undefined) payers.add(payer)
    }
  return payers
}

describe('the makers', () => {
  // This test comes first, because makers move complete curves in every test.
  it('launch tokens, buy at the launch, and move completed curves, while a client is connected', async () => {
    const busy = { ...paceOf(20), launchMs: () => 700, migrationMs: () => 100 }
    const complete = practice.world.filter(({ stage }) => stage === 'graduated')
    const stageOf = async ({ pool, mint, protocol }: WorldToken) =>
      (await wallets.client.chain.read(venues[protocol] as Venue, pool, { mint, maxAgeMs: 0 })).curve?.stage
    expect(await Promise.all(complete.map(stageOf))).toContain('complete')
    const stop = await makersFor({ pace: busy, isWatched: () => true })
    await expect
      .poll(async () => (await Promise.all(complete.map(stageOf))).filter(stage => stage !== 'migrated'), patience)
      .toEqual([])
    const launches = async () => (await openLaunching(wallets.client, practice.seed)).readNewest()
    // Each launch's pool has its launch transaction, and the first buys.
    const soughtAfter = async () => {
      const counts = (await launches()).map(({ pool }) =>
        wallets.client.chain.rpc.getSignaturesForAddress(pool, { limit: 50 }).send(),
      )
      return (await Promise.all(counts)).filter(landed => landed.length > 2).length
    }
    await expect.poll(soughtAfter, patience).toBeGreaterThanOrEqual(3)
    await stop()
  })

  it('trade by many habits and wallets, in pools and on curves', async () => {
    const stop = await makersFor({ pace: paceOf(20), isWatched: () => true })
    const habits = async () => {
      const paid = await traders()
      return new Set(cast.filter(({ key }) => paid.has(key.address)).map(({ habit }) => habit.name))
    }
    const stages = async () => {
      const traded = await Promise.all(
        practice.world.map(async ({ pool, stage }) => {
          const landed = await wallets.client.chain.rpc.getSignaturesForAddress(pool, { limit: 1 }).send()
          return landed.length > 0 ? [stage] : []
        }),
      )
      return new Set(traded.flat())
    }
    await expect.poll(async () => (await habits()).size, patience).toBeGreaterThanOrEqual(5)
    await expect.poll(async () => [...(await stages())], patience).toEqual(expect.arrayContaining(['pool', 'curve']))
    await stop()
  })

  it('deposit in pools and withdraw again, only if the pace says so', async () => {
    const pools = practice.world.filter(({ protocol }) => protocol === 'raydium_cpmm')
    const providers = providersIn(cast).map(({ key }) => key.address)
    const { rpc } = wallets.client.chain
    const changes = async () => {
      const kinds: string[] = []
      for (const address of providers)
        for (const { signature, err } of await rpc.getSignaturesForAddress(address, { limit: 200 }).send()) {
          if (err !== null) continue
          const config = { encoding: 'json', maxSupportedTransactionVersion: 0 } as const
          const logs = (await rpc.getTransaction(signature, config).send())?.meta?.logMessages ?? []
          kinds.push(
            ...['Deposit', 'Withdraw'].filter(kind => logs.some(line => line.endsWith(`Instruction: ${kind}`))),
          )
        }
      return kinds
    }
    const supplies = () =>
      Promise.all(
        pools.map(async ({ pool }) => {
          const { lpSupply } = await wallets.client.chain.read(raydiumCpmmLiquidity, pool, { maxAgeMs: 0 })
          return lpSupply
        }),
      )
    const before = await supplies()
    expect(await changes()).toEqual([])
    const stop = await makersFor({ pace: { ...paceOf(4), liquidityMs: () => 150 }, isWatched: () => true })
    await expect.poll(async () => new Set(await changes()).size, { ...patience, interval: 2_000 }).toBe(2)
    await stop()
    const after = await supplies()
    expect(after.filter((supply, i) => supply > (before[i] ?? 0n)).length).toBeGreaterThanOrEqual(3)
  })

  it('launch almost nothing while no client is connected', async () => {
    const launches = async () => (await openLaunching(wallets.client, practice.seed)).readNewest()
    /** Waits until the transactions that were under way at the stop have landed too. */
    const settled = async (count = -1): Promise<number> => {
      const { length } = await launches()
      if (length === count) return count
      await pause(1_000)
      return settled(length)
    }
    const before = await settled()
    const quiet = { ...paceOf(20), launchMs: () => 50, unwatchedShare: 0 }
    const stop = await makersFor({ pace: quiet, isWatched: () => false })
    await pause(1_500)
    await stop()
    expect((await launches()).length).toBe(before)
  })
})

describe('launching', () => {
  /** Launches in which no maker took part. */
  const seed = 'launching'

  it('continues with its own invented tokens, after a restart too', async () => {
    const first = await openLaunching(wallets.client, seed)
    expect(await first.readNewest()).toEqual([])
    const names: string[] = []
    for (let n = 0; n < 3; n++) names.push((await first.launch(someLauncher(), now(), signal))?.name ?? 'nothing')
    expect(names).toEqual(names.map((_, n) => inventToken(seed, n).name))

    const again = await openLaunching(wallets.client, seed)
    const remembered = await again.readNewest()
    expect(remembered.map(({ name }) => name)).toEqual(names)
    for (const { createdAtSeconds } of remembered) expect(Math.abs(createdAtSeconds - now())).toBeLessThan(120)
    expect((await again.launch(someLauncher(), now(), signal))?.name).toBe(inventToken(seed, names.length).name)
  })

  it('gives its tokens a picture and metadata at the URI of their mint', async () => {
    const launching = await openLaunching(wallets.client, seed)
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
})

describe('a wallet', () => {
  it('of a launcher receives its fees, once they are worth collecting', async () => {
    const launcher = someLauncher()
    const vault = await creatorVaultAddress(launcher.key.address)
    const inVault = async () => (await wallets.client.chain.rpc.getBalance(vault).send()).value
    while ((await inVault()) < 1_000_000_000n) {
      await wallets.client.chain.rpc.requestAirdrop(vault, lamports(1_000_000_000n)).send()
      await pause(100)
    }
    expect(await collectFees(wallets.client, launcher, signal)).toBe(true)
    expect(await inVault()).toBeLessThan(1_000_000n)
    expect(await collectFees(wallets.client, launcher, signal)).toBe(false)
  })

  it('with many empty token accounts is tidied up', async () => {
    const maker = someLauncher()
    const accounts = async () => (await wallets.client.chain.readTokenAccounts(maker.key.address)).length
    const { address } = maker.key
    const mints = practice.world.filter(({ stage }) => stage === 'pool').slice(0, 8)
    const opening = await Promise.all(
      mints.map(async ({ mint, program }) =>
        createAssociatedAccountInstruction({
          address: await associatedTokenAddress(address, mint, program),
          owner: address,
          mint,
          tokenProgram: program,
        }),
      ),
    )
    for (const part of [opening.slice(0, 4), opening.slice(4)])
      await landDeed(
        wallets.client,
        { signers: [maker.key], unitLimit: 400_000, instructions: part },
        { priorityFeeLamports: 0n, signal },
      )
    const before = await accounts()
    await wallets.tidy(maker, signal)
    expect(before - (await accounts())).toBe(8)
  })

  it('that runs low receives an airdrop', async () => {
    const launcher = someLauncher()
    const balance = async () => (await wallets.client.chain.rpc.getBalance(launcher.key.address).send()).value
    const before = await balance()
    await Promise.all([wallets.refill(launcher), wallets.refill(launcher)])
    while ((await balance()) === before) await pause(50)
    expect((await balance()) - before).toBe(100_000_000_000n)
  })
})
