import { createMemoryJournal, type Provider } from '@tern/chain'
import { type Message, type SignedTransaction, TernError, wrappedNativeMint } from '@tern/core'
import { afterAll, describe, expect, it } from 'vitest'
import { refusalOf } from '../../../../custody/test/refusalOf.ts'
import { openMarket, sol } from '../../../test/market.ts'
import { lostNodes, tippedProvider } from '../../../test/tippedProvider.ts'
import { doubting } from '../../../test/withPools.ts'
import type { Client } from '../../client.ts'
import { openNonce } from '../nonce/nonceAccount.ts'
import { readNonce } from '../nonce/readNonce.ts'
import { execute } from '../plan/execute.ts'
import { planAgain, plansIn } from '../plan/sentPlans.ts'
import { planSubmission } from '../sentNote.ts'
import { planSwap } from './planSwap.ts'
import type { SwapPlanRequest } from './swap.ts'

const market = await openMarket()
const { newWallet, worldToken, lamportsOf, tokensOf } = market
afterAll(market.close)
const one = worldToken(({ protocol }) => protocol === 'raydium_cpmm')
const other = worldToken(({ protocol }) => protocol === 'meteora_damm_v2')
const nameOf = ({ protocol, pool }: typeof one) => ({ protocol, address: pool })

const slippageBps = 200
const buying: SwapPlanRequest = {
  ...{ tokenIn: wrappedNativeMint, tokenOut: one.mint, exactIn: sol, slippageBps },
  route: [{ sharePercent: 100, pools: [nameOf(one)] }],
}
const onwards = (exactIn: bigint): SwapPlanRequest => ({
  ...{ tokenIn: one.mint, tokenOut: other.mint, exactIn, slippageBps, inSteps: true },
  route: [{ sharePercent: 100, pools: [nameOf(one), nameOf(other)] }],
})

/** A wallet of 20 SOL, which notes what it signs. */
async function trader() {
  const signed: Message[] = []
  const wallet = await newWallet(20n * sol)
  const owner: typeof wallet = {
    address: wallet.address,
    signTransactions(messages, cosigners) {
      signed.push(...messages)
      return wallet.signTransactions(messages, cosigners)
    },
  }
  return { owner, signed }
}

async function done(client: Client, request: SwapPlanRequest) {
  const planned = await planSwap(client, request)
  expect(planned.reasons.map(({ text }) => text)).toEqual([])
  const { steps } = await execute(client, planned)
  expect(steps.map(({ status, error }) => error?.message ?? status)).toEqual(steps.map(() => 'confirmed'))
  return planned.plan ?? expect.fail('no plan')
}

describe('a swap by a provider', () => {
  it('tips it in each transaction, as the preview says, and goes to no other provider that takes tips', async () => {
    const { owner, signed } = await trader()
    const plain = market.clientFor(owner)
    const [tipped, untipped] = await Promise.all([
      tippedProvider(newWallet, { name: 'tipped', minimumTip: 1_000n }, plain),
      tippedProvider(newWallet, { name: 'untipped', minimumTip: 1_000n }, plain),
    ])
    const client = market.clientFor(owner, { providers: [untipped.provider, tipped.provider] })
    await done(plain, buying)
    signed.length = 0
    const settings = { provider: 'tipped', bribeLamports: 7_000n, priorityFeeLamports: 20_000n }
    const before = await lamportsOf(owner.address)
    const plan = await done(client, { ...onwards(await tokensOf(owner.address, one.mint)), ...settings })
    expect(plan.messages).toHaveLength(2)
    expect(plan.pay).toContainEqual({ kind: 'bribe', label: 'Bribe', lamports: 14_000n, note: 'to tipped' })
    expect(plan.pay.reduce((sum, { lamports }) => sum + lamports, 0n)).toBe(plan.totalLamports)
    expect(planSubmission(client, plan).providers.map(({ name }) => name)).toEqual(['tipped'])
    expect([await lamportsOf(tipped.tipAccount), await lamportsOf(untipped.tipAccount)]).toEqual([sol + 14_000n, sol])
    expect(tipped.taken.map(({ message }) => message)).toEqual(signed)
    expect(untipped.taken).toEqual([])
    expect(
      await Promise.all(signed.map(message => refusalOf(message, [market.feeWallet], [tipped.tipAccount]))),
    ).toEqual([undefined, undefined])
    const costs = signed.flatMap(({ terms }) => Object.values(terms?.lamports ?? {}))
    expect(costs.filter(cost => cost === 7_000n)).toHaveLength(2)
    const left = (await lamportsOf(owner.address)) - before + costs.reduce((sum, cost) => sum + cost, 0n)
    // The first hop brings SOL beyond its minimum, which stays.
    expect(left).toBeGreaterThanOrEqual(0n)
    expect(left).toBeLessThan(sol / 50n)
  })

  it('takes other fees for its rest, or no fees', async () => {
    const { owner, signed } = await trader()
    const plain = market.clientFor(owner)
    const gone = await tippedProvider(newWallet, { name: 'gone', minimumTip: 1_000n }, plain)
    const journal = createMemoryJournal()
    const client = market.clientFor(owner, { providers: [gone.provider], journal })
    await done(plain, buying)
    const settings = { provider: 'gone', bribeLamports: 5_000n, priorityFeeLamports: 20_000n }
    const planned = await planSwap(client, { ...onwards(await tokensOf(owner.address, one.mint)), ...settings })
    let signatures = 0
    const leaving: typeof owner = {
      ...owner,
      async signTransactions(...asked) {
        if (signatures++ > 0) throw new TernError('owner/cannotSign', {})
        return owner.signTransactions(...asked)
      },
    }
    await execute({ ...client, owner: leaving }, planned)
    const id = plansIn(await journal.list())[0]?.id ?? expect.fail('not noted')
    const other = market.clientFor(owner, { journal })
    signed.length = 0
    const changes = { provider: undefined, bribeLamports: 0n, priorityFeeLamports: 30_000n }
    const { steps } = await execute(other, await planAgain(other, id, changes))
    expect(steps.map(({ status }) => status)).toEqual(['confirmed'])
    // The fee of a signature is 5,000 lamports.
    expect(signed.map(({ terms }) => [terms?.lamports.tip, terms?.lamports.networkFee])).toEqual([[0n, 35_000n]])
    expect(await lamportsOf(gone.tipAccount)).toBe(sol + 5_000n)
  })

  it('asks for protection from front-runners, and then goes to that provider alone', async () => {
    const { owner } = await trader()
    const plain = market.clientFor(owner)
    const guard = await tippedProvider(newWallet, { name: 'guard', minimumTip: 1_000n }, plain)
    const guarding: Provider = { ...guard.provider, frontRunningProtection: 'request' }
    const nodesTook: SignedTransaction[] = []
    const client = market.clientFor(owner, { providers: [lostNodes(nodesTook), guarding] })
    await done(client, { ...buying, frontRunningProtection: true })
    expect(nodesTook).toEqual([])
    await done(client, buying)
    expect(nodesTook).toHaveLength(1)
    expect(guard.taken).toHaveLength(2)
    // Without a wish, the tip is the provider's minimum.
    expect(await lamportsOf(guard.tipAccount)).toBe(sol + 2_000n)
  })

  it('leaves units free for the wallet’s guards', async () => {
    const { owner } = await trader()
    const limitOf = async (guardUnits: number) => {
      const { plan } = await planSwap(market.clientFor({ ...owner, guardUnits }), buying)
      return plan?.messages[0]?.budget?.unitLimit ?? expect.fail('no plan')
    }
    const limit = await limitOf(0)
    expect(await limitOf(10_000)).toBe(limit + 10_000)
    expect(await limitOf(1_400_000)).toBe(1_400_000)
  })
})

describe('a swap that lives by a durable nonce', () => {
  it('goes out once for each provider whose minimum the tip reaches, in each of its transactions', async () => {
    const { owner, signed } = await trader()
    const plain = market.clientFor(owner)
    const [cheap, dear, dearer] = await Promise.all([
      tippedProvider(newWallet, { name: 'cheap', minimumTip: 1_000n }, undefined),
      tippedProvider(newWallet, { name: 'dear', minimumTip: 1_000_000n }, plain),
      tippedProvider(newWallet, { name: 'dearer', minimumTip: 2_000_000n }, plain),
    ])
    const nodesTook: SignedTransaction[] = []
    const providers = [lostNodes(nodesTook), cheap.provider, dear.provider, dearer.provider]
    const tipAccounts = [cheap, dear, dearer].map(({ tipAccount }) => tipAccount)
    const journal = createMemoryJournal()
    const client = market.clientFor(owner, { providers, journal })
    await done(plain, buying)
    const before = await openNonce(plain)
    const held = await tokensOf(owner.address, one.mint)
    signed.length = 0
    await done(client, { ...onwards(held), bribeLamports: 1_000_000n, lifetime: 'nonce' })
    expect(signed.map(({ lifetime }) => lifetime.kind)).toEqual(Array(6).fill('nonce'))
    expect(await Promise.all(signed.map(message => refusalOf(message, [market.feeWallet], tipAccounts)))).toEqual(
      Array(6).fill(undefined),
    )
    expect([nodesTook, cheap.taken, dear.taken, dearer.taken].map(({ length }) => length)).toEqual([2, 2, 2, 0])
    expect(await lamportsOf(dear.tipAccount)).toBe(sol + 2_000_000n)
    expect(await lamportsOf(cheap.tipAccount)).toBe(sol)
    expect((await readNonce(client))?.nonce).not.toBe(before.nonce)
    expect(await tokensOf(owner.address, one.mint)).toBe(0n)
    expect(plansIn(await journal.list())).toMatchObject([{ kind: 'swap', stand: 'done', steps: [{}, {}] }])
  })

  it('keeps its lifetime and its tip if it stops and its rest is planned again', async () => {
    const { owner, signed } = await trader()
    const plain = market.clientFor(owner)
    const { provider, tipAccount } = await tippedProvider(newWallet, { name: 'one', minimumTip: 1_000n }, plain)
    const journal = createMemoryJournal()
    const client = market.clientFor(owner, { providers: [provider], journal })
    await done(plain, buying)
    await openNonce(plain)
    const settings = { bribeLamports: 5_000n, lifetime: 'nonce' } as const
    const planned = await planSwap(client, { ...onwards(await tokensOf(owner.address, one.mint)), ...settings })
    let signatures = 0
    const leaving: typeof owner = {
      ...owner,
      async signTransactions(...asked) {
        if (signatures++ > 0) throw new TernError('owner/cannotSign', {})
        return owner.signTransactions(...asked)
      },
    }
    const { steps: first } = await execute({ ...client, owner: leaving }, planned)
    expect(first.map(({ status }) => status)).toEqual(['confirmed', 'failed'])
    const [stopped] = plansIn(await journal.list())
    signed.length = 0
    const { steps } = await execute(client, await planAgain(client, stopped?.id ?? expect.fail('not noted')))
    expect(steps.map(({ status }) => status)).toEqual(['confirmed'])
    expect(signed.map(({ lifetime }) => lifetime.kind)).toEqual(['nonce', 'nonce'])
    expect(signed.map(({ terms }) => terms?.lamports.tip)).toEqual([0n, 5_000n])
    expect(await lamportsOf(tipAccount)).toBeGreaterThanOrEqual(sol)
  })

  it('takes its minimum from a simulation, too', async () => {
    const { owner, signed } = await trader()
    const client = doubting(market.clientFor(owner), one.pool)
    await openNonce(client)
    await done(client, { ...buying, lifetime: 'nonce' })
    const got = await tokensOf(owner.address, one.mint)
    expect(signed.at(-1)).toMatchObject({
      lifetime: { kind: 'nonce' },
      terms: { receive: [{ min: (got * 9_800n) / 10_000n }] },
    })
  })

  it('waits for a nonce account that exists', async () => {
    const { owner } = await trader()
    const client = market.clientFor(owner)
    const planned = await planSwap(client, { ...buying, lifetime: 'nonce' })
    await expect(execute(client, planned)).rejects.toThrow('Nonce account not ready')
    await openNonce(client)
    const { steps } = await execute(client, planned)
    expect(steps.map(({ status }) => status)).toEqual(['confirmed'])
  })
})
