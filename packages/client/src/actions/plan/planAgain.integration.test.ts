import { rmSync } from 'node:fs'
import { createAssociatedAccountInstruction, createMemoryJournal, type Journal, type Provider } from '@tern/chain'
import {
  type Address,
  associatedTokenAddress,
  keyPairOwner,
  type Message,
  type Owner,
  TernError,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import { configAddress } from '@tern/venues/raydiumCpmm'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { openMarket, sol } from '../../../test/market.ts'
import { land, openCpmmPool, recordTokens } from '../../../test/ownPools.ts'
import type { Client } from '../../client.ts'
import { planCreatePool } from '../liquidity/planCreatePool.ts'
import { planDeposit } from '../liquidity/planDeposit.ts'
import { planWithdrawLiquidity } from '../liquidity/planWithdrawLiquidity.ts'
import { planExtendTable } from '../lookupTable/planExtendTable.ts'
import { planAdvanceNonce, planCloseNonce, planOpenNonce } from '../nonce/planNonce.ts'
import { resumeSent } from '../resumeSent.ts'
import { planSwap } from '../swap/planSwap.ts'
import { planBuy } from '../trade/buy.ts'
import { planSell } from '../trade/sell.ts'
import { planReclaimRent } from '../wallet/planReclaimRent.ts'
import { planUnwrap } from '../wallet/planUnwrap.ts'
import { type PlannedWithdraw, planWithdraw } from '../wallet/planWithdraw.ts'
import { planWrap } from '../wallet/planWrap.ts'
import { execute } from './execute.ts'
import type { PlanKind, Planned } from './plan.ts'
import { planAgain, plansIn } from './sentPlans.ts'

const keyOf = (name: string) => deriveKey('a test of interrupted plans', name)
const maker = await keyOf('maker')
const [red = expect.fail(), blue = expect.fail(), green = expect.fail()] = await Promise.all(
  ['red', 'blue', 'green'].map(async name => (await keyOf(name)).address),
)
const snapshotsDir = await recordTokens([red, blue, green], maker.address)
const market = await openMarket({ snapshotsDir })
afterAll(async () => {
  await market.close()
  rmSync(snapshotsDir, { recursive: true })
})
const config = await configAddress(0)
const signer = await keyPairOwner(maker.keyPair)
const bank = market.clientWithoutFee(signer)
const losing: Provider = { name: 'losing', minimumTip: 0n, tipAccounts: [], send: async () => undefined }
const side = (mint: Address, amount: bigint) => ({ mint, amount, program: tokenProgram })
const inRed = { protocol: 'raydium_cpmm', address: await openPool(wrappedNativeMint, red) } as const
const inBlue = { protocol: 'raydium_cpmm', address: await openPool(red, blue) } as const

async function openPool(one: Address, other: Address): Promise<Address> {
  return openCpmmPool(bank, maker, { sides: [side(one, 10n ** 10n), side(other, 10n ** 12n)] })
}

const trade = { mint: red, pool: inRed, slippageBps: 100, priorityFeeLamports: 0n }
const change = { pool: inRed, slippageBps: 100, inSteps: true }
const tokens = [
  { mint: green, amount: 10n ** 9n },
  { mint: wrappedNativeMint, amount: sol },
] as const

// New pools open a second later.
beforeAll(() =>
  vi.waitFor(async () => expect((await planBuy(bank, { ...trade, amountIn: sol })).reasons).toEqual([]), 10_000),
)

/** A plan of every kind, and the number of its transactions, if it has more than one. */
const kinds: readonly (readonly [PlanKind, (client: Client) => Promise<Planned>, of?: number])[] = [
  ['buy', client => planBuy(client, { ...trade, amountIn: sol / 10n })],
  ['sell', client => planSell(client, { ...trade, amountIn: 1_000_000n })],
  ['wrap', client => planWrap(client, { amount: sol / 10n })],
  ['unwrap', client => planUnwrap(client)],
  ['withdraw', client => planWithdraw(client, { recipient: market.feeWallet, mint: null, amount: sol })],
  ['deposit', client => planDeposit(client, { ...change, mint: wrappedNativeMint, amount: sol / 10n }), 2],
  ['withdrawLiquidity', client => planWithdrawLiquidity(client, { ...change, lpAmount: 1_000_000n }), 2],
  ['createPool', client => planCreatePool(client, { protocol: 'raydium_cpmm', config, tokens, inSteps: true }), 2],
  [
    'createPool',
    client => planCreatePool(client, { protocol: 'raydium_cpmm', config, tokens, inSteps: true, at: 'fresh' }),
    2,
  ],
  [
    'swap',
    client =>
      planSwap(client, {
        ...{ tokenIn: wrappedNativeMint, tokenOut: blue, exactIn: sol / 10n, slippageBps: 100, inSteps: true },
        route: [{ sharePercent: 100, pools: [inRed, inBlue] }],
      }),
    2,
  ],
  ['reclaimRent', planReclaims, 3],
  ['extendTable', client => planExtendTable(client, {})],
  ['openNonce', client => planOpenNonce(client)],
  ['advanceNonce', client => planAdvanceNonce(client)],
  ['closeNonce', client => planCloseNonce(client)],
]

/** Opens three empty accounts, and plans to close each in its own transaction. */
async function planReclaims(client: Client): Promise<Planned> {
  const mints = market.practice.world.filter(({ program }) => program === tokenProgram).slice(0, 3)
  const instructions = mints.map(async ({ mint }) => {
    const address = await associatedTokenAddress(maker.address, mint, tokenProgram)
    return createAssociatedAccountInstruction({ address, owner: maker.address, mint, tokenProgram })
  })
  await land(bank, [maker], await Promise.all(instructions))
  const { accounts } = await planReclaimRent(client)
  return planReclaimRent(client, { parts: accounts.slice(0, 3).map(one => [one]) })
}

/** A page of the maker's, whose journal and signatures are noted. */
function openPage() {
  const signed: Message[] = []
  const journal: Journal = createMemoryJournal()
  const owner: Owner = {
    address: maker.address,
    signTransactions(messages, cosigners) {
      signed.push(...messages)
      return signer.signTransactions(messages, cosigners)
    },
  }
  return { signed, journal, client: { ...market.clientWithoutFee(owner), journal } }
}

/** Executes a plan, and closes the page once its first transaction is sent. No node receives it. */
async function leave(client: Client, planned: Planned) {
  const gone = new AbortController()
  const { id = expect.fail(), steps } = await execute({ ...client, providers: [losing] }, planned, {
    signal: gone.signal,
    onSteps: ([step]) => step?.status === 'sent' && gone.abort(),
  })
  expect(steps[0]?.status).toBe('unknown')
  return id
}

describe('a plan whose page is closed', () => {
  it.each(kinds.map(([kind, plan, of = 1]) => ({ kind, plan, of })))(
    'is sent once, and its rest is planned again: $kind',
    async ({ kind, plan, of }) => {
      const { client, journal, signed } = openPage()
      const planned = await plan(client)
      expect(planned.reasons).toEqual([])
      expect(planned.plan?.messages).toHaveLength(of)
      const id = await leave(client, planned)
      await expect(planAgain(client, id)).rejects.toMatchObject({ code: 'plan/mayStillLand' })
      expect(signed).toHaveLength(1)

      expect(await resumeSent(client, () => () => undefined)).toBe(1)
      const sent = async () => plansIn(await journal.list()).find(one => one.id === id) ?? expect.fail('not noted')
      await expect.poll(async () => (await sent()).stand, { timeout: 20_000 }).toBe(of === 1 ? 'done' : 'stopped')
      expect(await sent()).toMatchObject({ kind, owner: maker.address })
      if (of > 1) {
        const [rest, other, stale] = await Promise.all([1, 2, 3].map(() => planAgain(client, id)))
        expect(rest?.reasons).toEqual([])
        expect(rest?.plan?.messages).toHaveLength(of - 1)
        const both = await Promise.allSettled([rest, other].map(one => execute(client, one ?? expect.fail())))
        expect(both).toMatchObject([
          { status: 'fulfilled', value: { id, steps: Array(of - 1).fill({ status: 'confirmed' }) } },
          { status: 'rejected', reason: { code: 'plan/mayStillLand' } },
        ])
        await expect(execute(client, stale ?? expect.fail())).rejects.toMatchObject({ code: 'plan/alreadySent' })
      }
      expect(signed).toHaveLength(of)
      const { steps, stand } = await sent()
      expect([stand, steps.map(({ status }) => status)]).toEqual(['done', Array(of).fill('confirmed')])
      await expect(planAgain(client, id)).rejects.toMatchObject({ code: 'plan/nothingToResume' })
      await expect(execute(client, planned)).rejects.toMatchObject({ code: expect.stringMatching(/alreadySent$/) })
      expect(signed).toHaveLength(of)
    },
  )
})

describe('an action of several transactions', () => {
  it.each([
    ['refuses', 'plan/mayStillLand', (journal: Journal) => journal],
    ['cannot know', 'plan/alreadySent', ({ hold: _, ...journal }: Journal) => journal],
  ])('is not repeated while this tab executes it, if another tab %s', async (_, code, shared) => {
    const { client, journal: kept, signed } = openPage()
    const journal = shared(kept)
    const planned = await planDeposit(client, { ...change, mint: wrappedNativeMint, amount: sol / 10n })
    let between: Promise<unknown> = Promise.resolve()
    let elsewhere: unknown
    const asking: Owner = {
      address: maker.address,
      async signTransactions(messages, cosigners) {
        if (signed.length === 1) {
          const id = plansIn(await journal.list())[0]?.id ?? expect.fail()
          between = expect(planAgain(client, id)).rejects.toMatchObject({ code: 'plan/mayStillLand' })
          await between
          elsewhere = await continueElsewhere(journal).catch(error => error.code)
        }
        return (client.owner ?? expect.fail()).signTransactions(messages, cosigners)
      },
    }
    const { steps } = await execute({ ...client, journal, owner: asking }, planned)
    await between
    const isRefused = code === 'plan/mayStillLand'
    if (isRefused) expect(elsewhere).toBe(code)
    else expect(elsewhere).toMatchObject([{ status: 'confirmed' }])
    expect(steps).toMatchObject([
      { status: 'confirmed' },
      isRefused ? { status: 'confirmed' } : { status: 'failed', error: { code } },
    ])
    expect(plansIn(await journal.list())).toMatchObject([{ stand: 'done' }])
  })
})

/** An action that stopped after `landed` transactions, in a journal. */
async function stopped(plan: (client: Client) => Promise<Planned>, landed: number) {
  const { client, journal } = openPage()
  const planned = await plan(client)
  if (landed === 0) {
    const id = await leave(client, planned)
    await journal.update(id, { outcome: { status: 'expired', sources: 1 }, isRetired: true })
    return { journal, id }
  }
  let asked = 0
  const refusing: Owner = {
    address: maker.address,
    signTransactions(messages, cosigners) {
      if (asked++ === landed) throw new TernError('wallet/refusedToSign', { reason: 'the page closes' })
      return signer.signTransactions(messages, cosigners)
    },
  }
  const { id = expect.fail() } = await execute({ ...client, owner: refusing }, planned)
  return { journal, id }
}

describe('two tabs that continue an action in the same moment', () => {
  it.each([
    {
      what: 'the rest of several transactions',
      plan: (client: Client) => planDeposit(client, { ...change, mint: wrappedNativeMint, amount: sol / 10n }),
      ...{ landed: 1, by: 'execute' as const },
    },
    {
      what: 'a single transaction',
      plan: (client: Client) => planWithdraw(client, { recipient: market.feeWallet, mint: null, amount: sol / 4n }),
      ...{ landed: 0, by: 'withdraw' as const },
    },
  ])('send it once: $what', async ({ plan, landed, by }) => {
    const { journal, id } = await stopped(plan, landed)
    let asked = 0
    const bothAsk = Promise.withResolvers<void>()
    const isRefused = Promise.withResolvers<void>()
    const owner: Owner = {
      address: maker.address,
      async signTransactions(messages, cosigners) {
        if (++asked === 2) bothAsk.resolve()
        await Promise.race([bothAsk.promise, isRefused.promise])
        return signer.signTransactions(messages, cosigners)
      },
    }
    const tabs = [await openTab(journal, owner), await openTab(journal, owner)]
    const rests = await Promise.all(tabs.map(tab => tab.planned(id)))
    const sent = tabs.map(async (tab, at) => {
      try {
        await tab[by](rests[at] ?? expect.fail())
        return 'sent'
      } catch (error) {
        isRefused.resolve()
        return (error as TernError).code
      }
    })
    expect((await Promise.all(sent)).sort()).toEqual(['plan/mayStillLand', 'sent'])
    expect(asked).toBe(1)
  })
})

it('sends nothing if the journal cannot hold the action', async () => {
  const { client, journal } = openPage()
  const broken: Journal = { ...journal, hold: () => Promise.reject(new RangeError('no locks')) }
  const planned = await planWrap(client, { amount: sol / 10n })
  await expect(execute({ ...client, journal: broken }, planned)).rejects.toMatchObject({ code: 'send/notNoted' })
  expect(await journal.list()).toEqual([])
  expect((await execute(client, planned)).steps).toMatchObject([{ status: 'confirmed' }])
})

/** The modules of another tab, which shares nothing with this tab but the journal. */
async function openTab(journal: Journal, owner: Owner = signer) {
  vi.resetModules()
  const [plans, sent, single] = await Promise.all([
    import('./execute.ts'),
    import('./sentPlans.ts'),
    import('../wallet/withdraw.ts'),
  ])
  const client = { ...market.clientWithoutFee(owner), journal }
  const planned = async (id: string) => sent.planAgain(client, id)
  return {
    planned,
    execute: (rest: Planned) => plans.execute(client, rest),
    withdraw: (rest: Planned) => single.withdraw(client, rest as PlannedWithdraw),
  }
}

/** Another tab, with the same journal, sends the rest of an action. */
async function continueElsewhere(journal: Journal) {
  const tab = await openTab(journal)
  const id = plansIn(await journal.list())[0]?.id ?? expect.fail()
  return (await tab.execute(await tab.planned(id))).steps
}
