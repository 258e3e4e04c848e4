import { compileMessage, confirmTransaction, sendTransaction, transferInstruction } from '@tern/chain'
import {
  type Address,
  encodeBase58,
  isTernError,
  keyPairOwner,
  type Owner,
  rentExemption,
  tokenProgram,
} from '@tern/core'
import { type PracticeChain, startPracticeChain, type WorldToken } from '@tern/practice-chain'
import type { Protocol } from '@tern/venues/load'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type ClientOptions, createClient } from '../../client.ts'
import { buy, maxBuy, planBuy } from './buy.ts'
import { followTrade, signTrade, type TradeUpdate } from './executeTrade.ts'
import { planSell, sell } from './sell.ts'
import type { PlannedTrade, TradeRequest } from './trade.ts'

const sol = 1_000_000_000n
const priorityFeeLamports = 100_000n
const addressOf = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address

let practice: PracticeChain
let feeWallet: Address
const clients: Client[] = []

beforeAll(async () => {
  practice = await startPracticeChain({ slotMs: 100 })
  feeWallet = (await newWallet(rentExemption(0))).address
})
afterAll(async () => {
  for (const { chain } of clients) chain.close()
  await practice?.close()
})

function clientFor(owner: Owner | undefined, options: Partial<ClientOptions> = {}): Client {
  const client = createClient({
    rpc: practice.rpcUrl,
    feeWallet,
    ...(owner === undefined ? {} : { owner }),
    ...options,
  })
  clients.push(client)
  return client
}

async function newWallet(lamports: bigint): Promise<Owner> {
  const keyPair = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair
  const owner = await keyPairOwner(keyPair)
  const { chain } = clientFor(undefined)
  const wanted = lamports as Parameters<typeof chain.rpc.requestAirdrop>[1]
  await chain.rpc.requestAirdrop(owner.address, wanted, { commitment: 'confirmed' }).send()
  while ((await lamportsOf(owner.address)) !== lamports) await new Promise(resolve => setTimeout(resolve, 50))
  return owner
}

async function read(address: Address) {
  const { chain } = clients[0] ?? clientFor(undefined)
  return (await chain.readAccounts([address], { maxAgeMs: 0 })).get(address) ?? null
}
const lamportsOf = async (address: Address) => (await read(address))?.lamports ?? 0n

async function tokensOf(client: Client, owner: Address, mint: Address): Promise<bigint> {
  const accounts = await client.chain.readTokenAccounts(owner)
  return accounts.find(account => account.mint === mint)?.amount ?? 0n
}

function requestFor({ mint, pool, protocol }: WorldToken, amountIn: bigint): TradeRequest {
  return { mint, pool: { protocol, address: pool }, amountIn, slippageBps: 100, priorityFeeLamports }
}

function worldToken(pick: (token: WorldToken) => boolean): WorldToken {
  const found = practice.world.find(pick)
  if (found === undefined) expect.fail('the world has no such token')
  return found
}

function planOf({ plan, quote, receipt, reasons }: PlannedTrade) {
  expect(reasons.map(({ text }) => text)).toEqual([])
  if (plan === undefined || quote === undefined || receipt === undefined) expect.fail('nothing planned')
  return { plan, quote, receipt }
}

/** Lamports leave until `lamports` are left. */
async function leave(client: Client, owner: Owner, lamports: bigint): Promise<void> {
  const surplus = (await lamportsOf(owner.address)) - 5000n - lamports
  const lifetime = await client.chain.readBlockhash()
  const instructions = [transferInstruction(owner.address, feeWallet, surplus)]
  const [signed] = await owner.signTransactions([compileMessage({ feePayer: owner.address, lifetime, instructions })])
  if (signed === undefined) expect.fail('not signed')
  expect(await sendTransaction(client.chain, signed, { providers: client.providers })).toMatchObject({
    status: 'confirmed',
  })
}

const texts = ({ reasons }: PlannedTrade) => reasons.map(({ text }) => text)

describe('buying and selling', () => {
  it('moves every amount exactly, for every token of the world', async () => {
    for (const token of practice.world) {
      const owner = await newWallet(10n * sol)
      const client = clientFor(owner)
      const feesBefore = await lamportsOf(feeWallet)
      const bought = await planBuy(client, requestFor(token, sol + 7n))
      const { plan, quote, receipt } = planOf(bought)
      expect(receipt.get.minimum).toBe((quote.amountOut * 9900n) / 10_000n)
      expect(receipt.get.afterTransferFee).toBe(quote.amountOut)

      const updates: string[] = []
      const result = await buy(client, bought, { onStatus: ({ status }) => updates.push(status) })
      expect(updates).toEqual(['sending', 'sent', 'confirmed'])
      expect(result).toMatchObject({
        status: 'confirmed',
        amountIn: sol + 7n,
        amountOut: quote.amountOut,
        networkFee: 5000n + priorityFeeLamports,
      })
      expect(await tokensOf(client, owner.address, token.mint)).toBe(quote.amountOut)
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
      expect(await tokensOf(client, owner.address, token.mint)).toBe(0n)
      const saleFee = back.quote.amountOut / 100n
      expect((await lamportsOf(feeWallet)) - feesBefore).toBe(10_000_000n + saleFee)
      expect(await read(back.plan.temporary?.address ?? owner.address)).toBeNull()
      expect(await lamportsOf(owner.address)).toBe(left + back.quote.amountOut - saleFee - priorityFeeLamports - 5000n)
    }
  })

  it('nets out the fee that a token takes from its transfers', async () => {
    const client = clientFor(await newWallet(10n * sol))
    let found = 0
    for (const token of practice.world) {
      if (token.program === tokenProgram) continue
      const { receipt } = planOf(await planBuy(client, requestFor(token, sol)))
      if (receipt.get.expected > receipt.get.afterTransferFee) found++
    }
    expect(found).toBeGreaterThan(0)
  })

  it('goes as a legacy message when asked', async () => {
    const client = clientFor(await newWallet(2n * sol))
    const token = worldToken(() => true)
    const planned = await planBuy(client, { ...requestFor(token, sol / 10n), version: 'legacy' })
    const result = await buy(client, planned)
    expect(result.status).toBe('confirmed')
    expect(result.trade.transaction.message.bytes[0]).toBe(1)
  })

  it('charges nothing when there is no fee wallet, says so, and keeps it in the sum', async () => {
    const owner = await newWallet(2n * sol)
    const client = createClient({ rpc: practice.rpcUrl, owner })
    clients.push(client)
    const token = worldToken(() => true)
    const planned = await planBuy(client, requestFor(token, sol))
    const { receipt, plan } = planOf(planned)
    expect(receipt.pay.find(({ kind }) => kind === 'tradeFee')).toMatchObject({ lamports: 0n, note: 'not charged' })
    expect(plan.outlay.tradeFee).toBe(10_000_000n)
    const result = await buy(client, planned)
    expect(result).toMatchObject({ status: 'confirmed', amountIn: sol })
    expect(await lamportsOf(owner.address)).toBe(sol - priorityFeeLamports - 5000n - plan.outlay.rent)
  })

  it('can be done twice at once', async () => {
    const owner = await newWallet(5n * sol)
    const client = clientFor(owner)
    const token = worldToken(() => true)
    const planned = [await planBuy(client, requestFor(token, sol)), await planBuy(client, requestFor(token, sol))]
    const results = await Promise.all(planned.map(one => buy(client, one)))
    expect(results.map(({ status }) => status)).toEqual(['confirmed', 'confirmed'])
    const [first = 0n, second = 0n] = results.map(({ amountOut }) => amountOut ?? 0n)
    expect(await tokensOf(client, owner.address, token.mint)).toBe(first + second)
    expect(results.map(({ amountIn }) => amountIn)).toEqual([sol, sol])
  })

  it('uses a second node when the first is away', async () => {
    const owner = await newWallet(2n * sol)
    const client = clientFor(owner, { rpc: ['http://127.0.0.1:9', practice.rpcUrl], subscriptions: practice.wsUrl })
    const planned = await planBuy(
      client,
      requestFor(
        worldToken(() => true),
        sol / 10n,
      ),
    )
    expect((await buy(client, planned)).status).toBe('confirmed')
  })
})

describe('the edges of what a wallet can pay', () => {
  it('buys for Max, and refuses one lamport more, as the chain does', async () => {
    for (const token of practice.world.slice(0, 3).concat(practice.world.filter(one => one.program !== tokenProgram))) {
      const owner = await newWallet(sol)
      const client = clientFor(owner)
      const most = await maxBuy(client, requestFor(token, 0n))
      const beyond = await planBuy(client, requestFor(token, most + 1n))
      expect(texts(beyond)).toEqual(['No enough SOL to buy tokens'])
      await expect(buy(client, beyond)).rejects.toThrow('No enough SOL to buy tokens')

      if (beyond.plan === undefined) expect.fail('nothing planned')
      const signed = await signTrade(owner, beyond.plan, await client.chain.readBlockhash())
      const refused = await followTrade(client, signed)
      expect([refused.status, refused.error?.message]).toEqual(['failed', 'No enough SOL to buy tokens'])
      const paid = sol - (await lamportsOf(owner.address))
      expect(paid).toBe(5000n + priorityFeeLamports)

      const rich = await newWallet(sol)
      const again = clientFor(rich)
      const planned = await planBuy(again, requestFor(token, await maxBuy(again, requestFor(token, 0n))))
      expect(planOf(planned).receipt.totalLamports).toBe(sol)
      expect(await buy(again, planned)).toMatchObject({ status: 'confirmed', amountIn: most })
      expect(await lamportsOf(rich.address)).toBeGreaterThanOrEqual(rentExemption(0))
    }
  })

  it('is 0 for a wallet that cannot pay for anything', async () => {
    const client = clientFor(await newWallet(3_000_000n))
    expect(
      await maxBuy(
        client,
        requestFor(
          worldToken(() => true),
          0n,
        ),
      ),
    ).toBe(0n)
    expect(
      await maxBuy(
        clientFor(undefined),
        requestFor(
          worldToken(() => true),
          0n,
        ),
      ),
    ).toBe(0n)
  })

  it('sells with exactly the lamports that it takes, and refuses with one less', async () => {
    const token = worldToken(() => true)
    const owner = await newWallet(3n * sol)
    const client = clientFor(owner)
    const { amountOut = 0n } = await buy(client, await planBuy(client, requestFor(token, sol)))
    const { receipt } = planOf(await planSell(client, requestFor(token, amountOut)))

    await leave(client, owner, receipt.totalLamports - 1n)
    const poor = clientFor(owner)
    const refused = await planSell(poor, requestFor(token, amountOut))
    expect(texts(refused)).toEqual(['No enough SOL to pay for trade fee'])
    await expect(sell(poor, refused)).rejects.toThrow('No enough SOL to pay for trade fee')
    const rest = await newWallet(sol)
    const helper = clientFor(rest)
    const lifetime = await helper.chain.readBlockhash()
    const instructions = [transferInstruction(rest.address, owner.address, 1n)]
    const [signed] = await rest.signTransactions([compileMessage({ feePayer: rest.address, lifetime, instructions })])
    if (signed === undefined) expect.fail('not signed')
    await sendTransaction(helper.chain, signed, { providers: helper.providers })

    const able = clientFor(owner)
    const planned = await planSell(able, requestFor(token, amountOut))
    const { quote } = planOf(planned)
    expect(await sell(able, planned)).toMatchObject({ status: 'confirmed', amountOut: quote.amountOut })
  })

  it('looks at the wallet again before it signs', async () => {
    const owner = await newWallet(2n * sol)
    const client = clientFor(owner)
    const planned = await planBuy(
      client,
      requestFor(
        worldToken(() => true),
        sol,
      ),
    )
    planOf(planned)
    await leave(clientFor(owner), owner, sol)
    await expect(buy(client, planned)).rejects.toThrow('No enough SOL to buy tokens')
    expect(await lamportsOf(owner.address)).toBe(sol)
  })
})

describe('what is refused before anything is signed', () => {
  it('says why', async () => {
    const token = worldToken(() => true)
    const other = worldToken(one => one !== token)
    const client = clientFor(await newWallet(2n * sol))
    const request = requestFor(token, sol)
    const why = async (change: Partial<TradeRequest>, plan = planBuy) =>
      texts(await plan(client, { ...request, ...change }))

    expect(await why({ amountIn: 0n })).toEqual(['amount must greater than zero'])
    expect(await why({ amountIn: 2n ** 64n })).toEqual(['Not an amount of 64 bits: 18446744073709551616'])
    expect(await why({ slippageBps: 10_001 })).toEqual(['Slippage is 0 to 10000 basis points, not 10001'])
    expect(await why({ slippageBps: 0.5 })).toEqual(['Slippage is 0 to 10000 basis points, not 0.5'])
    expect(await why({ mint: other.mint })).toEqual(['mintIn does not match pool'])
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
    const held = await tokensOf(client, client.owner?.address ?? addressOf(0), token.mint)
    const fresh = clientFor(client.owner)
    expect(texts(await planSell(fresh, { ...request, amountIn: held + 1n }))).toEqual(['Not enough tokens to sell'])
  })

  it('quotes without an owner, and makes nothing of it', async () => {
    const client = clientFor(undefined)
    const planned = await planBuy(
      client,
      requestFor(
        worldToken(() => true),
        sol,
      ),
    )
    expect(planned.quote?.amountOut).toBeGreaterThan(0n)
    expect(texts(planned)).toEqual([
      'please provide owner in load() initialization or you can set by calling raydium.setOwner(owner)',
    ])
    await expect(buy(client, planned)).rejects.toThrow('please provide owner')
  })

  it('is a plan of another wallet, or of the other side', async () => {
    const client = clientFor(await newWallet(2n * sol))
    const planned = await planBuy(
      client,
      requestFor(
        worldToken(() => true),
        sol,
      ),
    )
    const stranger = clientFor(await newWallet(2n * sol))
    await expect(buy(stranger, planned)).rejects.toThrow('Wallet address does not match')
    await expect(sell(client, planned)).rejects.toThrow('A buy cannot be made as a sell')
  })
})

describe('what becomes of a trade', () => {
  it('is failed, with the venue’s reason, when the price moved beyond the slippage', async () => {
    const token = worldToken(() => true)
    const owner = await newWallet(2n * sol)
    const client = clientFor(owner)
    const planned = await planBuy(client, { ...requestFor(token, sol), slippageBps: 10 })
    const whale = clientFor(await newWallet(90n * sol))
    await buy(whale, await planBuy(whale, requestFor(token, 80n * sol)))

    const result = await buy(client, planned)
    expect(result.status).toBe('failed')
    expect(isTernError(result.error, 'program/slippageExceeded')).toBe(true)
    expect(await lamportsOf(owner.address)).toBe(2n * sol - 5000n - priorityFeeLamports)
    expect(await tokensOf(client, owner.address, token.mint)).toBe(0n)
  })

  it('is the same when it is followed again: the same bytes land once', async () => {
    const owner = await newWallet(3n * sol)
    const client = clientFor(owner)
    const result = await buy(
      client,
      await planBuy(
        client,
        requestFor(
          worldToken(() => true),
          sol,
        ),
      ),
    )
    const again = await followTrade(client, result.trade)
    expect(again).toEqual(result)
    expect(await tokensOf(client, owner.address, result.trade.plan.token.mint)).toBe(result.amountOut)
  })

  it('is expired once no block can hold it any more, and nothing was spent', async () => {
    const owner = await newWallet(2n * sol)
    const client = clientFor(owner)
    const planned = await planBuy(
      client,
      requestFor(
        worldToken(() => true),
        sol,
      ),
    )
    const lifetime = { kind: 'blockhash', blockhash: addressOf(99), lastValidBlockHeight: 0n } as const
    while ((await client.chain.rpc.getBlockHeight({ commitment: 'finalized' }).send()) <= 32n)
      await new Promise(resolve => setTimeout(resolve, 200))
    const result = await buy(client, planned, { lifetime })
    expect(result.status).toBe('expired')
    expect(await lamportsOf(owner.address)).toBe(2n * sol)
  })

  it('is unknown when the caller stops following', async () => {
    const owner = await newWallet(2n * sol)
    const client = clientFor(owner)
    const planned = await planBuy(
      client,
      requestFor(
        worldToken(() => true),
        sol,
      ),
    )
    const stop = new AbortController()
    const onStatus = ({ status }: TradeUpdate) => status === 'sent' && stop.abort()
    const result = await buy(client, planned, { signal: stop.signal, onStatus })
    expect(result.status).toBe('unknown')
    expect((await confirmTransaction(client.chain, result.trade.transaction)).status).toBe('confirmed')
    expect(await followTrade(client, result.trade)).toMatchObject({ status: 'confirmed', amountIn: sol })
  })
})
