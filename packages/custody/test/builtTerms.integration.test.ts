import { singleInstructionPlan } from '@solana/kit'
import { closeAccountInstruction, jitoProvider } from '@tern/chain'
import {
  advanceNonce,
  buy,
  type Client,
  closeNonce,
  createClient,
  execute,
  executePlan,
  openNonce,
  type PlanToExecute,
  planBuy,
  planCreatePool,
  planDeposit,
  planReclaimRent,
  planSell,
  planSwap,
  planUnwrap,
  planWithdraw,
  planWithdrawLiquidity,
  planWrap,
  reclaimRent,
  sell,
  withdraw,
} from '@tern/client'
import {
  type Address,
  keyPairOwner,
  type Message,
  type Owner,
  rentExemption,
  type Terms,
  TernError,
  wrappedNativeMint,
} from '@tern/core'
import { jitoTipAccounts } from '@tern/core/internal/tipAccounts'
import { startPracticeChain, type WorldToken } from '@tern/practice-chain'
import { configAddress } from '@tern/venues/raydiumCpmm'
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readMessage } from '../src/firewall.ts'
import { readWithdrawal } from '../src/firewallWithdrawal.ts'

const sol = 1_000_000_000n
const practice = await startPracticeChain({ slotMs: 100 })
const reader = createClient({ rpc: practice.rpcUrl })
const clients: Client[] = [reader]
afterAll(async () => {
  for (const { chain } of clients) chain.close()
  await practice.close()
})

async function fund(address: Address, lamports: bigint): Promise<void> {
  await reader.chain.rpc.requestAirdrop(address, lamports as never, { commitment: 'confirmed' }).send()
  const held = () => reader.chain.readAccounts([address], { maxAgeMs: 0 })
  await vi.waitUntil(async () => (await held()).get(address)?.lamports === lamports, { timeout: 30_000 })
}

async function newKeyPair(lamports: bigint): Promise<Owner> {
  const keyPair = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair
  const owner = await keyPairOwner(keyPair)
  await fund(owner.address, lamports)
  return owner
}

// On mainnet, the tip accounts exist. Here, a small tip alone would leave a new account below the rent exemption.
await Promise.all(jitoTipAccounts.map(account => fund(account, rentExemption(0))))

const feeWallet = (await newKeyPair(sol)).address

/** The messages that were signed since the test began. */
const signed: Message[] = []
beforeEach(() => void signed.splice(0))

async function newClient(): Promise<Client & { readonly owner: Owner }> {
  const keyPair = await newKeyPair(20n * sol)
  const owner: Owner = {
    address: keyPair.address,
    signTransactions(messages, cosigners) {
      signed.push(...messages)
      return keyPair.signTransactions(messages, cosigners)
    },
  }
  const client = createClient({ rpc: practice.rpcUrl, owner, feeWallet })
  const all = { ...client, owner, providers: [...client.providers, jitoProvider()] }
  clients.push(all)
  return all
}

const termsOf = ({ terms }: Message): Terms => terms ?? expect.fail('no terms')

/** Compares the terms of a trade with the effects of its bytes. */
async function compare(message: Message, owner: Owner) {
  const shown = { payees: [feeWallet], terms: termsOf(message) }
  const read = await readMessage(message.bytes, owner.address, shown)
  if (typeof read === 'string') return expect.fail(read)
  const { spend, receive, lamports, lifetime, ...none } = termsOf(message)
  const swaps = read.trades.map(({ mintIn, mintOut, maxIn, minOut }) => ({ mintIn, mintOut, maxIn, minOut }))
  expect(
    spend.map(({ mint, max }, i) => {
      const { mint: mintOut, min } = receive[i] ?? expect.fail()
      return { mintIn: mint, mintOut, maxIn: max, minOut: min }
    }),
  ).toEqual(swaps)
  expect(none).toEqual({ cosigners: [] })
  expect(lifetime).toBe(message.lifetime.kind)
  const { networkFee, tip, tradeFee, rent, programFee } = lamports
  expect({ networkFee, tip, tradeFee }).toEqual({
    networkFee: read.networkFeeLamports,
    tip: read.tipLamports,
    tradeFee: read.feeLamports,
  })
  // The bytes do not show if an account exists, or its size. The firewall knows only the max.
  expect(rent + programFee).toBeLessThanOrEqual(read.rentLamports)
  return { read, rent, programFee }
}

const requestFor = ({ mint, pool, protocol }: WorldToken, amountIn: bigint) => ({
  ...{ mint, pool: { protocol, address: pool }, amountIn, slippageBps: 100 },
  ...{ priorityFeeLamports: 100_003n, bribeLamports: 1_000_000n },
})

/** A tradable token of each protocol of the world. */
const tokens = [
  ...new Map(
    practice.world
      .filter(({ stage }) => stage !== 'graduated')
      .map((token): [string, WorldToken] => [token.protocol, token]),
  ).values(),
]
const [anyToken = expect.fail()] = tokens

async function tokensOf(client: Client & { readonly owner: Owner }, { mint }: WorldToken) {
  const all = await client.chain.readTokenAccounts(client.owner.address)
  return all.find(account => account.mint === mint)?.amount ?? 0n
}

describe('the terms of a message', () => {
  it.each(tokens.map(token => [token.protocol, token] as const))(
    'equal the effects of the bytes of a trade on %s',
    async (_, token) => {
      const client = await newClient()
      const lamports = async () =>
        (await reader.chain.readAccounts([client.owner.address], { maxAgeMs: 0 })).get(client.owner.address)
          ?.lamports ?? 0n
      const before = await lamports()
      expect((await buy(client, await planBuy(client, requestFor(token, sol / 10n)))).status).toBe('confirmed')
      const bought = await compare(signed[0] ?? expect.fail(), client.owner)
      const { spend, lamports: costs } = termsOf(signed[0] ?? expect.fail())
      const max = (spend[0]?.max ?? 0n) + Object.values(costs).reduce((sum, each) => sum + each, 0n)
      expect(before - (await lamports())).toBeLessThanOrEqual(max)
      expect(bought.rent).toBeGreaterThanOrEqual(rentExemption(165))
      signed.splice(0)
      const planned = await planSell(client, requestFor(token, await tokensOf(client, token)))
      expect((await sell(client, planned)).status).toBe('confirmed')
      expect((await compare(signed[0] ?? expect.fail(), client.owner)).rent).toBe(0n)
      signed.splice(0)
      // The account exists now.
      expect((await buy(client, await planBuy(client, requestFor(token, sol / 10n)))).status).toBe('confirmed')
      expect((await compare(signed[0] ?? expect.fail(), client.owner)).rent).toBe(0n)
    },
  )

  it('are each variant’s own, by a durable nonce, and the nonce account’s rent when it is opened', async () => {
    const client = await newClient()
    await openNonce(client, { budget: { unitLimit: 20_000, priorityFeeLamports: 1_001n } })
    expect(await compare(signed[0] ?? expect.fail(), client.owner)).toMatchObject({ rent: 1_500_000n, programFee: 0n })
    signed.splice(0)
    const planned = await planBuy(client, { ...requestFor(anyToken, sol / 10n), lifetime: 'nonce' })
    expect((await buy(client, planned)).status).toBe('confirmed')
    expect(signed.map(message => termsOf(message).lamports.tip)).toEqual([0n, 1_000_000n])
    for (const message of signed) {
      const { read } = await compare(message, client.owner)
      expect(read.nonce).toBeTypeOf('string')
    }
    signed.splice(0)
    await advanceNonce(client)
    await closeNonce(client)
    expect(signed.map(message => termsOf(message).lifetime)).toEqual(['nonce', 'blockhash'])
    for (const message of signed)
      expect(await compare(message, client.owner)).toMatchObject({ rent: 0n, programFee: 0n })
  })

  it('name the recipient of a withdrawal, and the amount that the bytes send', async () => {
    const client = await newClient()
    await buy(client, await planBuy(client, requestFor(anyToken, sol / 10n)))
    const recipient = (await newKeyPair(sol)).address
    let isFirst = true
    for (const mint of [null, anyToken.mint, anyToken.mint]) {
      signed.splice(0)
      const planned = await planWithdraw(client, { recipient, mint, amount: 1_000n, priorityFeeLamports: 1_003n })
      expect((await withdraw(client, planned)).status).toBe('confirmed')
      const [message = expect.fail()] = signed
      const read = await readWithdrawal(message.bytes, client.owner.address, termsOf(message))
      if (typeof read === 'string') return expect.fail(read)
      const { spend, receive, lamports, ...rest } = termsOf(message)
      expect(spend).toMatchObject([{ mint: read.mint ?? wrappedNativeMint, max: read.amount }])
      expect(receive).toEqual([])
      expect(rest).toEqual({ recipient: read.recipient, cosigners: [], lifetime: 'blockhash' })
      expect(lamports).toMatchObject({ rent: 0n, networkFee: read.networkFeeLamports, tip: 0n, tradeFee: 0n })
      // The first withdrawal of the token opens the account.
      expect(lamports.programFee > 0n).toBe(mint !== null && isFirst)
      isFirst = mint === null
    }
  })

  it('name the accounts that a reclaim closes', async () => {
    const client = await newClient()
    await buy(client, await planBuy(client, requestFor(anyToken, sol / 10n)))
    await sell(client, await planSell(client, requestFor(anyToken, await tokensOf(client, anyToken))))
    signed.splice(0)
    await expect.poll(async () => (await planReclaimRent(client)).accounts.length).toBe(1)
    await reclaimRent(client, await planReclaimRent(client, { priorityFeeLamports: 1_003n }))
    const [message = expect.fail()] = signed
    const { closes, lamports, ...rest } = termsOf(message)
    const read = await readMessage(message.bytes, client.owner.address, { terms: termsOf(message) })
    if (typeof read === 'string') return expect.fail(read)
    expect(read.closes).toEqual(closes)
    expect(lamports).toEqual({ rent: 0n, programFee: 0n, networkFee: read.networkFeeLamports, tip: 0n, tradeFee: 0n })
    expect(rest).toEqual({ spend: [], receive: [], cosigners: [], lifetime: 'blockhash' })
  })
})

describe('a plan of instructions', () => {
  it('is signed by a wallet of the vault under the terms that its caller states, and under no others', async () => {
    const client = await newClient()
    await buy(client, await planBuy(client, requestFor(anyToken, sol / 10n)))
    await sell(client, await planSell(client, requestFor(anyToken, await tokensOf(client, anyToken))))
    await expect.poll(async () => (await planReclaimRent(client)).accounts.length).toBe(1)
    const [empty = expect.fail()] = (await planReclaimRent(client)).accounts
    const [{ account: { owner: program } = expect.fail() } = expect.fail()] = await client.chain.readTokenAccounts(
      client.owner.address,
    )
    const vault: Owner = {
      address: client.owner.address,
      async signTransactions(messages, cosigners) {
        for (const { bytes, terms } of messages) {
          const read = await readMessage(bytes, client.owner.address, { terms: terms ?? expect.fail('no terms') })
          if (typeof read === 'string') throw new TernError('wallet/refusedToSign', { reason: read })
        }
        return client.owner.signTransactions(messages, cosigners)
      },
    }
    const budget = { unitLimit: 10_000, priorityFeeLamports: 0n }
    const plan = singleInstructionPlan(closeAccountInstruction(empty.address, client.owner.address, program))
    const run = async (termsOf?: PlanToExecute['termsOf']) =>
      executePlan({ ...client, owner: vault }, { plan, budget, ...(termsOf && { termsOf }) })
    expect(await run()).toMatchObject([{ status: 'error', error: { code: 'wallet/refusedToSign' } }])
    const closes = [empty.address]
    expect(await run(() => ({ closes, lamports: { networkFee: 5_000n } }))).toMatchObject([{ status: 'success' }])
    await expect.poll(async () => (await planReclaimRent(client)).accounts).toEqual([])
  })
})

describe('the terms of an action on liquidity', () => {
  it('equal the effects of the bytes: of a deposit, a withdrawal and a new pool, and of SOL wrapped and unwrapped', async () => {
    const client = await newClient()
    const token = tokens.find(({ protocol }) => protocol === 'raydium_cpmm') ?? expect.fail()
    await buy(client, await planBuy(client, requestFor(token, sol / 10n)))
    const pool = { protocol: 'raydium_cpmm', address: token.pool } as const
    const settings = { pool, slippageBps: 100 }
    const config = await configAddress(0)
    const [curve = expect.fail()] = tokens.filter(({ protocol }) => protocol === 'pumpfun')
    await buy(client, await planBuy(client, requestFor(curve, sol / 10n)))
    const newTokens = [
      { mint: curve.mint, amount: 1_000_000n },
      { mint: wrappedNativeMint, amount: sol / 100n },
    ] as const
    for (const plan of [
      () => planWrap(client, { amount: sol }),
      () => planUnwrap(client),
      () => planDeposit(client, { ...settings, mint: wrappedNativeMint, amount: sol / 100n }),
      () => planDeposit(client, { ...settings, mint: wrappedNativeMint, amount: sol / 100n, inSteps: true }),
      () => planWithdrawLiquidity(client, { ...settings, lpAmount: 'all' }),
      () => planCreatePool(client, { protocol: 'raydium_cpmm', config, tokens: newTokens }),
      () => planCreatePool(client, { protocol: 'raydium_cpmm', config, tokens: newTokens, at: 'fresh' }),
    ] as const) {
      signed.splice(0)
      const planned = await plan()
      expect(planned.reasons).toEqual([])
      const { steps } = await execute(client, planned)
      expect(steps.map(({ status }) => status)).toEqual(signed.map(() => 'confirmed'))
      for (const message of signed) {
        const terms = termsOf(message)
        const read = await readMessage(message.bytes, client.owner.address, { payees: [feeWallet], terms })
        if (typeof read === 'string') expect.fail(`${planned.plan?.kind}: ${read}`)
        expect(read).toBeTypeOf('object')
      }
    }
  })
})

describe('the terms of a swap', () => {
  it('equal the effects of the bytes: of several hops in one message, and in one each, from and to SOL and between tokens', async () => {
    const client = await newClient()
    const listed = tokens.map(({ protocol, pool }) => ({ protocol, address: pool }))
    for (const [n, token] of tokens.entries()) {
      const next = tokens[(n + 1) % tokens.length] ?? expect.fail()
      const common = { slippageBps: 300, priorityFeeLamports: 100_003n, listed }
      // A tenth of a SOL buys few units of a dear token.
      const part = async () => (await tokensOf(client, token)) / 4n
      for (const plan of [
        () => planSwap(client, { ...common, tokenIn: wrappedNativeMint, tokenOut: token.mint, exactIn: sol / 10n }),
        async () => planSwap(client, { ...common, tokenIn: token.mint, tokenOut: next.mint, exactIn: await part() }),
        async () =>
          planSwap(client, {
            ...common,
            tokenIn: token.mint,
            tokenOut: next.mint,
            exactIn: await part(),
            inSteps: true,
          }),
        async () =>
          planSwap(client, { ...common, tokenIn: token.mint, tokenOut: wrappedNativeMint, exactIn: await part() }),
      ] as const) {
        signed.splice(0)
        const planned = await plan()
        expect(planned.reasons.map(({ text }) => text)).toEqual([])
        const { steps } = await execute(client, planned)
        expect(steps.map(({ status }) => status)).toEqual(signed.map(() => 'confirmed'))
        for (const message of signed) {
          const terms = termsOf(message)
          const read = await readMessage(message.bytes, client.owner.address, { payees: [feeWallet], terms })
          if (typeof read === 'string') expect.fail(`${token.protocol} to ${next.protocol}: ${read}`)
          expect(read.networkFeeLamports).toBe(terms.lamports.networkFee)
          expect(read.feeLamports).toBe(terms.lamports.tradeFee)
        }
      }
    }
  }, 120_000)
})
