import { transactionSize } from '@tern/chain'
import { signatureFee } from '@tern/chain/internal'
import { TernError, token2022Program, tokenProgram } from '@tern/core'
import { readEffects } from '@tern/venues/internal/effects'
import { decodeBondingCurve, pumpfun } from '@tern/venues/pumpfun'
import { afterAll, describe, expect, it } from 'vitest'
import { openMarket, planOf, priorityFeeLamports, requestFor, sol, texts } from '../../../test/market.ts'
import type { Receipt } from '../plan/follow.ts'
import { buy, maxBuy, planBuy } from './buy.ts'
import { planSell, sell } from './sell.ts'
import type { TradePreview } from './trade.ts'

const market = await openMarket()
const { practice, feeWallet, clientFor, newWallet, read, lamportsOf, tokensOf, worldToken } = market
afterAll(market.close)

const curveOf = (program: string) => worldToken(token => token.stage === 'curve' && token.program === program)
const linesOf = ({ pay }: TradePreview) => new Map(pay.map(({ label, lamports }) => [label, lamports]))
const sizeOf = ({ signed }: Receipt) => transactionSize(signed.transaction.message)
const complete = expect.stringMatching(
  /^All tokens of the bonding curve are sold: it moves to its pool [1-9A-HJ-NP-Za-km-z]{32,44} next$/,
)
const networkFee = signatureFee + priorityFeeLamports

/** Returns the token with the curve that is closest to its end, but not complete. */
async function nearest() {
  const { chain } = clientFor(undefined)
  const curves = practice.world.filter(({ stage }) => stage === 'curve')
  const read = await chain.readMany(curves.map(({ pool, mint }) => ({ readable: pumpfun, address: pool, mint })))
  const progress = read.map(one => ('value' in one ? (one.value.curve?.progressPpm ?? 0) : 0))
  const found = curves[progress.indexOf(Math.max(...progress.filter(ppm => ppm < 1_000_000)))]
  if (found === undefined) expect.fail('no curve')
  return found
}

/** Returns a coin with this flag on its curve. */
async function special(field: 'is_cashback_coin' | 'is_mayhem_mode') {
  for (const token of practice.world) {
    const account = token.stage === 'curve' ? await read(token.pool) : null
    if (account && decodeBondingCurve(account.data)[field]) return token
  }
  return expect.fail(`no coin is ${field}`)
}

async function unitsOf({ signature }: Receipt): Promise<number> {
  const answer = await fetch(practice.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'getTransaction',
      params: [signature, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 }],
    }),
  })
  return (await answer.json()).result.meta.computeUnitsConsumed
}

describe('a token on a bonding curve', () => {
  it.each([
    ['SPL Token', tokenProgram],
    ['Token-2022', token2022Program],
  ])('of %s is bought and sold in lamports, to the unit of the quote', async (name, program) => {
    const token = curveOf(program)
    const owner = await newWallet(10n * sol)
    const client = clientFor(owner)
    const feesBefore = await lamportsOf(feeWallet)

    const bought = await planBuy(client, requestFor(token, sol + 7n))
    const { plan, quote, preview } = planOf(bought)
    const lines = linesOf(preview)
    expect(plan.temporary).toBeUndefined()
    expect(lines.has('Temporary account')).toBe(false)
    const rent = (lines.get('Account rent') ?? 0n) + (lines.get('Venue account rent') ?? 0n)
    expect(lines.get('Account rent')).toBeGreaterThan(2_000_000n)
    expect(lines.get('Venue account rent')).toBeGreaterThan(1_000_000n)
    expect(plan.outlay.rent).toBe(rent)
    expect(preview.pay.reduce((sum, { lamports }) => sum + lamports, 0n)).toBe(preview.totalLamports)

    const landed = await buy(client, bought)
    expect(landed).toMatchObject({
      status: 'confirmed',
      amountIn: quote.amountIn,
      amountOut: quote.amountOut,
      networkFee,
      rent,
    })
    expect(await tokensOf(owner.address, token.mint)).toBe(quote.amountOut)
    expect((await lamportsOf(feeWallet)) - feesBefore).toBe(10_000_000n)
    const left = 10n * sol - quote.amountIn - 10_000_000n - networkFee - rent
    expect(await lamportsOf(owner.address)).toBe(left)

    const again = planOf(await planBuy(client, requestFor(token, sol)))
    expect(again.plan.outlay.rent).toBe(0n)

    const sold = await planSell(client, requestFor(token, quote.amountOut))
    const back = planOf(sold)
    // At the break-even price, the sale would have returned the total cost.
    const move = preview.get.breakEven ?? expect.fail('no move')
    // Tokens per lamport before the buy, times lamports per token after it.
    const [before, after] = [quote.currentPrice, back.quote.currentPrice]
    const [rose, from] = [before.numerator * after.numerator, before.denominator * after.denominator]
    const atThatPrice = (back.quote.amountOut * (move.numerator + move.denominator) * from) / (move.denominator * rose)
    const spent = quote.amountIn + 10_000_000n + networkFee
    const short = (atThatPrice * 99n) / 100n - networkFee - spent
    expect(short < 0n ? -short : short).toBeLessThan(spent / 10_000n)
    const proceeds = await sell(client, sold)
    expect(proceeds).toMatchObject({
      status: 'confirmed',
      amountIn: quote.amountOut,
      amountOut: back.quote.amountOut,
      networkFee,
      rent: 0n,
    })
    expect(await tokensOf(owner.address, token.mint)).toBe(0n)
    const saleFee = back.quote.amountOut / 100n
    expect(await lamportsOf(owner.address)).toBe(left + back.quote.amountOut - saleFee - networkFee)

    const [buyUnits, sellUnits] = [await unitsOf(landed), await unitsOf(proceeds)]
    console.log(
      `${name}: buy ${sizeOf(landed)} bytes, ${buyUnits} units; sell ${sizeOf(proceeds)} bytes, ${sellUnits} units; of 1232 and 200000`,
    )
    expect(sizeOf(landed)).toBeLessThanOrEqual(1232)
    expect(sizeOf(proceeds)).toBeLessThanOrEqual(1232)
    expect(Math.max(buyUnits, sellUnits)).toBeLessThan(180_000)
  })

  it('buys identical trades with the same blockhash as separate transactions with separate outcomes', async () => {
    const token = curveOf(tokenProgram)
    const owner = await newWallet(5n * sol)
    const client = clientFor(owner)
    const lifetime = await client.chain.readBlockhash()
    // More trades than fee recipients, because two trades otherwise differ only in the recipient.
    const planned = await Promise.all(Array.from({ length: 9 }, () => planBuy(client, requestFor(token, sol / 1_000n))))
    const results = await Promise.all(planned.map(plan => buy(client, plan, { lifetime })))
    expect(results.filter(({ status }) => status !== 'confirmed')).toEqual([])
    expect(new Set(results.map(({ signature }) => signature)).size).toBe(9)
    const bought = results.reduce((sum, { amountOut = 0n }) => sum + amountOut, 0n)
    expect(await tokensOf(owner.address, token.mint)).toBe(bought)
  })

  it('is signed with the displayed terms', async () => {
    const token = curveOf(token2022Program)
    const owner = await newWallet(10n * sol)
    const client = clientFor(owner)
    const shown: unknown[] = []
    const watched = clientFor({
      ...owner,
      async signTransactions(messages) {
        shown.push(...messages.map(({ terms }) => [terms?.spend, terms?.receive]))
        return owner.signTransactions(messages)
      },
    })
    const planned = await planBuy(client, requestFor(token, sol))
    const { plan } = planOf(planned)
    const { signed } = await buy(watched, planned)
    expect(shown).toMatchObject([[[{ mint: plan.quote.tokenIn, max: sol }], [{ mint: token.mint, min: plan.minimum }]]])
    const [swap] = await plan.pool.swap(plan.quote, plan.minimum, {
      owner: owner.address,
      payer: owner.address,
      tokenAccountIn: owner.address,
      tokenAccountOut: plan.tokenAccount,
    })
    expect(signed.note.failureKey?.programs).toContain(swap?.programAddress)
    expect(
      swap &&
        readEffects({
          program: swap.programAddress,
          accounts: (swap.accounts ?? []).map(({ address }) => address),
          data: Uint8Array.from(swap.data ?? []),
        }),
    ).toMatchObject({ kind: 'swap', takes: [{ max: sol }], brings: [{ min: plan.minimum }] })
  })

  it('takes all that a wallet has by Max, and not a lamport more', async () => {
    const token = curveOf(token2022Program)
    const owner = await newWallet(sol)
    const client = clientFor(owner)
    const settings = { mint: token.mint, pool: { protocol: token.protocol, address: token.pool }, priorityFeeLamports }
    const max = await maxBuy(client, settings)
    expect(max).toBeGreaterThan((sol * 97n) / 100n)
    expect(texts(await planBuy(client, requestFor(token, max + 1n)))).toEqual(['No enough SOL to buy tokens'])
    const landed = await buy(client, await planBuy(client, requestFor(token, max)))
    expect(landed).toMatchObject({ status: 'confirmed', amountIn: max })
  })

  it('pays cashback into an account that the same trade opens, and still separates price from rent', async () => {
    const token = await special('is_cashback_coin')
    const owner = await newWallet(5n * sol)
    const client = clientFor(owner)
    const planned = await planBuy(client, requestFor(token, sol))
    const { plan, quote } = planOf(planned)
    const accumulator = plan.opens.find(({ kind }) => kind === 'venue')
    const landed = await buy(client, planned)
    expect(landed).toMatchObject({ status: 'confirmed', amountIn: quote.amountIn, rent: plan.outlay.rent })
    if (accumulator === undefined) expect.fail('nothing opened')
    expect(await lamportsOf(accumulator.address)).toBeGreaterThan(accumulator.lamports)
    expect(await lamportsOf(owner.address)).toBe(
      5n * sol - quote.amountIn - quote.amountIn / 100n - networkFee - plan.outlay.rent,
    )
    const sold = await planSell(client, requestFor(token, quote.amountOut))
    expect(await sell(client, sold)).toMatchObject({ status: 'confirmed', amountOut: planOf(sold).quote.amountOut })
  })

  it('pays other fee recipients for a coin of the mayhem mode', async () => {
    const token = await special('is_mayhem_mode')
    const client = clientFor(await newWallet(5n * sol))
    const planned = await planBuy(client, requestFor(token, sol))
    expect(await buy(client, planned)).toMatchObject({
      status: 'confirmed',
      amountOut: planOf(planned).quote.amountOut,
    })
  })

  it('is bought up to its last token, for no more than that costs', async () => {
    const token = await nearest()
    const owner = await newWallet(90n * sol)
    const client = clientFor(owner)
    const planned = await planBuy(client, requestFor(token, 80n * sol))
    const { quote, plan, preview } = planOf(planned)
    expect(quote.filled).toBe('partial')
    expect(quote.amountIn).toBeLessThan(80n * sol)
    expect(preview.pay[0]).toEqual({
      kind: 'amount',
      label: 'Amount',
      lamports: quote.amountIn,
      note: 'all that is left to buy',
    })
    // The max input is the displayed amount plus slippage, not the offered amount.
    expect(quote.request).toEqual({ tokenIn: quote.tokenIn, exactIn: quote.amountIn + quote.amountIn / 100n })
    expect(linesOf(preview).get('Slippage room')).toBe(quote.amountIn / 100n)
    const fee = quote.amountIn / 100n
    expect(plan.tradeFee?.lamports).toBe(fee)
    const landed = await buy(client, planned)
    expect(landed).toMatchObject({ status: 'confirmed', amountIn: quote.amountIn, amountOut: quote.amountOut })
    expect(await lamportsOf(owner.address)).toBe(90n * sol - quote.amountIn - fee - networkFee - plan.outlay.rent)
    expect(texts(await planSell(client, requestFor(token, 1_000_000n)))).toEqual([complete])
  })

  it('reports a complete curve and cannot be traded', async () => {
    const token = worldToken(({ stage }) => stage === 'graduated')
    const client = clientFor(await newWallet(sol))
    expect(texts(await planBuy(client, requestFor(token, sol / 10n)))).toEqual([complete])
    expect(texts(await planSell(client, requestFor(token, 1_000_000n)))).toEqual([complete])
  })

  it('reports a complete curve even if no node knows its pool', async () => {
    const token = worldToken(({ stage }) => stage === 'graduated')
    const client = clientFor(await newWallet(sol))
    const down = new TernError('rpc/accounts', { why: 'a test' })
    const deaf = { ...client, chain: { ...client.chain, readAccounts: () => Promise.reject(down) } }
    for (const planned of [
      await planBuy(deaf, requestFor(token, sol / 10n)),
      await planSell(deaf, requestFor(token, 1n)),
    ])
      expect(planned.reasons).toMatchObject([
        {
          code: 'quote/complete',
          text: 'All tokens of the bonding curve are sold: it moves to its pool next',
          error: { facts: { pool: token.pool, stage: 'complete' } },
        },
      ])
  })

  it('F49 loses only its fees if the curve completes before it lands, and the next plan reports it', async () => {
    const token = await nearest()
    const [slow, quick] = [clientFor(await newWallet(sol)), clientFor(await newWallet(90n * sol))]
    const planned = await planBuy(slow, requestFor(token, sol / 10n))
    const owner = planOf(planned).plan.owner
    expect((await buy(quick, await planBuy(quick, requestFor(token, 80n * sol)))).status).toBe('confirmed')
    const failed = await buy(slow, planned)
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'program/curveComplete' } })
    expect(await lamportsOf(owner)).toBe(sol - networkFee)
    expect(texts(await planBuy(slow, requestFor(token, sol / 10n)))).toEqual([complete])
  })

  it('fails on chain with a reason if the price has moved', async () => {
    const token = curveOf(tokenProgram)
    const [slow, quick] = [clientFor(await newWallet(10n * sol)), clientFor(await newWallet(10n * sol))]
    const planned = await planBuy(slow, { ...requestFor(token, sol / 10n), slippageBps: 1 })
    await buy(quick, await planBuy(quick, requestFor(token, 5n * sol)))
    const failed = await buy(slow, planned)
    expect(failed).toMatchObject({ status: 'failed', error: { code: 'program/slippageExceeded' } })
  })
})
