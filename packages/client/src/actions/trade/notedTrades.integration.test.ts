import { createMemoryJournal, type Journal, type JournalRecord } from '@tern/chain'
import type { Owner } from '@tern/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMarket, requestFor, sol } from '../../../test/market.ts'
import type { Client } from '../../client.ts'
import { openNonce } from '../nonce/nonceAccount.ts'
import { execute } from '../plan/execute.ts'
import { type PlanNote, planAgain, plansIn } from '../plan/sentPlans.ts'
import { resumeSent } from '../resumeSent.ts'
import type { Settled } from '../settled.ts'
import { buy, planBuy } from './buy.ts'
import { measureTrade } from './measureTrade.ts'
import { planSell, sell } from './sell.ts'
import type { TradeRequest } from './trade.ts'

let market: Awaited<ReturnType<typeof openMarket>>
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

const losing = { name: 'losing', minimumTip: 0n, tipAccounts: [], send: async () => undefined }

/** A journal that copies its records, like a browser's storage. */
function copyingJournal(): Journal {
  const journal = createMemoryJournal()
  return { ...journal, append: record => journal.append(structuredClone(record)) }
}

async function newClient() {
  const owner = await market.newWallet(5n * sol)
  const journal = copyingJournal()
  return { ...market.clientFor(owner), owner, journal }
}

/** Moves the price far up. */
async function movePrice() {
  const whale = market.clientFor(await market.newWallet(90n * sol))
  const request = { ...requestFor(market.worldToken(), 40n * sol), slippageBps: 9_000 }
  expect((await buy(whale, await planBuy(whale, request))).status).toBe('confirmed')
}

/** Buys, and closes the page as soon as the trade is sent. */
async function buyAndLeave(client: Client, request: TradeRequest) {
  const gone = new AbortController()
  const onStatus = ({ status }: { readonly status: string }) => status === 'sent' && gone.abort()
  return buy({ ...client, providers: [losing] }, await planBuy(client, request), { signal: gone.signal, onStatus })
}

describe('a trade in the journal', () => {
  it('is listed with its request, and planned again after it failed; once it landed, nothing is left', async () => {
    const client = await newClient()
    const token = market.worldToken()
    const wish = { ...requestFor(token, sol / 10n), slippageBps: 10 }
    const first = await planBuy(client, wish)
    const { measured } = await measureTrade(client, first.plan ?? expect.fail())
    const planned = await planBuy(client, { ...wish, measured, pickTipAccount: () => 0 })
    await movePrice()
    const failed = await buy(client, planned, { about: 'a buy' })
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'program/slippageExceeded' } })
    const [sent] = plansIn(await client.journal.list())
    expect(sent).toMatchObject({ id: failed.signature, kind: 'buy', stand: 'stopped', about: 'a buy', request: wish })
    expect(sent?.request).not.toHaveProperty('measured')

    const again = await planAgain(client, failed.signature)
    const { id, steps } = await execute(client, again)
    expect([id, steps.map(({ status }) => status)]).toEqual([failed.signature, ['confirmed']])
    expect(steps[0]?.amountOut).toBe(await market.tokensOf(client.owner.address, token.mint))
    expect(plansIn(await client.journal.list())).toMatchObject([{ id, stand: 'done' }])
    await expect(planAgain(client, failed.signature)).rejects.toMatchObject({ code: 'plan/nothingToResume' })
    await expect(execute(client, again)).rejects.toMatchObject({ code: 'trade/alreadySent' })
  })

  it('is not planned again while it may still land, and lands once', async () => {
    const client = await newClient()
    const token = market.worldToken()
    const unknown = await buyAndLeave(client, requestFor(token, sol / 10n))
    expect(unknown.status).toBe('unknown')
    await expect(planAgain(client, unknown.signature)).rejects.toMatchObject({ code: 'plan/mayStillLand' })
    await resumeSent(client, () => () => undefined)
    await expect.poll(async () => plansIn(await client.journal.list())[0]?.stand).toBe('done')
    await expect(planAgain(client, unknown.signature)).rejects.toMatchObject({ code: 'plan/nothingToResume' })
  })

  it('keeps its nonce, and each variant goes to the provider that it tips', async () => {
    const client = await newClient()
    await openNonce(client)
    const request = { ...requestFor(market.worldToken(), sol / 10n), lifetime: 'nonce', nonceIndex: 0 } as const
    const unknown = await buyAndLeave(client, request)
    const record = (await client.journal.list()).find(({ id }) => id === unknown.signature)
    expect(record?.note).toMatchObject({ tips: [null], plan: { kind: 'buy', at: 0, of: 1, request } })
    expect(record?.transactions[0]?.message.lifetime.kind).toBe('nonce')
    await resumeSent(client, () => () => undefined)
    await expect.poll(async () => plansIn(await client.journal.list())[0]?.stand).toBe('done')
  })

  it('that fails for a number of its venue is explained by its side, also to the page that follows it after a reload', async () => {
    const token = market.worldToken(({ protocol }) => protocol === 'pumpfun')
    const journal = copyingJournal()
    /** Buys with a wallet that is emptied between the last check and the signature. */
    async function buyTooMuch(options: Partial<Client> = {}) {
      const owner = await market.newWallet(3n * sol)
      const client = { ...market.clientWithoutFee(owner), journal, ...options }
      const planned = await planBuy(client, requestFor(token, 2n * sol))
      const emptied: Owner = {
        ...owner,
        async signTransactions(messages) {
          await market.leave(owner, sol)
          return owner.signTransactions(messages)
        },
      }
      const gone = new AbortController()
      const onStatus = ({ status }: { readonly status: string }) =>
        status === 'sent' && options.providers && gone.abort()
      return buy({ ...client, owner: emptied }, planned, { signal: gone.signal, onStatus })
    }
    const why = { status: 'failed', error: { code: 'trade/notEnoughToBuy' } }
    expect(await buyTooMuch()).toMatchObject(why)
    expect(await buyTooMuch({ providers: [losing] })).toMatchObject({ status: 'unknown' })
    const reported: Settled[] = []
    await resumeSent({ ...market.clientFor(undefined), journal }, () => now => reported.push(now))
    await expect.poll(() => reported.at(-1)).toMatchObject(why)
  })

  it('of an earlier version is sent again and explained, and is no plan', async () => {
    const client = await newClient()
    const wish = { ...requestFor(market.worldToken(), sol / 10n), slippageBps: 10 }
    const { signature } = await buyAndLeave(client, wish)
    const record = (await client.journal.list()).find(({ id }) => id === signature) ?? expect.fail()
    await movePrice()
    const { plan: _, ...note } = record.note as PlanNote
    const journal = createMemoryJournal()
    await journal.append({ ...record, note } satisfies JournalRecord)
    expect(plansIn(await journal.list())).toEqual([])
    const reported: Settled[] = []
    expect(await resumeSent({ ...client, journal }, () => now => reported.push(now))).toBe(1)
    await expect.poll(() => reported.at(-1)?.status).toBe('failed')
    expect(reported.at(-1)?.error?.code).toBe('program/slippageExceeded')
  })
})

describe('a planned trade', () => {
  it('is executed as any other plan, once, by `execute` or by `buy` and `sell`', async () => {
    const client = await newClient()
    const token = market.worldToken()
    const planned = await planBuy(client, requestFor(token, sol / 10n))
    const { steps } = await execute(client, planned)
    expect(steps).toMatchObject([{ status: 'confirmed', amountIn: sol / 10n, amountOut: planned.quote?.amountOut }])
    await expect(buy(client, planned)).rejects.toMatchObject({ code: 'trade/alreadySent' })
    const sale = await planSell(client, requestFor(token, steps[0]?.amountOut ?? 0n))
    expect(await sell(client, sale)).toMatchObject({ status: 'confirmed', amountOut: sale.quote?.amountOut })
    await expect(execute(client, sale)).rejects.toMatchObject({ code: 'trade/alreadySent' })
  })

  it('shows the message that is signed, apart from its blockhash and spare units', async () => {
    const client = await newClient()
    const planned = await planBuy(client, { ...requestFor(market.worldToken(), sol / 10n), computeUnitLimit: 300_000 })
    const [shown] = planned.plan?.messages ?? expect.fail()
    const { signed } = await buy(client, planned)
    const [{ message }] = signed.variants
    expect({ ...message, lifetime: undefined, readRealised: undefined }).toEqual({
      ...{ ...shown, frontRunningProtection: false, lifetime: undefined, readRealised: undefined },
    })
  })
})
