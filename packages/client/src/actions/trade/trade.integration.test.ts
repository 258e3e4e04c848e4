import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { confirmTransaction } from '@tern/chain'
import { type Address, isTernError, tokenProgram } from '@tern/core'
import type { Protocol } from '@tern/venues'
import { afterAll, describe, expect, it } from 'vitest'
import { startHangingNode } from '../../../test/hangingNode.ts'
import { addressOf, openMarket, planOf, priorityFeeLamports, requestFor, sol, texts } from '../../../test/market.ts'
import type { SentUpdate } from '../followSent.ts'
import { follow } from '../plan/follow.ts'
import { buy, planBuy } from './buy.ts'
import { planSell, sell } from './sell.ts'
import type { TradeRequest } from './trade.ts'

/** Slow proofs run under `npm run proof` only. */
const isProof = process.env.PROOF === '1'

const market = await openMarket()
const { practice, feeWallet, clientFor, clientWithoutFee, newWallet, read, lamportsOf, tokensOf, worldToken } = market
afterAll(market.close)
const pools = practice.world.filter(({ stage }) => stage === 'pool')

describe('buying and selling', () => {
  it('moves every amount exactly, for every token in a pool', async () => {
    for (const token of pools) {
      const owner = await newWallet(10n * sol)
      const client = clientFor(owner)
      const feesBefore = await lamportsOf(feeWallet)
      const bought = await planBuy(client, requestFor(token, sol + 7n))
      const { plan, quote, preview } = planOf(bought)
      expect(preview.get.minimum).toBe((quote.amountOut * 9900n) / 10_000n)
      expect(preview.get.afterTransferFee).toBe(quote.amountOut)

      const updates: string[] = []
      const result = await buy(client, bought, { onStatus: ({ status }) => updates.push(status) })
      expect(updates).toEqual(['sending', 'sent', 'confirmed'])
      expect(result).toMatchObject({
        status: 'confirmed',
        amountIn: sol + 7n,
        amountOut: quote.amountOut,
        networkFee: 5000n + priorityFeeLamports,
      })
      expect(await tokensOf(owner.address, token.mint)).toBe(quote.amountOut)
      expect((await lamportsOf(feeWallet)) - feesBefore).toBe(10_000_000n)
      expect(await read(plan.temporary?.address ?? owner.address)).toBeNull()
      const rent = await lamportsOf(plan.tokenAccount)
      expect(plan.outlay.rent).toBe(rent)
      const left = 10n * sol - (sol + 7n) - 10_000_000n - priorityFeeLamports - 5000n - rent
      expect(await lamportsOf(owner.address)).toBe(left)

      const sold = await planSell(client, requestFor(token, quote.amountOut))
      const back = planOf(sold)
      const proceeds = await sell(client, sold)
      expect(proceeds).toMatchObject({
        status: 'confirmed',
        amountIn: quote.amountOut,
        amountOut: back.quote.amountOut,
      })
      expect(back.quote.amountOut).toBeLessThan(sol)
      expect(await tokensOf(owner.address, token.mint)).toBe(0n)
      const saleFee = back.quote.amountOut / 100n
      expect((await lamportsOf(feeWallet)) - feesBefore).toBe(10_000_000n + saleFee)
      expect(await read(back.plan.temporary?.address ?? owner.address)).toBeNull()
      expect(await lamportsOf(owner.address)).toBe(left + back.quote.amountOut - saleFee - priorityFeeLamports - 5000n)
    }
  })

  it('nets out the fee that a token takes from its transfers', async () => {
    const client = clientFor(await newWallet(10n * sol))
    let found = 0
    for (const token of pools) {
      if (token.program === tokenProgram) continue
      const { preview } = planOf(await planBuy(client, requestFor(token, sol)))
      if (preview.get.expected > preview.get.afterTransferFee) found++
    }
    expect(found).toBeGreaterThan(0)
  })

  it('is signed with the compute limit that the caller chose, whichever trade it is', async () => {
    const client = clientFor(await newWallet(5n * sol))
    for (const _ of [1, 2]) {
      const request = { ...requestFor(worldToken(), sol / 10n), computeUnitLimit: 400_000 }
      const { status, signed } = await buy(client, await planBuy(client, request))
      // SetComputeUnitLimit, 400,000.
      const isSigned = Buffer.from(signed.transaction.message.bytes).includes(Buffer.from([2, 0x80, 0x1a, 0x06, 0]))
      expect([status, isSigned]).toEqual(['confirmed', true])
    }
  })

  it('goes as a legacy message when asked', async () => {
    const client = clientFor(await newWallet(2n * sol))
    const token = worldToken()
    const planned = await planBuy(client, { ...requestFor(token, sol / 10n), version: 'legacy' })
    const result = await buy(client, planned)
    expect(result.status).toBe('confirmed')
    expect(result.signed.transaction.message.bytes[0]).toBe(1)
  })

  it('asks providers to keep others from trading around it, if the caller asks for it', async () => {
    const client = clientFor(await newWallet(5n * sol))
    const asked: unknown[] = []
    const providers = client.providers.map(provider => ({
      ...provider,
      send(...[transaction, options]: Parameters<typeof provider.send>) {
        asked.push(options.frontRunningProtection)
        return provider.send(transaction, options)
      },
    }))
    const listening = { ...client, providers }
    for (const frontRunningProtection of [true, false]) {
      asked.length = 0
      const planned = await planBuy(listening, requestFor(worldToken(), sol / 10n))
      const { status } = await buy(listening, planned, { frontRunningProtection })
      expect([status, ...new Set(asked)]).toEqual(['confirmed', frontRunningProtection])
    }
  })

  it('charges nothing when there is no fee wallet, says so, and keeps nothing back for it', async () => {
    const owner = await newWallet(2n * sol)
    const client = clientWithoutFee(owner)
    const token = worldToken()
    const planned = await planBuy(client, requestFor(token, sol))
    const { preview, plan } = planOf(planned)
    expect(preview.pay.find(({ kind }) => kind === 'tradeFee')).toMatchObject({ lamports: 0n, note: 'not charged' })
    expect(plan.outlay.tradeFee).toBe(0n)
    // The specification's sum without the fee, or all accounts that are open at once.
    expect(preview.totalLamports).toBeLessThan(sol + 10_000_000n)
    const result = await buy(client, planned)
    expect(result).toMatchObject({ status: 'confirmed', amountIn: sol })
    expect(await lamportsOf(owner.address)).toBe(sol - priorityFeeLamports - 5000n - plan.outlay.rent)
  })

  it('can be done twice at once', async () => {
    const owner = await newWallet(5n * sol)
    const client = clientFor(owner)
    const token = worldToken()
    const planned = [await planBuy(client, requestFor(token, sol)), await planBuy(client, requestFor(token, sol))]
    const results = await Promise.all(planned.map(one => buy(client, one)))
    expect(results.map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
    const [first = 0n, second = 0n] = results.map(({ amountOut }) => amountOut ?? 0n)
    expect(await tokensOf(owner.address, token.mint)).toBe(first + second)
    expect(results.map(({ amountIn }) => amountIn)).toEqual([sol, sol])
  })

  it('makes a plan once, however often it is asked to', async () => {
    const owner = await newWallet(5n * sol)
    const client = clientFor(owner)
    const token = worldToken()
    const planned = await planBuy(client, requestFor(token, sol))
    const twice = await Promise.allSettled([buy(client, planned), buy(client, planned)])
    expect(twice.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    await expect(buy(client, planned)).rejects.toThrow('This trade was sent already')
    expect(await tokensOf(owner.address, token.mint)).toBe(planOf(planned).quote.amountOut)
  })

  it('makes a plan again that was not signed', async () => {
    const owner = await newWallet(5n * sol)
    const client = clientFor(owner)
    const planned = await planBuy(client, requestFor(worldToken(), sol))
    const { signTransactions } = owner
    const declined = clientFor({ ...owner, signTransactions: () => Promise.reject(new Error('declined')) })
    await expect(buy(declined, planned)).rejects.toThrow('declined')
    expect((await buy(clientFor({ ...owner, signTransactions }), planned)).status).toBe('confirmed')
  })

  it('sends nothing if `beforeSending` fails, and can be made later', async () => {
    const owner = await newWallet(2n * sol)
    const client = clientFor(owner)
    const token = worldToken(({ stage }) => stage === 'pool')
    const planned = await planBuy(client, requestFor(token, sol / 10n))
    const before = await lamportsOf(owner.address)
    const seen: string[] = []
    const beforeSending = async () => {
      seen.push('asked')
      throw new RangeError('not now')
    }
    const onStatus = ({ status }: SentUpdate) => seen.push(status)
    await expect(buy(client, planned, { beforeSending, onStatus })).rejects.toThrow('not now')
    expect([seen, await lamportsOf(owner.address)]).toEqual([['sending', 'asked'], before])
    const bought = await buy(client, planned, { beforeSending: async () => seen.push('asked'), onStatus })
    expect([bought.status, seen.slice(2)]).toEqual(['confirmed', ['sending', 'asked', 'sent', 'confirmed']])
  })

  it('uses a second node when the first is away', async () => {
    const owner = await newWallet(2n * sol)
    const client = clientFor(owner, { rpc: ['http://127.0.0.1:9', practice.rpcUrl], subscriptions: practice.wsUrl })
    const planned = await planBuy(client, requestFor(worldToken(), sol / 10n))
    expect((await buy(client, planned)).status).toBe('confirmed')
  })
})

describe('before anything is signed, a trade', () => {
  it('F12 is refused with the reason', async () => {
    const token = worldToken()
    const other = worldToken(one => one !== token)
    const client = clientFor(await newWallet(2n * sol))
    const request = requestFor(token, sol)
    const why = async (change: Partial<TradeRequest>, plan = planBuy) =>
      texts(await plan(client, { ...request, ...change }))

    expect(await why({ amountIn: 0n })).toEqual(['amount must greater than zero'])
    expect(await why({ amountIn: 2n ** 64n })).toEqual(['Not an amount of 64 bits: 18446744073709551616'])
    expect(await why({ slippageBps: 10_001 })).toEqual(['Slippage is 0 to 10000 basis points, not 10001'])
    expect(await why({ slippageBps: 0.5 })).toEqual(['Slippage is 0 to 10000 basis points, not 0.5'])
    expect(await why({ mint: other.mint })).toEqual(['mintOut does not match pool'])
    expect(await why({ mint: other.mint }, planSell)).toEqual(['mintIn does not match pool'])
    expect(await why({ pool: { ...request.pool, address: addressOf(77) } })).toEqual([
      'Dex accounts not ready for pool',
    ])
    expect(await why({ mint: 'nonsense' as Address })).toEqual(['invalid public key'])
    expect(await why({ pool: { ...request.pool, address: '' as Address } })).toEqual(['Expected a Address.'])
    expect(await why({ pool: { ...request.pool, protocol: 'unheard_of' as Protocol } })).toEqual([
      'Unsupported protocol: unheard_of',
    ])
    expect(await why({ pool: { ...request.pool, address: token.mint } })).toEqual([
      `PoolState belongs to CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C, not to ${tokenProgram}`,
    ])
    expect(await why({ amountIn: 1000n }, planSell)).toEqual(['input token account not found'])
    await buy(client, await planBuy(client, { ...request, amountIn: sol / 10n }))
    const held = await tokensOf(client.owner?.address ?? addressOf(0), token.mint)
    const fresh = clientFor(client.owner)
    expect(texts(await planSell(fresh, { ...request, amountIn: held + 1n }))).toEqual(['Not enough tokens to sell'])
  })

  it('F12 is not planned if a node returns half of its pool', async () => {
    const token = worldToken()
    const request = requestFor(token, sol)
    // Truncates every account of a pool's size.
    const node = createServer(async (asked, response) => {
      let body = ''
      for await (const chunk of asked) body += chunk
      const headers = { 'content-type': 'application/json' }
      const answer = await (await fetch(practice.rpcUrl, { method: 'POST', headers, body })).json()
      const { value } = answer.result ?? {}
      for (const account of Array.isArray(value) ? value : [value]) {
        const [text] = account?.data ?? []
        if (typeof text === 'string' && text.length > 400) account.data[0] = text.slice(0, 400)
      }
      response.writeHead(200, headers).end(JSON.stringify(answer))
    })
    await new Promise<void>(resolve => node.listen(0, '127.0.0.1', resolve))
    const { port } = node.address() as AddressInfo
    const client = clientFor(await newWallet(2n * sol), { reads: `http://127.0.0.1:${port}` })
    const { plan, reasons } = await planBuy(client, request)
    expect([plan, reasons.map(({ code }) => code.split('/')[0])]).toEqual([undefined, ['layout']])
    node.closeAllConnections()
    node.close()
  })

  it('is quoted without an owner, but not made', async () => {
    const client = clientFor(undefined)
    const planned = await planBuy(client, requestFor(worldToken(), sol))
    expect(planned.quote?.amountOut).toBeGreaterThan(0n)
    expect(texts(planned)).toEqual([
      'please provide owner in load() initialization or you can set by calling raydium.setOwner(owner)',
    ])
    await expect(buy(client, planned)).rejects.toThrow('please provide owner')
  })

  it('is refused with a plan of another wallet or of the other side', async () => {
    const client = clientFor(await newWallet(2n * sol))
    const planned = await planBuy(client, requestFor(worldToken(), sol))
    const stranger = clientFor(await newWallet(2n * sol))
    await expect(buy(stranger, planned)).rejects.toThrow('Wallet address does not match')
    await expect(sell(client, planned)).rejects.toThrow('A buy cannot be made as a sell')
  })
})

describe('a trade that was planned', () => {
  it('is failed, with the venue’s reason, when the price moved beyond the slippage', async () => {
    const token = worldToken()
    const owner = await newWallet(2n * sol)
    const client = clientFor(owner)
    const planned = await planBuy(client, { ...requestFor(token, sol), slippageBps: 10 })
    const whale = clientFor(await newWallet(90n * sol))
    await buy(whale, await planBuy(whale, requestFor(token, 80n * sol)))

    const result = await buy(client, planned)
    expect(result.status).toBe('failed')
    expect(isTernError(result.error, 'program/slippageExceeded')).toBe(true)
    expect(await lamportsOf(owner.address)).toBe(2n * sol - 5000n - priorityFeeLamports)
    expect(await tokensOf(owner.address, token.mint)).toBe(0n)
  })

  it('F21 is signed with a blockhash of now, however long ago it was planned', async () => {
    const client = clientFor(await newWallet(2n * sol))
    await client.chain.readBlockhash()
    const planned = await planBuy(client, requestFor(worldToken(), sol / 10n))
    await practice.travel({ slots: 400n, seconds: 160n })
    expect((await buy(client, planned)).status).toBe('confirmed')
  })

  it('F50 is not signed once its SOL was spent elsewhere', async () => {
    const owner = await newWallet(2n * sol)
    const [client, elsewhere] = [clientFor(owner), clientFor(owner)]
    const planned = await planBuy(client, requestFor(worldToken(), sol))
    await buy(elsewhere, await planBuy(elsewhere, requestFor(worldToken(), sol)))
    const before = await lamportsOf(owner.address)
    await expect(buy(client, planned)).rejects.toThrow('No enough SOL to buy tokens')
    expect(await lamportsOf(owner.address)).toBe(before)
  })

  it('is confirmed by a node that does not show its amounts', async () => {
    const node = await startHangingNode('getTransaction', practice.rpcUrl)
    const client = clientFor(await newWallet(2n * sol), { rpc: node.url, subscriptions: practice.wsUrl })
    const planned = await planBuy(client, requestFor(worldToken(), sol / 10n))
    const result = await buy(client, planned)
    await node.close()
    expect([result.status, result.amountOut]).toEqual(['confirmed', undefined])
  })

  it('is the same when it is followed again: the same bytes land once', async () => {
    const owner = await newWallet(3n * sol)
    const client = clientFor(owner)
    const token = worldToken()
    const result = await buy(client, await planBuy(client, requestFor(token, sol)))
    const again = await follow(client, result.signed)
    expect(again).toEqual(result)
    expect(await tokensOf(owner.address, token.mint)).toBe(result.amountOut)
  })

  it.runIf(isProof)('is expired once no block can hold it any more, and nothing was spent', async () => {
    const owner = await newWallet(2n * sol)
    const client = clientFor(owner)
    const planned = await planBuy(client, requestFor(worldToken(), sol))
    const lifetime = { kind: 'blockhash', blockhash: addressOf(99), lastValidBlockHeight: 0n } as const
    while ((await client.chain.rpc.getBlockHeight({ commitment: 'finalized' }).send()) <= 32n)
      await practice.travel({ slots: 1n, seconds: 0n })
    const result = await buy(client, planned, { lifetime })
    expect(result.status).toBe('expired')
    expect(await lamportsOf(owner.address)).toBe(2n * sol)
    expect((await buy(client, planned)).status).toBe('confirmed')
  })

  it('is unknown when the caller stops following', async () => {
    const owner = await newWallet(2n * sol)
    const client = clientFor(owner)
    const planned = await planBuy(client, requestFor(worldToken(), sol))
    const stop = new AbortController()
    const onStatus = ({ status }: SentUpdate) => status === 'sent' && stop.abort()
    const result = await buy(client, planned, { signal: stop.signal, onStatus })
    expect(result.status).toBe('unknown')
    expect((await confirmTransaction(client.chain, result.signed.transaction)).status).toBe('confirmed')
    expect(await follow(client, result.signed)).toMatchObject({ status: 'confirmed', amountIn: sol })
  })
})
