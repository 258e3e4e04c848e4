import { createMemoryJournal, type Journal } from '@tern/chain'
import { isOver } from '@tern/chain/internal'
import { isTernError } from '@tern/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openMarket, requestFor, sol } from '../../test/market.ts'
import type { Receipt } from './plan/follow.ts'
import { resumeSent } from './resumeSent.ts'
import type { Settled } from './settled.ts'
import { buy, planBuy } from './trade/buy.ts'

let market: Awaited<ReturnType<typeof openMarket>>
beforeAll(async () => {
  market = await openMarket()
})
afterAll(() => market?.close())

/** A provider that accepts everything and sends nothing. It records the accepted transactions. */
function losing() {
  const taken: string[] = []
  const send = async ({ signature }: { readonly signature: string }) => void taken.push(signature)
  return { taken, provider: { name: 'losing', minimumTip: 0n, tipAccounts: [], send } }
}

describe('a trade in the journal', () => {
  it('is resumed by another page, which reports and records its outcome', async () => {
    const owner = await market.newWallet(2n * sol)
    const journal = createMemoryJournal()
    const { provider, taken } = losing()
    const page = market.clientFor(owner, { journal, providers: [provider] })
    const planned = await planBuy(page, requestFor(market.worldToken(), sol))
    const gone = new AbortController()
    const onStatus = ({ status }: { readonly status: string }) => status === 'sent' && gone.abort()
    const receipt = await buy(page, planned, { signal: gone.signal, onStatus, about: 'a buy' })
    expect([receipt.status, taken]).toEqual(['unknown', [receipt.signature]])
    const [record] = await journal.list()
    expect(record).toMatchObject({ id: receipt.signature, address: owner.address, note: { about: 'a buy' } })
    expect(record?.outcome.status).toBe('unknown')

    const reported: Settled[] = []
    const other = market.clientFor(undefined, { journal })
    expect(await resumeSent(other, () => undefined)).toBe(0)
    expect(await resumeSent(other, ({ note }) => (note ? now => reported.push(now) : undefined))).toBe(1)
    await expect.poll(() => reported.map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
    expect(await market.tokensOf(owner.address, planned.plan?.token.mint ?? owner.address)).toBeGreaterThan(0n)
    await expect.poll(async () => (await journal.list()).map(({ outcome }) => isOver(outcome))).toEqual([true])
    expect(await resumeSent(other, () => () => undefined)).toBe(0)
  })

  it('F24 explains a failure on chain like an uninterrupted trade', async () => {
    const journal = createMemoryJournal()
    const { provider } = losing()
    const page = market.clientFor(await market.newWallet(2n * sol), { journal, providers: [provider] })
    const planned = await planBuy(page, { ...requestFor(market.worldToken(), sol), slippageBps: 10 })
    const gone = new AbortController()
    const onStatus = ({ status }: { readonly status: string }) => status === 'sent' && gone.abort()
    await buy(page, planned, { signal: gone.signal, onStatus })
    const whale = market.clientFor(await market.newWallet(90n * sol))
    await buy(whale, await planBuy(whale, requestFor(market.worldToken(), 80n * sol)))

    const reported: Settled[] = []
    await resumeSent(market.clientFor(undefined, { journal }), () => now => reported.push(now))
    await expect.poll(() => reported.at(-1)?.status).toBe('failed')
    expect(reported.at(-1)?.error?.message).toBe('The price moved beyond the slippage limit')
  })

  it('is not sent if the journal fails, and can be made again', async () => {
    const owner = await market.newWallet(2n * sol)
    const { provider, taken } = losing()
    const full: Journal = { ...createMemoryJournal(), append: () => Promise.reject(new RangeError('full')) }
    const page = market.clientFor(owner, { journal: full, providers: [provider] })
    const planned = await planBuy(page, requestFor(market.worldToken(), sol))
    const error = await buy(page, planned).catch((reason: unknown) => reason)
    expect([isTernError(error, 'send/notNoted'), taken]).toEqual([true, []])
    expect((await buy(market.clientFor(owner), planned)).status).toBe('confirmed')
  })
})

describe('a trade that a fork undoes', () => {
  it('is unknown again, is sent again, and reports its new outcome', async () => {
    const owner = await market.newWallet(2n * sol)
    const client = market.clientFor(owner)
    const planned = await planBuy(client, requestFor(market.worldToken(), sol))
    // The fork must not undo the wallet's funding or the blockhash as well.
    const lifetime = await client.chain.readBlockhash()
    await new Promise(resolve => setTimeout(resolve, 2_000))
    const later: Receipt[] = []
    const receipt = await buy(client, planned, { lifetime, onLater: one => later.push(one) })
    expect(receipt.status).toBe('confirmed')
    const slot = await client.chain.rpc.getSlot({ commitment: 'processed' }).send()
    await market.practice.rollback(slot - (receipt.slot ?? slot) + 5n)
    await expect.poll(() => later.map(({ status }) => status)).toEqual(['unknown', 'confirmed'])
    const [back, again] = later
    expect([isTernError(back?.error, 'send/rolledBack'), again?.signature]).toEqual([true, receipt.signature])
    expect(again?.slot).toBeGreaterThan(receipt.slot ?? 0n)
    expect(again?.amountIn).toBe(sol)
  })
})
