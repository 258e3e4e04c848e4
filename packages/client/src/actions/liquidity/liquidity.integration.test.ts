import { rmSync } from 'node:fs'
import { createMemoryJournal } from '@tern/chain'
import {
  type Address,
  associatedTokenAddress,
  keyPairOwner,
  type Owner,
  rentExemption,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { deriveKey } from '@tern/practice-chain/internal/makers'
import { configAddress } from '@tern/venues/raydiumCpmm'
import { afterAll, describe, expect, it } from 'vitest'
import { openMarket, requestFor, sol } from '../../../test/market.ts'
import { noting } from '../../../test/noting.ts'
import { recordTokens } from '../../../test/ownPools.ts'
import type { Client } from '../../client.ts'
import { execute } from '../plan/execute.ts'
import type { Plan, Planned } from '../plan/plan.ts'
import { planAgain, plansIn } from '../plan/sentPlans.ts'
import { resumeSent } from '../resumeSent.ts'
import { buy, planBuy } from '../trade/buy.ts'
import { planUnwrap } from '../wallet/planUnwrap.ts'
import { planWrap } from '../wallet/planWrap.ts'
import { planCreatePool } from './planCreatePool.ts'
import { planDeposit } from './planDeposit.ts'
import { planWithdrawLiquidity } from './planWithdrawLiquidity.ts'
import { readPoolConfigs } from './readPoolConfigs.ts'
import { watchLiquidity } from './watchLiquidity.ts'

const maker = await deriveKey('a test of liquidity', 'maker')
const [red = expect.fail(), blue = expect.fail(), taxed = expect.fail(), worthless = expect.fail()] = await Promise.all(
  ['red', 'blue', 'taxed', 'worthless'].map(async name => (await deriveKey('a test of liquidity', name)).address),
)
const snapshotsDir = await recordTokens(
  [red, blue],
  maker.address,
  new Map([
    [taxed, 250],
    [worthless, 10_000],
  ]),
)
const market = await openMarket({ snapshotsDir })
afterAll(async () => {
  await market.close()
  rmSync(snapshotsDir, { recursive: true })
})
const config = await configAddress(0)

const planOf = <Request, Quote>({ plan, quote, reasons }: Planned<Request, Quote>) => {
  expect(reasons).toEqual([])
  return { plan: plan ?? expect.fail('no plan'), quote: quote ?? expect.fail('no quote') }
}
const codes = ({ reasons }: Planned) => reasons.map(({ code }) => code)

async function done(client: Client, planned: Planned) {
  const { steps } = await execute(client, planned)
  expect(steps.map(({ status, error }) => error?.message ?? status)).toEqual(steps.map(() => 'confirmed'))
  return steps
}

/** Compares the terms of a plan with the wallet's losses and gains. */
async function within(owner: Address, plan: Plan, before: bigint) {
  const terms = plan.messages.map(message => message.terms)
  const spend = terms.flatMap(one => one.spend ?? []).find(({ mint }) => mint === wrappedNativeMint)?.max ?? 0n
  const costs = terms.flatMap(({ lamports }) => Object.values(lamports)).reduce((sum, one) => sum + one, 0n)
  expect(before - (await market.lamportsOf(owner))).toBeLessThanOrEqual(spend + costs)
}

const worldPools = market.practice.world.filter(({ protocol }) => protocol === 'raydium_cpmm')

async function walletWith(token: (typeof worldPools)[number]) {
  const { signed, owner } = noting(await market.newWallet(20n * sol))
  const client = market.clientFor(owner)
  expect((await buy(client, await planBuy(client, requestFor(token, sol)))).status).toBe('confirmed')
  signed.splice(0)
  return { owner: owner.address, client, signed }
}

describe('liquidity of a CPMM pool', () => {
  /** Buys a token of the world. */
  const bought = async (program: Address) => {
    const token = worldPools.find(one => one.program === program) ?? expect.fail('no such token')
    return { ...(await walletWith(token)), token }
  }
  /** Creates a pool of a token with a transfer fee. */
  const created = async () => {
    const { signed, owner } = noting(await keyPairOwner(maker.keyPair))
    const client = market.clientFor(owner)
    const tokens = [
      { mint: taxed, amount: 10n ** 9n },
      { mint: wrappedNativeMint, amount: 3n * sol },
    ] as const
    const request = { protocol: 'raydium_cpmm', config, tokens } as const
    // The longest message that a change of liquidity needs fits, so apps need not ask for steps.
    expect(planOf(await planCreatePool(client, { ...request, at: 'fresh' })).plan.messages).toHaveLength(1)
    const planned = await planCreatePool(client, request)
    await done(client, planned)
    signed.splice(0)
    const { quote } = planOf(planned)
    // 2.5% of the token is withheld. The LP tokens are the root of both reserves' product.
    expect(quote.amounts.find(({ mint }) => mint === taxed)?.transferFee).toBe(25_000_000n)
    return {
      ...{ owner: owner.address, client, signed },
      token: { protocol: 'raydium_cpmm', pool: quote.pool, mint: taxed } as const,
    }
  }

  it.each([
    ['a classic token', () => bought(tokenProgram)],
    ['a Token-2022 token', () => bought(token2022Program)],
    ['a token with a transfer fee', created],
  ] as const)('is deposited and withdrawn to the unit, with SOL wrapped on the way: %s', async (_, make) => {
    const { owner, client, signed, token } = await make()
    const pool = { protocol: token.protocol, address: token.pool }
    const held = await market.tokensOf(owner, token.mint)
    const before = await market.lamportsOf(owner)
    const planned = await planDeposit(client, { pool, mint: wrappedNativeMint, amount: sol / 10n, slippageBps: 100 })
    const { plan, quote } = planOf(planned)
    const lpMint = plan.messages[0]?.terms.receive?.[0]?.mint ?? expect.fail()
    const lpHeld = await market.tokensOf(owner, lpMint)
    expect(plan.messages).toHaveLength(1)
    expect(quote.amounts.some(({ transferFee }) => transferFee > 0n)).toBe(token.mint === taxed)
    await done(client, planned)
    const side = (mint: Address) => quote.amounts.find(one => one.mint === mint) ?? expect.fail()
    expect((await market.tokensOf(owner, lpMint)) - lpHeld).toBe(quote.lpAmount)
    expect(held - (await market.tokensOf(owner, token.mint))).toBe(side(token.mint).sent)
    // The creator of a pool has an account of its LP tokens.
    const rent = token.mint === taxed ? 0n : rentExemption(165)
    expect(before - (await market.lamportsOf(owner))).toBe(side(wrappedNativeMint).sent + rent + 5_000n)
    await within(owner, plan, before)
    expect(signed[0]?.terms).toMatchObject({ into: { account: token.pool }, lamports: { rent, networkFee: 5_000n } })

    const after = await market.lamportsOf(owner)
    const tokens = await market.tokensOf(owner, token.mint)
    const back = await planWithdrawLiquidity(client, { pool, lpAmount: 'all', slippageBps: 50 })
    const { quote: returned, plan: withdrawal } = planOf(back)
    await done(client, back)
    const arriving = (mint: Address) => returned.amounts.find(one => one.mint === mint)?.received ?? expect.fail()
    expect(await market.tokensOf(owner, lpMint)).toBe(0n)
    expect((await market.tokensOf(owner, token.mint)) - tokens).toBe(arriving(token.mint))
    expect((await market.lamportsOf(owner)) - after).toBe(arriving(wrappedNativeMint) - 5_000n)
    expect(withdrawal.messages[0]?.terms.spend).toMatchObject([{ mint: lpMint, max: quote.lpAmount + lpHeld }])
    await expect(execute(client, back)).rejects.toMatchObject({ code: 'plan/alreadySent' })
  })

  it('is created, with the fee and the rents that the plan shows, and its LP tokens are all the owner’s but 100', async () => {
    const owner = await keyPairOwner(maker.keyPair)
    const client = market.clientFor(owner)
    for (const tokens of [
      [
        { mint: red, amount: 10n ** 9n },
        { mint: wrappedNativeMint, amount: 2n * sol },
      ],
      [
        { mint: red, amount: 10n ** 9n },
        { mint: blue, amount: 4n * 10n ** 9n },
      ],
    ] as const) {
      const before = await market.lamportsOf(owner.address)
      const planned = await planCreatePool(client, { protocol: 'raydium_cpmm', config, tokens, openTimeSeconds: 1n })
      const { plan, quote } = planOf(planned)
      expect(quote.openTimeSeconds).toBeGreaterThan(1_600_000_000n)
      await done(client, planned)
      expect(await market.tokensOf(owner.address, quote.lpMint)).toBe(quote.lpAmount)
      const paid = plan.pay.filter(({ kind }) => kind !== 'margin').reduce((sum, { lamports }) => sum + lamports, 0n)
      expect(before - (await market.lamportsOf(owner.address))).toBe(paid)
      expect(plan.pay).toContainEqual({ kind: 'programFee', label: 'Pool creation fee', lamports: quote.createFee })
      expect(quote.createFee).toBeGreaterThan(0n)
      expect(codes(await planCreatePool(client, { protocol: 'raydium_cpmm', config, tokens }))).toEqual([
        'liquidity/poolExists',
      ])
    }
  })

  it('is created at the address of a new key pair, which also signs', async () => {
    const { signed, owner } = noting(await keyPairOwner(maker.keyPair))
    const client = market.clientFor(owner)
    const tokens = [
      { mint: blue, amount: 10n ** 9n },
      { mint: wrappedNativeMint, amount: sol },
    ] as const
    const before = await market.lamportsOf(owner.address)
    const planned = await planCreatePool(client, { protocol: 'raydium_cpmm', config, tokens, at: 'fresh' })
    const { plan, quote } = planOf(planned)
    await done(client, planned)
    expect(signed[0]?.signers).toEqual([owner.address, quote.pool])
    expect(signed[0]?.terms).toMatchObject({ cosigners: [quote.pool], lamports: { networkFee: 10_000n } })
    const paid = plan.pay.filter(({ kind }) => kind !== 'margin').reduce((sum, { lamports }) => sum + lamports, 0n)
    expect(before - (await market.lamportsOf(owner.address))).toBe(paid)
    const pool = { protocol: 'raydium_cpmm', address: quote.pool } as const
    expect((await planDeposit(client, { pool, lpAmount: 1_000n, slippageBps: 100 })).reasons).toEqual([])
  })

  it('is not created if the new key pair does not sign, and the same plan can be executed again', async () => {
    const owner = await keyPairOwner(maker.keyPair)
    const client = market.clientFor(owner)
    const tokens = [
      { mint: blue, amount: 10n ** 9n },
      { mint: wrappedNativeMint, amount: sol },
    ] as const
    const planned = await planCreatePool(client, { protocol: 'raydium_cpmm', config, tokens, at: 'fresh' })
    const { plan, quote } = planOf(planned)
    let isSigning = false
    const messages = plan.messages.map(message => ({
      ...message,
      cosigners: (message.cosigners ?? []).map(({ address, sign }) => ({
        address,
        sign: async (bytes: Uint8Array) => (isSigning ? sign(bytes) : new Uint8Array(64)),
      })),
    }))
    const unwilling = { ...planned, plan: { ...plan, messages } }
    await expect(execute(client, unwilling)).rejects.toMatchObject({ code: 'transaction/cosignerFailed' })
    expect(await market.read(quote.pool)).toBeNull()
    isSigning = true
    await done(client, unwilling)
    expect(await market.read(quote.pool)).not.toBeNull()
  })

  it('is refused for a token with a transfer fee of 100%', async () => {
    const client = market.clientFor(await keyPairOwner(maker.keyPair))
    const tokens = [
      { mint: worthless, amount: 10n ** 9n },
      { mint: wrappedNativeMint, amount: sol },
    ] as const
    const planned = await planCreatePool(client, { protocol: 'raydium_cpmm', config, tokens })
    expect(codes(planned)).toEqual(['liquidity/transferFeeTakesAll'])
    await expect(execute(client, planned)).rejects.toMatchObject({ code: 'liquidity/transferFeeTakesAll' })
  })

  it('is refused if the operator disables it', async () => {
    const [token = expect.fail()] = worldPools
    const { client } = await walletWith(token)
    const pool = { protocol: token.protocol, address: token.pool }
    const disabled = { ...client, disabledFeatures: ['addLiquidity', 'removeLiquidity'] as const }
    const tokens = [token.mint, wrappedNativeMint].map(mint => ({ mint, amount: 1_000n })) as never
    for (const planned of [
      await planDeposit(disabled, { pool, mint: token.mint, amount: 1_000n, slippageBps: 100 }),
      await planCreatePool(disabled, { protocol: 'raydium_cpmm', config, tokens }),
    ]) {
      expect(planned.reasons.map(({ text }) => text)).toEqual(['add liquidity feature disabled in your region'])
      await expect(execute(disabled, planned)).rejects.toMatchObject({ code: 'region/addLiquidityDisabled' })
    }
    const removal = await planWithdrawLiquidity(disabled, { pool, lpAmount: 1n, slippageBps: 100 })
    expect(removal.reasons.map(({ text }) => text)).toEqual(['remove liquidity feature disabled in your region'])
  })

  it('is reported after each change, and as an error if the address is no such pool', async () => {
    const [token = expect.fail()] = worldPools
    const { client } = await walletWith(token)
    const pool = { protocol: token.protocol, address: token.pool }
    const supplies: bigint[] = []
    const stop = watchLiquidity(client, pool, { onPool: ({ lpSupply }) => supplies.push(lpSupply) })
    await expect.poll(() => supplies.length).toBe(1)
    const planned = await planDeposit(client, { pool, mint: wrappedNativeMint, amount: sol / 10n, slippageBps: 100 })
    await done(client, planned)
    await expect.poll(() => (supplies.at(-1) ?? 0n) - (supplies[0] ?? 0n)).toBe(planOf(planned).quote.lpAmount)
    stop()
    const failures: unknown[] = []
    const fail = (error: unknown) => failures.push(error)
    const stops = [
      watchLiquidity(client, { ...pool, address: token.mint }, { onPool: () => expect.fail(), onError: fail }),
      watchLiquidity(client, { ...pool, protocol: 'pumpfun' }, { onPool: () => expect.fail(), onError: fail }),
    ]
    await expect.poll(() => failures.length).toBeGreaterThanOrEqual(2)
    for (const one of stops) one()
    const codesOf = failures.map(error => (error as { code: string }).code)
    expect(codesOf).toEqual(expect.arrayContaining(['layout/wrongOwner', 'venue/unknownProtocol']))
  })

  it('of a new pool has one of the program’s fees', async () => {
    const configs = await readPoolConfigs(market.clientFor(await market.newWallet(sol)))
    expect(configs.map(({ index, tradeFeePpm, isDisabled }) => [index, tradeFeePpm, isDisabled])).toEqual([
      [0, 2_500, false],
      [1, 10_000, false],
    ])
    expect(configs[0]).toMatchObject({ address: config, createFeeLamports: 150_000_000n })
  })

  it('is refused for bad input, with nothing signed', async () => {
    const [token = expect.fail()] = worldPools
    const { owner, client, signed } = await walletWith(token)
    const pool = { protocol: token.protocol, address: token.pool }
    const held = await market.tokensOf(owner, token.mint)
    const deposit = (asked: { mint: Address; amount: bigint } | { lpAmount: bigint }) =>
      planDeposit(client, { pool, slippageBps: 100, ...asked })
    expect(codes(await deposit({ mint: token.mint, amount: 0n }))).toEqual(['liquidity/zeroAmounts'])
    expect(codes(await deposit({ mint: token.mint, amount: held * 2n }))).toEqual(['plan/notEnoughTokens'])
    expect(codes(await deposit({ mint: red, amount: 1_000n }))).toEqual(['liquidity/tokenNotInPool'])
    expect(codes(await deposit({ lpAmount: 0n }))).toEqual(['liquidity/zeroAmounts'])
    const withdrawal = { pool, slippageBps: 100 }
    expect(codes(await planWithdrawLiquidity(client, { ...withdrawal, lpAmount: 1n }))).toEqual([
      'liquidity/lpAccountNotFound',
    ])
    const newPool = { protocol: 'raydium_cpmm', config } as const
    const tokens = (amount: bigint, mint: Address) =>
      [
        { mint: token.mint, amount: 1_000n },
        { mint, amount },
      ] as const
    expect(codes(await planCreatePool(client, { ...newPool, tokens: tokens(0n, red) }))).toEqual([
      'liquidity/zeroAmounts',
    ])
    expect(codes(await planCreatePool(client, { ...newPool, tokens: tokens(1_000n, red) }))).toEqual([
      'liquidity/someAccountNotFound',
    ])
    expect(codes(await planCreatePool(client, { ...newPool, tokens: tokens(1n, token.mint) }))).toEqual([
      'liquidity/mintMismatch',
    ])
    const nowhere = { ...newPool, config: red }
    expect(codes(await planCreatePool(client, { ...nowhere, tokens: tokens(1_000n, wrappedNativeMint) }))).toEqual([
      expect.stringMatching(/^(liquidity\/configNotFound|layout\/)/),
    ])
    expect(codes(await planWrap(client, { amount: 0n }))).toEqual(['quote/zeroAmount'])
    expect(codes(await planUnwrap(client))).toEqual(['token/inputAccountNotFound'])

    // A lamport too few, and then just enough.
    const dear = await deposit({ mint: wrappedNativeMint, amount: sol / 10n })
    const { plan } = planOf(dear)
    const elsewhere = market.clientFor(await market.newWallet(sol))
    expect(
      codes(await planDeposit({ ...client, owner: elsewhere.owner }, { pool, slippageBps: 100, lpAmount: 1_000_000n })),
    ).toEqual(['liquidity/tokenAccountNotFound'])
    await market.leave(client.owner ?? expect.fail(), plan.totalLamports - 1n)
    signed.splice(0)
    const poor = await deposit({ mint: wrappedNativeMint, amount: sol / 10n })
    expect(codes(poor)).toEqual(['plan/notEnoughSol'])
    await expect(execute(client, poor)).rejects.toMatchObject({ code: 'plan/notEnoughSol' })
    // A plan from before is planned again, and refused too.
    await expect(execute(client, dear)).rejects.toMatchObject({ code: 'plan/notEnoughSol' })
    expect(signed).toEqual([])
    await market.pay(await market.newWallet(sol), owner, 1n).catch(() => undefined)
    await expect.poll(() => market.lamportsOf(owner)).toBe(plan.totalLamports)
    await done(client, await deposit({ mint: wrappedNativeMint, amount: sol / 10n }))
  })
})

describe('a plan of several transactions', () => {
  const [token = expect.fail()] = worldPools
  const pool = { protocol: token.protocol, address: token.pool }

  it.each([0, 1])(
    'that is interrupted before transaction %i is planned again, and repeats nothing that landed',
    async at => {
      const { owner, client: plain, signed } = await walletWith(token)
      const journal = createMemoryJournal()
      const client = { ...plain, journal }
      const request = { pool, mint: wrappedNativeMint, amount: sol / 10n, slippageBps: 100, inSteps: true }
      const planned = await planDeposit(client, request)
      expect(planOf(planned).plan.messages).toHaveLength(2)
      // The wallet refuses to sign this transaction, as if the page had gone.
      const real = client.owner ?? expect.fail()
      let count = 0
      const failing: Owner = {
        address: owner,
        signTransactions: async messages => {
          if (count++ === at) throw new Error('gone')
          return real.signTransactions(messages)
        },
      }
      await expect(execute({ ...client, owner: failing }, planned)).rejects.toThrow('gone')
      expect(signed).toHaveLength(at)
      const [sent] = plansIn(await journal.list())
      expect(sent?.stand).toBe(at === 0 ? undefined : 'stopped')
      const again = sent === undefined ? await planDeposit(client, request) : await planAgain(client, sent.id)
      expect(planOf(again as Planned<unknown, { lpAmount: bigint }>).plan.messages).toHaveLength(2 - at)
      const lpMint = planOf(again as Planned).plan.messages.at(-1)?.terms.receive?.[0]?.mint ?? expect.fail()
      const { id } = await execute(client, again)
      // Both transactions landed once.
      expect(signed).toHaveLength(2)
      expect(await market.tokensOf(owner, lpMint)).toBe((again.quote as { lpAmount: bigint }).lpAmount)
      const [last] = plansIn(await journal.list())
      expect(last).toMatchObject({ id, stand: 'done', steps: [{ status: 'confirmed' }, { status: 'confirmed' }] })
      await expect(planAgain(client, id ?? expect.fail())).rejects.toMatchObject({ code: 'plan/nothingToResume' })
      // Nothing is left wrapped.
      expect(await market.read(await associatedTokenAddress(owner, wrappedNativeMint, tokenProgram))).toBeNull()
    },
  )
})

describe('a transaction whose outcome is unknown', () => {
  it('is not signed again: its action cannot be planned again until it is settled', async () => {
    const [token = expect.fail()] = worldPools
    const pool = { protocol: token.protocol, address: token.pool }
    const { client: plain, signed } = await walletWith(token)
    const client = { ...plain, journal: createMemoryJournal() }
    const request = { pool, mint: wrappedNativeMint, amount: sol / 10n, slippageBps: 100, inSteps: true }
    const stop = new AbortController()
    const { id = expect.fail(), steps } = await execute(client, await planDeposit(client, request), {
      signal: stop.signal,
      onSteps: now => now[1]?.status === 'sent' && stop.abort(),
    })
    expect(steps.map(({ status }) => status)).toEqual(['confirmed', 'unknown'])
    await expect(planAgain(client, id)).rejects.toMatchObject({ code: 'plan/mayStillLand' })
    const statuses: string[] = []
    expect(
      await resumeSent(
        client,
        () =>
          ({ status }) =>
            void statuses.push(status),
      ),
    ).toBeGreaterThan(0)
    await expect.poll(() => statuses, { timeout: 20_000 }).toContain('confirmed')
    await expect.poll(async () => plansIn(await client.journal.list())[0]?.stand).toBe('done')
    await expect(planAgain(client, id)).rejects.toMatchObject({ code: 'plan/nothingToResume' })
    expect(signed).toHaveLength(2)
  })
})
