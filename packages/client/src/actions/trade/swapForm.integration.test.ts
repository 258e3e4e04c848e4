import { readdirSync } from 'node:fs'
import type { Pool, SwapForms } from '@tern/venues'
import { program } from '@tern/venues/raydiumAmmV4'
import { afterAll, describe, expect, it } from 'vitest'
import { openMarket, planOf, requestFor, sol } from '../../../test/market.ts'
import { withPools } from '../../../test/withPools.ts'
import type { Client } from '../../client.ts'
import { withOwner } from '../../client.ts'
import { buy, planBuy } from './buy.ts'
import { planSell, sell } from './sell.ts'

const { clientFor, newWallet, worldToken, close } = await openMarket()
afterAll(close)
const token = worldToken(({ protocol }) => protocol === 'raydiumammv4')

/** Returns a client with pools that have one more form, which the cluster's release does not know. Lists the forms that it builds. */
function withFutureForm(client: Client) {
  const built: string[] = []
  const change = (pool: Pool): Pool => ({
    ...pool,
    forms: { ...(pool.forms as SwapForms), names: ['swapV9', ...(pool.forms?.names ?? [])] },
    async swap(quote, limit, parties) {
      const isFuture = parties.form === 'swapV9' || parties.form === undefined
      built.push(isFuture ? 'swapV9' : String(parties.form))
      const made = await pool.swap(quote, limit, isFuture ? { ...parties, form: 'swapV2' } : parties)
      if (!isFuture) return made
      return made.map(one => ({ ...one, data: Uint8Array.of(99, ...(one.data ?? new Uint8Array()).slice(1)) }))
    },
  })
  return { client: withPools(client, change), built }
}

describe('the form of a swap', () => {
  it('is the newest that the cluster knows, and a buy and a sale of it land', async () => {
    const client = clientFor(await newWallet(10n * sol))
    const planned = await planBuy(client, requestFor(token, sol))
    expect(planOf(planned).plan.swapForm).toBe('swapV2')
    const bought = await buy(client, planned)
    expect(bought.status).toBe('confirmed')
    expect(bought.amountOut).toBe(planOf(planned).plan.quote.amountOut)
    const sold = await sell(client, await planSell(client, requestFor(token, bought.amountOut ?? 0n)))
    expect(sold.status).toBe('confirmed')
  })

  it('is an older one if the release does not know the newest, found once and remembered for other wallets', async () => {
    const owner = await newWallet(10n * sol)
    const { client, built } = withFutureForm(clientFor(owner))
    const planned = await planBuy(client, requestFor(token, sol))
    expect(planOf(planned).plan.swapForm).toBe('swapV2')
    expect(built.slice(0, 2)).toEqual(['swapV9', 'swapV2'])
    expect((await buy(client, planned)).status).toBe('confirmed')
    built.length = 0
    const other = withOwner(client, await newWallet(10n * sol))
    expect(planOf(await planBuy(other, requestFor(token, sol))).plan.swapForm).toBe('swapV2')
    expect(built).not.toContain('swapV9')
  })

  it('is not remembered if the wallet cannot pay for a transaction, because then no program runs', async () => {
    const owner = await newWallet(10n * sol)
    const { client, built } = withFutureForm(clientFor(owner))
    const poor = withOwner(client, { ...owner, address: token.mint })
    const planned = await planBuy(poor, requestFor(token, sol)).catch(() => undefined)
    expect(planned?.plan?.swapForm).not.toBe('swapV2')
    built.length = 0
    expect(planOf(await planBuy(client, requestFor(token, sol))).plan.swapForm).toBe('swapV2')
    expect(built).toContain('swapV9')
  })
})

const programsDir = process.env.PROGRAMS_DIR
const hasBinary = programsDir !== undefined && readdirSync(programsDir).includes(`${program}.so`)

describe.runIf(hasBinary)('the form of a swap on the real program of October 2025', () => {
  it('is the older one, and a buy and a sale of it land', async () => {
    const real = await openMarket({ ...(programsDir === undefined ? {} : { programsDir }) })
    try {
      const old = real.worldToken(({ protocol }) => protocol === 'raydiumammv4')
      const client = real.clientFor(await real.newWallet(10n * sol))
      const planned = await planBuy(client, requestFor(old, sol))
      expect(planOf(planned).plan.swapForm).toBe('swap')
      const bought = await buy(client, planned)
      expect(bought).toMatchObject({ status: 'confirmed', amountOut: planOf(planned).plan.quote.amountOut })
      const sold = await sell(client, await planSell(client, requestFor(old, bought.amountOut ?? 0n)))
      expect(sold.status).toBe('confirmed')
    } finally {
      await real.close()
    }
  })
})
