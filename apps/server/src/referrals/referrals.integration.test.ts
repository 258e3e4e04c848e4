import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPair, lamports } from '@solana/kit'
import { compileMessage, transferInstruction } from '@tern/chain'
import { buy, createClient, planBuy } from '@tern/client'
import { type Address, encodeBase64, keyPairOwner, type Owner } from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { NotifiedRow, ReferralRow, ReferralTradeState } from '../appRouter.ts'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../startServer.ts'

const sol = 1_000_000_000n
let practice: PracticeChain
let server: RunningServer
let dataDir: string
let feeWallet: Address
let referrer: Owner
let trader: Owner
let client: ReturnType<typeof createClient>

async function newWallet(): Promise<Owner> {
  const wallet = await keyPairOwner(await generateKeyPair())
  const { chain } = createClient({ rpc: practice.rpcUrl })
  await chain.rpc.requestAirdrop(wallet.address, lamports(100n * sol)).send()
  const isThere = async () => (await chain.rpc.getBalance(wallet.address).send()).value > 0n
  await vi.waitUntil(isThere, { timeout: 30_000 })
  chain.close()
  return wallet
}

async function start(more: Record<string, string> = {}): Promise<RunningServer> {
  const pages = ['terminal', 'vault'].map(name => join(dataDir, name))
  for (const page of pages) {
    mkdirSync(page, { recursive: true })
    writeFileSync(join(page, 'index.html'), '<title>Tern</title>')
  }
  const [terminalDir = '', vaultDir = ''] = pages
  const config = readConfig({
    PORT: '0',
    DATA_DIR: join(dataDir, 'data'),
    RPC_URL: practice.rpcUrl,
    RPC_WS_URL: practice.wsUrl,
    FEE_WALLET: feeWallet,
    ...more,
  })
  return startServer(config, { onFault: error => expect.fail(String(error)), terminalDir, vaultDir })
}

async function ask<T>(path: string, request: RequestInit = {}): Promise<T> {
  const answer = await fetch(`http://127.0.0.1:${server.port}/api/trpc/referral.${path}`, request)
  const body = (await answer.json()) as { result?: { data: T }; error?: { message: string } }
  if (body.result === undefined) throw new Error(body.error?.message)
  return body.result.data
}
const change = <T>(name: string, input: object) =>
  ask<T>(name, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(input) })
const makeCode = (owner: Owner) => change<string | null>('makeCode', { owner: owner.address })
const notify = (transactions: readonly string[], code?: string) =>
  change<readonly NotifiedRow[]>('notifyTradeTransaction', { transactions, ...(code && { code }) })
const confirm = (signature: string) => change<ReferralTradeState>('confirmTradeTransaction', { signature })
const read = (owner: Owner) =>
  ask<ReferralRow | null>(`earned?input=${encodeURIComponent(JSON.stringify({ owner: owner.address }))}`)

beforeAll(async () => {
  practice = await startPracticeChain({ slotMs: 50 })
  dataDir = mkdtempSync(join(tmpdir(), 'tern-referrals-'))
  feeWallet = (await newWallet()).address
  ;[referrer, trader] = [await newWallet(), await newWallet()]
  client = createClient({ rpc: practice.rpcUrl, owner: trader, feeWallet })
  server = await start()
})
afterAll(async () => {
  client.chain.close()
  await server.close()
  await practice.close()
})

async function trade() {
  const token = practice.world.find(({ stage }) => stage === 'pool') ?? expect.fail('no pool')
  const { mint, protocol, pool } = token
  const request = { mint, pool: { protocol, address: pool }, amountIn: sol, slippageBps: 500, priorityFeeLamports: 0n }
  const receipt = await buy(client, await planBuy(client, request))
  expect(receipt.status).toBe('confirmed')
  return encodeBase64(receipt.trade.transaction.bytes)
}
const sign = async (owner: Owner, to: Address) => {
  const instructions = [transferInstruction(owner.address, to, 1_000_000n)]
  const message = compileMessage({
    feePayer: owner.address,
    lifetime: await client.chain.readBlockhash(),
    instructions,
  })
  const [signed] = await owner.signTransactions([message])
  return signed === undefined ? expect.fail('not signed') : encodeBase64(signed.bytes)
}
const earned = async (owner = referrer) => (await read(owner)) ?? expect.fail('no fee is charged')

describe('a referral', () => {
  let code: string
  it('begins with a code, the same whenever it is asked for', async () => {
    expect(await earned()).toMatchObject({ code: null, shareBps: 2_000, traders: 0, earnedLamports: '0' })
    code = (await makeCode(referrer)) ?? expect.fail('no code')
    expect(code).toMatch(/^[2-9a-hjkmnp-z]{8}$/)
    expect(await makeCode(referrer)).toBe(code)
    expect((await earned()).code).toBe(code)
  })

  it('earns a fifth of what the chain says was paid, once, and when it is final', async () => {
    const encoded = await trade()
    const [told] = await notify([encoded], code)
    expect(told).toMatchObject({ success: true, signer: trader.address })
    const signature = told?.signature ?? expect.fail('no signature')
    expect(await earned()).toMatchObject({ traders: 1, trades: 0, earnedLamports: '0', openLamports: '0' })
    expect(['confirmed', 'final']).toContain(await confirm(signature))
    await notify([encoded], code)
    await expect.poll(() => confirm(signature)).toBe('final')
    await confirm(signature)
    // 1% of one SOL, of which 20%.
    expect(await earned()).toMatchObject({
      traders: 1,
      trades: 1,
      earnedLamports: String(sol / 500n),
      openLamports: '0',
    })
  })

  it('stays with the code that was named first', async () => {
    const other = await newWallet()
    const theirs = (await makeCode(other)) ?? expect.fail('no code')
    const encoded = await trade()
    const [told] = await notify([encoded], theirs)
    const signature = told?.signature ?? expect.fail('no signature')
    await expect.poll(() => confirm(signature)).toBe('final')
    expect(await earned(other)).toMatchObject({ traders: 0, trades: 0, earnedLamports: '0' })
    expect((await earned()).trades).toBe(2)
  })

  it('is of others, not of oneself', async () => {
    const own = await sign(referrer, feeWallet)
    await notify([own], code)
    expect((await earned()).traders).toBe(1)
  })

  it('earns nothing by what was told and never landed', async () => {
    const encoded = await sign(trader, feeWallet)
    const [told] = await notify([encoded], code)
    expect(told?.success).toBe(true)
    expect(await confirm(told?.signature ?? '')).toBe('unseen')
    expect(await earned()).toMatchObject({ trades: 2, openLamports: '0' })
  })

  it('earns nothing by transfers to others', async () => {
    const encoded = await sign(trader, referrer.address)
    const [told] = await notify([encoded], code)
    await client.chain.rpc.sendTransaction(encoded as never, { encoding: 'base64' }).send()
    const signature = told?.signature ?? expect.fail('no signature')
    await expect.poll(() => confirm(signature)).toBe('final')
    expect(await earned()).toMatchObject({ trades: 2, earnedLamports: String((2n * sol) / 500n) })
  })

  it('takes one bad transaction among good ones for what it is', async () => {
    const good = await sign(trader, feeWallet)
    const forged = `${good.slice(0, 40)}${good[40] === 'A' ? 'B' : 'A'}${good.slice(41)}`
    const told = await notify([forged, 'nonsense', good])
    expect(told.map(({ success }) => success)).toEqual([false, false, true])
  })

  it('knows nothing of a signature that nobody told of, and refuses what is none', async () => {
    const signature = '1'.repeat(64)
    expect(await confirm(signature)).toBe('unknown')
    await expect(confirm('x')).rejects.toThrow('invalid signature')
    const bad = notify(['x'], 'DROP')
    await expect(bad).rejects.toThrow('no referral code')
  })

  it('is there after a restart', async () => {
    const before = await earned()
    await server.close()
    server = await start()
    expect(await earned()).toEqual(before)
  })

  it('does not exist where no fee is charged', async () => {
    await server.close()
    server = await start({ FEE_WALLET: '' })
    expect(await read(referrer)).toBeNull()
    expect(await makeCode(referrer)).toBeNull()
  })
})
