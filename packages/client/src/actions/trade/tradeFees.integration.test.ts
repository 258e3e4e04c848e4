import { computeUnitPrice, jitoProvider, type Provider } from '@tern/chain'
import { afterAll, describe, expect, it } from 'vitest'
import { openMarket, planOf, requestFor, sol } from '../../../test/market.ts'
import { buy, planBuy } from './buy.ts'
import { measureTrade } from './measureTrade.ts'
import { readTradeBudget } from './readTradeBudget.ts'

const market = await openMarket()
const { clientFor, newWallet, lamportsOf, worldToken, leave } = market
afterAll(market.close)
const maxLamports = 5_000_000n

describe('automatic fees and compute units', () => {
  it('match the trade’s need and the recent prices, and the trade lands with them', async () => {
    const client = clientFor(await newWallet(5n * sol))
    const request = requestFor(worldToken(), sol)
    const first = planOf(await planBuy(client, request))
    const budget = await readTradeBudget(client, first.plan, { minLamports: 70_000n, maxLamports })
    expect(budget.computeUnitLimit).toBeGreaterThan(10_000)
    expect(budget.computeUnitLimit).toBeLessThan(200_000)
    expect(budget.priorityFeeLamports).toBeGreaterThanOrEqual(70_000n)
    expect(budget.priorityFeeLamports).toBeLessThanOrEqual(maxLamports)
    expect(budget.bribeLamports).toBe((budget.priorityFeeLamports * 3n) / 7n)

    const landed = await buy(client, await planBuy(client, { ...request, ...budget }))
    expect(landed.status).toBe('confirmed')
    const paid = { unitLimit: budget.computeUnitLimit, priorityFeeLamports: budget.priorityFeeLamports }
    const charged = (computeUnitPrice(paid) * BigInt(paid.unitLimit) + 999_999n) / 1_000_000n
    expect(landed.networkFee).toBe(5_000n + charged)
    // Others see the paid price, by the accounts that the trade wrote to.
    const after = await readTradeBudget(client, planOf(await planBuy(client, request)).plan, { maxLamports })
    expect(after.priorityFeeLamports).toBeLessThanOrEqual(maxLamports)
  })

  it('leave units free for the wallet’s guards, up to the max of a transaction', async () => {
    const owner = await newWallet(5n * sol)
    const budgetOf = async (guardUnits: number) => {
      const client = clientFor({ ...owner, guardUnits })
      const { plan } = planOf(await planBuy(client, requestFor(worldToken(), sol)))
      return await readTradeBudget(client, plan, { maxLamports })
    }
    const [plain, guarded, full] = await Promise.all([0, 10_000, 1_390_000].map(budgetOf))
    expect(guarded?.computeUnitLimit).toBe((plain?.computeUnitLimit ?? Number.NaN) + 10_000)
    expect(full?.computeUnitLimit).toBe(1_400_000)
  })

  it('are replaced by the reason if the trade would fail', async () => {
    const owner = await newWallet(5n * sol)
    const client = clientFor(owner)
    const { plan } = planOf(await planBuy(client, requestFor(worldToken(), 4n * sol)))
    await leave(owner, sol)
    await expect(readTradeBudget(client, plan, { maxLamports })).rejects.toThrow('No enough SOL to buy tokens')
  })
})

describe('a measured trade', () => {
  it('is planned again with the measured units, plus any increase of the known need', async () => {
    const client = clientFor(await newWallet(5n * sol))
    const request = requestFor(worldToken(), sol / 4n)
    const { plan } = planOf(await planBuy(client, request))
    const { measured, writes } = await measureTrade(client, plan)
    expect(measured.knownLimit).toBe(plan.unitLimit)
    expect(writes).toEqual(expect.arrayContaining([plan.owner, plan.pool.address, plan.tokenAccount]))
    expect(writes).not.toContain(plan.temporary?.address)

    const planned = await planBuy(client, { ...request, measured })
    const { unitLimit } = planOf(planned).plan
    expect(unitLimit).toBe(Math.ceil((measured.units * 11) / 10))
    expect(unitLimit).toBeLessThan(plan.unitLimit)
    const earlier = { ...measured, knownLimit: measured.knownLimit - 7_000 }
    expect(planOf(await planBuy(client, { ...request, measured: earlier })).plan.unitLimit).toBe(unitLimit + 7_000)
    const later = { ...measured, knownLimit: measured.knownLimit + 7_000 }
    expect(planOf(await planBuy(client, { ...request, measured: later })).plan.unitLimit).toBe(unitLimit)
    expect((await buy(client, planned)).status).toBe('confirmed')
  })
})

describe('a provider that takes tips', () => {
  it('is tipped by the settings, and is the only tipped provider that gets the trade', async () => {
    const taken: string[] = []
    const plain = clientFor(await newWallet(5n * sol))
    const [node = expect.fail()] = plain.providers
    const noting = (provider: Provider): Provider => ({
      ...provider,
      async send(transaction, options) {
        taken.push(provider.name)
        await node.send(transaction, options)
      },
    })
    const tipAccounts = jitoProvider().tipAccounts.slice(0, 1)
    const named = (name: string) => noting({ ...jitoProvider({ tipAccounts }), name })
    const client = { ...plain, providers: [noting(node), named('one'), named('other')] }
    const [, one] = client.providers
    const request = requestFor(worldToken(), sol / 10n)

    const standard = planOf(await planBuy(client, request)).plan
    expect([standard.tip?.provider, standard.tip?.lamports, standard.outlay.tip]).toEqual(['one', 1_000n, 1_000n])
    const chosen = { ...request, provider: 'other', bribeLamports: 7_777n, frontRunningProtection: true }
    const planned = await planBuy(client, chosen)
    const { tip } = planOf(planned).plan
    expect(tip).toMatchObject({ provider: 'other', lamports: 7_777n, frontRunningAccount: one?.frontRunningAccount })
    const to = tip?.to ?? expect.fail()
    expect(one?.tipAccounts).toContain(to)

    const before = await lamportsOf(to)
    // An account without lamports rejects such a small tip.
    await market.pay(await newWallet(sol), to, 890_880n)
    const landed = await buy(client, planned)
    expect(landed.status).toBe('confirmed')
    expect((await lamportsOf(to)) - before).toBe(890_880n + 7_777n)
    // Any other recipient could trade around it.
    expect(new Set(taken)).toEqual(new Set(['other']))

    taken.length = 0
    const open = { ...chosen, frontRunningProtection: false }
    expect((await buy(client, await planBuy(client, open))).status).toBe('confirmed')
    expect(new Set(taken)).toEqual(new Set(['other', 'normal']))

    taken.length = 0
    const untipped = { ...chosen, provider: 'normal' }
    expect((await buy(client, await planBuy(client, untipped))).status).toBe('confirmed')
    expect(new Set(taken)).toEqual(new Set(['normal']))
  })

  it('is paid at the picked account', async () => {
    const client = { ...clientFor(await newWallet(5n * sol)), providers: [jitoProvider()] }
    const request = requestFor(worldToken(), sol / 10n)
    const { tipAccounts } = jitoProvider()
    for (const [at, account] of tipAccounts.entries()) {
      const asked: number[] = []
      const pickTipAccount = (n: number) => {
        asked.push(n)
        return at
      }
      expect(planOf(await planBuy(client, { ...request, pickTipAccount })).plan.tip?.to).toBe(account)
      expect(asked).toEqual([tipAccounts.length])
    }
  })

  it('gets nothing if it is unknown, and nothing if it takes no tips', async () => {
    const client = clientFor(await newWallet(5n * sol))
    for (const provider of ['normal', 'unheard of']) {
      const request = { ...requestFor(worldToken(), sol / 10n), provider, bribeLamports: 5n }
      const { plan } = planOf(await planBuy(client, request))
      expect([plan.tip, plan.outlay.tip]).toEqual([undefined, 0n])
    }
  })
})
