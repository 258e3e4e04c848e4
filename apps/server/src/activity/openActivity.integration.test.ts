import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Chain, closeAccountInstruction, compileMessage, sendTransaction, transferInstruction } from '@tern/chain'
import {
  advanceNonce,
  buy,
  type Client,
  closeNonce,
  createClient,
  openNonce,
  planBuy,
  planSell,
  sell,
} from '@tern/client'
import { decodeMint, keyPairOwner, type Owner, TernError, wrappedNativeMint } from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { activity as activityRows, activityWallets } from '../database/activitySchema.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { createClientRateLimit } from '../http/clientRateLimit.ts'
import { createTransactionReader } from '../indexer/transaction.ts'
import { createActivityStore } from './activityStore.ts'
import { type Activity, openActivity } from './openActivity.ts'

const sol = 1_000_000_000n
const priorityFeeLamports = 100_000n

let practice: PracticeChain
let database: Database
let owner: Owner
let client: Client
let open: Activity
let feeWallet: Owner['address']
let now = 1_000
beforeAll(async () => {
  practice = await startPracticeChain({ slotMs: 50 })
  database = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-activity-')))
  owner = await newWallet(10n * sol)
  feeWallet = (await newWallet(sol)).address
  client = createClient({ rpc: practice.rpcUrl, owner, feeWallet })
  open = openActivity(client.chain, database, { kind: 'practice', now: () => now, feeWallet })
})
afterAll(async () => {
  await open.stop()
  client.chain.close()
  await database.close()
  await practice.close()
})

async function newWallet(lamports: bigint): Promise<Owner> {
  const pair = (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair
  const wallet = await keyPairOwner(pair)
  const { chain } = createClient({ rpc: practice.rpcUrl })
  const wanted = lamports as Parameters<typeof chain.rpc.requestAirdrop>[1]
  await chain.rpc.requestAirdrop(wallet.address, wanted).send()
  const read = async () => (await chain.readAccounts([wallet.address], { maxAgeMs: 0 })).get(wallet.address)?.lamports
  await vi.waitUntil(async () => (await read()) === lamports, { timeout: 30_000 })
  chain.close()
  return wallet
}

const list = async (limit = 100, before?: string) => open.activity.list('me', { owner: owner.address, limit, before })
const newest = async () => {
  const [row] = (await list()).rows
  if (row === undefined) expect.fail('no transaction')
  return row
}
const lamports = async () =>
  (await client.chain.readAccounts([owner.address], { maxAgeMs: 0 })).get(owner.address)?.lamports ?? 0n

const token = () => {
  const [first] = practice.world.filter(({ stage }) => stage === 'pool')
  return first ?? practice.world[0] ?? expect.fail('an empty world')
}
const request = (amountIn: bigint) => {
  const { mint, protocol, pool } = token()
  return { mint, pool: { protocol, address: pool }, amountIn, slippageBps: 100, priorityFeeLamports }
}

describe('a wallet’s activity', () => {
  it('begins with the deposit that funded the wallet', async () => {
    const { rows, reachesBack } = await list()
    expect(reachesBack).toBe(true)
    expect(rows).toMatchObject([
      { kind: 'deposit', lamports: String(10n * sol), networkFee: '0', failure: null, tokens: [], trade: null },
    ])
    expect(rows[0]?.counterparty).toMatch(/^\w{32,44}$/)
  })

  it('shows a buy like its receipt: all costs included, the rent separate', async () => {
    const before = await lamports()
    const planned = await planBuy(client, request(sol))
    const receipt = await buy(client, planned)
    expect(receipt.status).toBe('confirmed')
    const row = await newest()
    expect(row).toMatchObject({
      signature: receipt.signature,
      slot: Number(receipt.slot),
      kind: 'buy',
      failure: null,
      networkFee: String(receipt.networkFee),
      tradeFee: String(sol / 100n),
      rent: String(receipt.rent),
      tokens: [{ mint: token().mint, amount: String(receipt.amountOut) }],
      trade: {
        side: 'buy',
        mint: token().mint,
        amountIn: String(receipt.amountIn),
        amountOut: String(receipt.amountOut),
        mostIn: String(sol),
        leastOut: String(planned.plan?.minimum),
      },
    })
    expect(BigInt(row.lamports)).toBe((await lamports()) - before)
    expect(-BigInt(row.lamports) - BigInt(row.rent)).toBe(sol + sol / 100n + (receipt.networkFee ?? 0n))
  })

  it('shows a sale, and the rent that closing the account returned', async () => {
    const { amount = 0n, address } = (await client.chain.readTokenAccounts(owner.address))[0] ?? {}
    const before = await lamports()
    const receipt = await sell(client, await planSell(client, request(amount)))
    expect(await newest()).toMatchObject({
      kind: 'sell',
      lamports: String((await lamports()) - before),
      rent: '0',
      tokens: [{ mint: token().mint, amount: String(-amount) }],
      trade: { amountIn: String(amount), amountOut: String(receipt.amountOut) },
    })
    if (address === undefined) expect.fail('no account')
    const held = (await client.chain.readAccounts([address], { maxAgeMs: 0 })).get(address)
    if (!held) expect.fail('no account')
    await send(closeAccountInstruction(address, owner.address, held.owner))
    expect(await newest()).toMatchObject({
      kind: 'reclaim',
      lamports: String(held.lamports - 5_000n),
      networkFee: '5000',
      rent: String(-held.lamports),
    })
  })

  it('counts accounts that the trade opened for the curve as a cost, and only the tokens that arrived', async () => {
    const curve = practice.world.find(({ stage }) => stage === 'curve') ?? expect.fail('no curve')
    const mints = await client.chain.readAccounts(practice.world.map(({ mint }) => mint))
    const taxed =
      practice.world.find(({ mint }) => decodeMint(mint, mints.get(mint)).extensions.transferFeeConfig !== undefined) ??
      expect.fail('no token with a tax')
    for (const { mint, protocol, pool } of [curve, taxed]) {
      const before = await lamports()
      const bought = {
        mint,
        pool: { protocol, address: pool },
        amountIn: sol / 10n,
        slippageBps: 100,
        priorityFeeLamports,
      }
      const receipt = await buy(client, await planBuy(client, bought))
      const row = await newest()
      const { amountIn = 0n, amountOut = 0n, networkFee = 0n, rent = 0n } = receipt
      expect(BigInt(row.lamports)).toBe((await lamports()) - before)
      expect(-BigInt(row.lamports)).toBe(amountIn + amountIn / 100n + networkFee + rent)
      expect(row.tokens).toMatchObject([{ mint, amount: String(amountOut) }])
      const accounts = await client.chain.readTokenAccounts(owner.address)
      const account = accounts.find(one => one.mint === mint)?.address ?? expect.fail('no account')
      const held = (await client.chain.readAccounts([account], { maxAgeMs: 0 })).get(account)?.lamports
      expect(BigInt(row.rent)).toBe(held)
      if (mint === curve.mint) expect(BigInt(row.rent)).toBeLessThan(rent)
      await sell(client, await planSell(client, { ...bought, amountIn: amountOut }))
    }
  })

  it('shows a withdrawal and its receiver', async () => {
    const other = await newWallet(sol)
    await send(transferInstruction(owner.address, other.address, sol / 2n))
    expect(await newest()).toMatchObject({
      kind: 'withdrawal',
      lamports: String(-sol / 2n - 5_000n),
      counterparty: other.address,
    })
  })

  it('shows a nonce account’s opening, use and closing, and its lamports as rent', async () => {
    const held = 1_500_000n
    const nonce = { kind: 'nonce', failure: null, counterparty: null }
    await openNonce(client)
    expect(await newest()).toMatchObject({ ...nonce, lamports: String(-held - 5_000n), rent: String(held) })
    await advanceNonce(client)
    expect(await newest()).toMatchObject({ ...nonce, lamports: '-5000', rent: '0' })
    await closeNonce(client)
    expect(await newest()).toMatchObject({ ...nonce, lamports: String(held - 5_000n), rent: String(-held) })
  })

  it('shows the intended trade of a failed transaction, and the reason of the failure', async () => {
    const planned = await planBuy(client, { ...request(sol), slippageBps: 0 })
    const rich = await newWallet(100n * sol)
    const other = createClient({ rpc: practice.rpcUrl, owner: rich })
    await buy(other, await planBuy(other, request(60n * sol)))
    other.chain.close()
    const { status, signature } = await buy(client, planned)
    expect(status).toBe('failed')
    expect(await newest()).toMatchObject({
      signature,
      kind: 'buy',
      failure: 'The price moved beyond the slippage limit',
      lamports: String(-5_000n - priorityFeeLamports),
      tokens: [],
      trade: { mint: token().mint, amountIn: null, mostIn: String(sol) },
    })
  })

  it('comes in pages, and its rows add up to the wallet’s balance', async () => {
    const { rows } = await list()
    const paged = []
    for (let before: string | undefined; ; ) {
      const page = await list(2, before)
      paged.push(...page.rows)
      if (page.before === null) break
      before = page.before
    }
    expect(paged).toEqual(rows)
    expect(rows.reduce((sum, row) => sum + BigInt(row.lamports), 0n)).toBe(await lamports())
    const accounts = (await client.chain.readTokenAccounts(owner.address)).map(({ address }) => address)
    const open = [...(await client.chain.readAccounts(accounts, { maxAgeMs: 0 })).values()]
    expect(rows.reduce((sum, row) => sum + BigInt(row.rent), 0n)).toBe(
      open.reduce((sum, account) => sum + (account?.lamports ?? 0n), 0n),
    )
    expect(rows.flatMap(({ tokens }) => tokens).some(({ mint }) => mint === wrappedNativeMint)).toBe(false)
  })

  it('is the same on a server with only its database, and on one with an empty database', async () => {
    const { rows } = await list()
    await practice.travel({ slots: 40n, seconds: 16n })
    await list()
    now += 1
    const again = openActivity(client.chain, database, { kind: 'practice' })
    expect((await again.activity.list('me', { owner: owner.address, limit: 100 })).rows).toEqual(rows)
    await again.stop()
    const empty = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-activity-')))
    const anew = openActivity(client.chain, empty, { kind: 'practice', feeWallet })
    expect((await anew.activity.list('me', { owner: owner.address, limit: 100 })).rows).toEqual(rows)
    await anew.stop()
    await empty.close()
  })

  it('shows the known rows, marked as behind, while the node does not answer', async () => {
    const { rows } = await list()
    const deaf = createClient({ rpc: 'http://127.0.0.1:9' })
    const cut = openActivity(deaf.chain, database, { kind: 'practice' })
    expect(await cut.activity.list('me', { owner: owner.address, limit: 100 })).toMatchObject({ rows, isBehind: true })
    expect(await list()).toMatchObject({ isBehind: false })
    await cut.stop()
    deaf.chain.close()
  })

  it('says if it does not reach back to the first transaction', async () => {
    const empty = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-activity-')))
    const short = openActivity(client.chain, empty, { kind: 'practice', maxBack: 2, feeWallet })
    const { rows, reachesBack } = await short.activity.list('me', { owner: owner.address, limit: 100 })
    expect(rows).toEqual((await list()).rows.slice(0, 2))
    expect(reachesBack).toBe(false)
    await short.stop()
    await empty.close()
  })

  it('is read within a client’s budget, and continues once the budget allows', async () => {
    const empty = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-activity-')))
    let seconds = 0
    const budget = createClientRateLimit({ burst: 40, perSecond: 1, now: () => seconds * 1_000 })
    const { activity, stop } = openActivity(counted(), empty, { kind: 'practice', budget, feeWallet })
    for (let count = 0; count < 20; count++)
      await activity.list('greedy', { owner: (await generateAddress()).address, limit: 10 })
    const before = asked
    expect(await activity.list('greedy', { owner: owner.address, limit: 100 })).toEqual({
      rows: [],
      before: null,
      reachesBack: false,
      isBehind: true,
    })
    expect(asked).toBe(before)
    // Other clients are not affected.
    expect((await activity.list('other', { owner: owner.address, limit: 100 })).isBehind).toBe(false)
    const { rows } = await list()
    await empty.query.delete(activityRows)
    await empty.query.delete(activityWallets)
    seconds += 60
    expect(await activity.list('greedy', { owner: owner.address, limit: 100 })).toMatchObject({
      rows,
      reachesBack: true,
      isBehind: false,
    })
    await stop()
    await empty.close()
  })

  it('is read for few wallets of a client at once, and keeps a limited number of wallets', async () => {
    const empty = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-activity-')))
    const store = createActivityStore(empty, { wallets: 5, rows: 100 })
    const { activity, stop } = openActivity(counted(), empty, { kind: 'practice', store, feeWallet })
    const before = asked
    const pages = await Promise.all(
      Array.from({ length: 30 }, async () =>
        activity.list('greedy', { owner: (await generateAddress()).address, limit: 10 }),
      ),
    )
    expect(asked - before).toBeLessThanOrEqual(4)
    expect(pages.filter(({ isBehind }) => !isBehind).length).toBeLessThanOrEqual(4)
    for (let count = 0; count < 20; count++)
      await activity.list('patient', { owner: (await generateAddress()).address, limit: 10 })
    expect((await empty.query.select().from(activityWallets)).length).toBeLessThanOrEqual(6)
    await stop()
    await empty.close()
  })

  it('leaves out a transaction that the node cannot show, and shows the others', async () => {
    const empty = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-activity-')))
    const { rows } = await list()
    const hidden = rows[1]?.signature
    const message = 'Transaction version (1) is not supported by the requesting client.'
    const refuse = async () => {
      throw new TernError('rpc/refused', { method: 'getTransaction', code: -32015, message })
    }
    const getTransaction = (signature: string, options: never) =>
      signature === hidden ? { send: refuse } : client.chain.rpc.getTransaction(signature as never, options)
    const rpc = new Proxy(client.chain.rpc, {
      get: (inner, name) => (name === 'getTransaction' ? getTransaction : Reflect.get(inner, name)),
    })
    const notices: string[] = []
    const transactions = createTransactionReader({ rpc }, notice => notices.push(notice))
    const { activity, stop } = openActivity({ rpc }, empty, { kind: 'practice', feeWallet, transactions })
    for (let asks = 0; asks < 2; asks++) await activity.list('me', { owner: owner.address, limit: 100 })
    const page = await activity.list('me', { owner: owner.address, limit: 100 })
    expect(page.isBehind).toBe(false)
    expect(page.rows).toEqual(rows.filter(({ signature }) => signature !== hidden))
    expect(notices).toEqual([expect.stringContaining(`${hidden}`)])
    await stop()
    await empty.close()
  })

  it('drops a transaction that a fork undid', async () => {
    const takenBack = async () => {
      await send(transferInstruction(owner.address, (await newWallet(sol)).address, 1_000_000n))
      const kept = await newest()
      expect(kept.kind).toBe('withdrawal')
      await practice.rollback(20n)
      return (await newest()).signature !== kept.signature
    }
    // On a busy machine, more slots may pass in between than the fork undoes.
    await expect.poll(takenBack).toBe(true)
  })
})

let asked = 0
const generateAddress = async () =>
  keyPairOwner((await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair)
/** The chain's RPC with a count of its requests. */
const counted = (): Pick<Chain, 'rpc'> => ({
  rpc: new Proxy(client.chain.rpc, {
    get(rpc, method, receiver) {
      asked++
      return Reflect.get(rpc, method, receiver)
    },
  }),
})

async function send(instruction: Parameters<typeof compileMessage>[0]['instructions'][number]) {
  const lifetime = await client.chain.readBlockhash()
  const message = compileMessage({ feePayer: owner.address, lifetime, instructions: [instruction] })
  const [signed] = await owner.signTransactions([message])
  if (signed === undefined) expect.fail('not signed')
  const outcome = await sendTransaction(client.chain, signed, { providers: client.providers })
  expect(outcome.status).toBe('confirmed')
}
