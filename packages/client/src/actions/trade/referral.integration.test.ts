import { type Provider, transactionSize } from '@tern/chain'
import { memoProgram } from '@tern/core'
import { readReferralMemo, referralMemo } from '@tern/core/internal'
import type { Pool } from '@tern/venues'
import { afterAll, describe, expect, it } from 'vitest'
import { addressOf, openMarket, planOf, requestFor, sol } from '../../../test/market.ts'
import { openNonce } from '../nonce/nonceAccount.ts'
import { planMessage } from '../plan/planMessage.ts'
import { buy, planBuy } from './buy.ts'
import { compileByNonce } from './compileByNonce.ts'
import { planSell } from './sell.ts'
import type { Trade } from './trade.ts'
import { fitted, messageOf } from './tradeMessage.ts'

const market = await openMarket()
const { clientFor, clientWithoutFee, newWallet, practice, worldToken } = market
afterAll(market.close)

const referralCode = 'k7m2p9qx'
const lifetime = { kind: 'blockhash', blockhash: addressOf(9), lastValidBlockHeight: 1n } as const
const maxSize = 1_230

/** Lists the codes in a plan's message. */
async function namedIn(plan: Trade) {
  const { instructions } = await messageOf(plan)
  return instructions
    .filter(({ programAddress }) => programAddress === memoProgram)
    .map(({ accounts, data }) => [accounts, readReferralMemo(Uint8Array.from(data ?? []))])
}
const sizeOf = async (plan: Trade) => transactionSize(planMessage(plan.owner, await messageOf(plan), lifetime))

/** Returns the plan with more accounts in its swap. */
function widened(plan: Trade, accounts: number): Trade {
  const { pool } = plan
  const wide: Pool = {
    ...pool,
    async swap(...asked) {
      const [swap] = await pool.swap(...asked)
      if (swap === undefined) expect.fail('no swap')
      const more = Array.from({ length: accounts }, (_, i) => ({ address: addressOf(200 + i), role: 0 }))
      return [{ ...swap, accounts: [...(swap.accounts ?? []), ...more] }]
    },
  }
  return { ...plan, pool: wide }
}

/** Widens the plan until it fits only without its code. */
async function tooLargeByItsCode(plan: Trade): Promise<Trade> {
  for (let accounts = 0; accounts < 20; accounts++) {
    const wide = widened(plan, accounts)
    const { referralCode: _, ...plain } = wide
    const size = await sizeOf(plain)
    if (size <= maxSize && size + 52 > maxSize) return wide
  }
  return expect.fail('no such size')
}

describe('a trade with a referral code', () => {
  const token = worldToken(({ stage, protocol }) => stage === 'pool' && protocol === 'raydium_cpmm')

  it('names it in one memo, which the chain accepts', async () => {
    const owner = await newWallet(5n * sol)
    const client = clientFor(owner)
    const planned = await planBuy(client, { ...requestFor(token, sol / 10n), referralCode })
    const { plan, quote, preview } = planOf(planned)
    expect(await namedIn(plan)).toEqual([[[], referralCode]])
    expect(preview.pay.find(({ kind }) => kind === 'tradeFee')?.note).toBe(`invited by ${referralCode}`)
    expect(await buy(client, planned)).toMatchObject({ status: 'confirmed', amountOut: quote.amountOut })
    const sale = planOf(await planSell(client, { ...requestFor(token, quote.amountOut), referralCode }))
    expect(await namedIn(sale.plan)).toEqual([[[], referralCode]])
  })

  it('does not name it if no fee is paid', async () => {
    const owner = await newWallet(5n * sol)
    const planned = await planBuy(clientWithoutFee(owner), { ...requestFor(token, sol / 10n), referralCode })
    expect(await namedIn(planOf(planned).plan)).toEqual([])
  })

  it('rejects an invalid code', async () => {
    const planning = planBuy(clientFor(undefined), { ...requestFor(token, sol), referralCode: 'K7M2P9QX' })
    await expect(planning).rejects.toMatchObject({ code: 'trade/invalidReferralCode' })
  })

  it('leaves the code out first if the message is too large', async () => {
    const owner = await newWallet(5n * sol)
    const lookupTable = practice.lookupTable ?? expect.fail('no lookup table')
    const client = clientFor(owner, { lookupTable })
    const { plan } = planOf(await planBuy(client, { ...requestFor(token, sol / 10n), referralCode }))
    expect(plan.referralCode).toBe(referralCode)
    const wide = await tooLargeByItsCode(plan)
    const { trade: short, fits } = await fitted(client, wide)
    expect(fits).toBe(true)
    const { temporary, opens, isOpen } = plan
    expect(short).toMatchObject({ referralCode: undefined, lookupTable: undefined, temporary, opens })
    expect(short.isOpen).toBe(isOpen)
    expect(short.unitLimit).toBeLessThan(plan.unitLimit)
    expect(await sizeOf(short)).toBeGreaterThan(maxSize - 52)
  })

  it('names the code in all of its variants or in none', async () => {
    const owner = await newWallet(5n * sol)
    const tipping: Provider = {
      name: 'any',
      minimumTip: 1_000n,
      tipAccounts: [addressOf(8)],
      send: () => Promise.reject(new TypeError('nothing is sent')),
    }
    const plain = clientFor(owner)
    await openNonce(plain)
    const client = clientFor(owner, { providers: [...plain.providers, tipping] })
    const request = { ...requestFor(token, sol / 10n), provider: 'any', bribeLamports: 1_000n, referralCode }
    const { plan } = planOf(await planBuy(client, { ...request, lifetime: 'nonce' }))
    const codes = async (one: Trade) => {
      const messages = await compileByNonce(client, one)
      return messages.map(({ message }) => Number(Buffer.from(message.bytes).includes(referralMemo(referralCode))))
    }
    expect(await codes(plan)).toEqual([1, 1])
    // The tip takes so much space that only the untipped message has room for the code.
    const named: number[][] = []
    for (let accounts = 0; accounts < 20; accounts++) {
      const found = await codes(widened(plan, accounts)).catch(() => undefined)
      if (found !== undefined) named.push(found)
    }
    const kinds = new Set(named.map(String))
    expect([...kinds]).toEqual(['1,1', '0,0'])
  })
})
