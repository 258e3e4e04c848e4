import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPair, type Instruction, lamports, type Signature } from '@solana/kit'
import { compileMessage, memoInstruction, transferInstruction } from '@tern/chain'
import { buy, type Client, createClient, planBuy } from '@tern/client'
import { type Address, decodeBase64, encodeBase58, encodeBase64, keyPairOwner, type Owner } from '@tern/core'
import { referralMemo } from '@tern/core/internal'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { signTrade } from '../../test/signTrade.ts'
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
let client: Client
const clients: Client[] = []

async function newWallet(): Promise<Owner> {
  const wallet = await keyPairOwner(await generateKeyPair())
  const { chain } = createClient({ rpc: practice.rpcUrl })
  await chain.rpc.requestAirdrop(wallet.address, lamports(100n * sol)).send()
  const isThere = async () => (await chain.rpc.getBalance(wallet.address).send()).value > 0n
  await vi.waitUntil(isThere, { timeout: 30_000 })
  chain.close()
  return wallet
}

function clientOf(owner: Owner, paid = feeWallet): Client {
  const made = createClient({ rpc: practice.rpcUrl, owner, feeWallet: paid })
  clients.push(made)
  return made
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
const notify = (transactions: readonly string[]) =>
  change<readonly NotifiedRow[]>('notifyTradeTransaction', { transactions })
const confirm = (signature: string) => change<ReferralTradeState>('confirmTradeTransaction', { signature })
const query = <T>(name: string, input: object) => ask<T>(`${name}?input=${encodeURIComponent(JSON.stringify(input))}`)
const read = (owner: Owner) => query<ReferralRow | null>('earned', { owner: owner.address })
const wouldBind = (owner: Owner, code: string) => query<boolean>('wouldBind', { owner: owner.address, code })

beforeAll(async () => {
  practice = await startPracticeChain({ slotMs: 50 })
  dataDir = mkdtempSync(join(tmpdir(), 'tern-referrals-'))
  feeWallet = (await newWallet()).address
  ;[referrer, trader] = [await newWallet(), await newWallet()]
  client = clientOf(trader)
  server = await start()
})
afterAll(async () => {
  for (const { chain } of clients) chain.close()
  await server.close()
  await practice.close()
})

const poolToken = () => practice.world.find(({ stage }) => stage === 'pool') ?? expect.fail('no pool')

/** Buys for 1 SOL. @param referralCode the code in the memo. */
async function trade(of: Client, referralCode?: string, then: 'sent' | 'kept' = 'sent'): Promise<string> {
  const { mint, protocol, pool } = poolToken()
  const request = { mint, pool: { protocol, address: pool }, amountIn: sol, slippageBps: 500, priorityFeeLamports: 0n }
  const planned = await planBuy(of, { ...request, ...(referralCode && { referralCode }) })
  if (then === 'kept') return signTrade(of, planned)
  const receipt = await buy(of, planned)
  expect(receipt.status).toBe('confirmed')
  return encodeBase64(receipt.signed.transaction.bytes)
}

async function sign(owner: Owner, instructions: readonly Instruction[]): Promise<string> {
  const lifetime = await client.chain.readBlockhash()
  const [signed] = await owner.signTransactions([compileMessage({ feePayer: owner.address, lifetime, instructions })])
  return encodeBase64(signed?.bytes ?? expect.fail('not signed'))
}
const signTransfer = (owner: Owner, to: Address, memo?: string) =>
  sign(owner, [
    transferInstruction(owner.address, to, 1_000_000n),
    ...(memo === undefined ? [] : [memoInstruction(memo)]),
  ])

/** Sends it, and waits until it is final. */
async function land(encoded: string): Promise<void> {
  const signature = await client.chain.rpc.sendTransaction(encoded as never, { encoding: 'base64' }).send()
  await untilFinal(signature)
}
async function untilFinal(signature: Signature): Promise<void> {
  const status = async () => (await client.chain.rpc.getSignatureStatuses([signature]).send()).value[0]
  await expect.poll(async () => (await status())?.confirmationStatus, { timeout: 30_000 }).toBe('finalized')
}
const signatureOf = (encoded: string) => encodeBase58(decodeBase64(encoded).subarray(1, 65)) as string as Signature

/**
 * Notifies the server of a transaction, like any client that adds a code of its own.
 * @returns the state after a look at the chain.
 */
async function tellWithCode(encoded: string, code: string): Promise<ReferralTradeState> {
  await change('notifyTradeTransaction', { transactions: [encoded], code }).catch(() => undefined)
  await notify([encoded])
  return confirm(signatureOf(encoded))
}
const earned = async (owner = referrer) => (await read(owner)) ?? expect.fail('no fee is charged')
const nothingEarned = { traders: 0, trades: 0, earnedLamports: '0', openLamports: '0' }

describe('a referral', () => {
  let code: string
  it('begins with a code, the same at each request', async () => {
    expect(await earned()).toMatchObject({ code: null, shareBps: 2_000, ...nothingEarned })
    code = (await makeCode(referrer)) ?? expect.fail('no code')
    expect(code).toMatch(/^[2-9a-hjkmnp-z]{8}$/)
    expect(await makeCode(referrer)).toBe(code)
    expect((await earned()).code).toBe(code)
  })

  it('does not begin with an old trade without a code', async () => {
    const encoded = await trade(clientOf(await newWallet()))
    await untilFinal(signatureOf(encoded))
    expect(await tellWithCode(encoded, code)).toBe('unknown')
    expect(await earned()).toMatchObject(nothingEarned)
  })

  it('does not begin with a transfer to the fee wallet, even with the code', async () => {
    const payer = await newWallet()
    for (const memo of [undefined, referralMemo(code)]) {
      const encoded = await signTransfer(payer, feeWallet, memo)
      await land(encoded)
      expect(await tellWithCode(encoded, code)).toBe('unknown')
    }
    expect(await earned()).toMatchObject(nothingEarned)
  })

  it('does not begin with a trade that names the code but pays its fee to another wallet', async () => {
    const encoded = await trade(clientOf(await newWallet(), referrer.address), code)
    await untilFinal(signatureOf(encoded))
    expect(await tellWithCode(encoded, code)).toBe('unknown')
    expect(await earned()).toMatchObject(nothingEarned)
  })

  it('begins with a trade that names the code, once it is final', async () => {
    const encoded = await trade(client, code)
    const [reported] = await notify([encoded])
    expect(reported).toMatchObject({ success: true, signer: trader.address })
    const signature = reported?.signature ?? expect.fail('no signature')
    await notify([encoded])
    await expect.poll(() => confirm(signature)).toBe('final')
    await confirm(signature)
    // 1% of 1 SOL, and 20% of that.
    expect(await earned()).toMatchObject({
      traders: 1,
      trades: 1,
      earnedLamports: String(sol / 500n),
      openLamports: '0',
    })
  })

  it('counts the following trades, without a code', async () => {
    const encoded = await trade(client)
    await notify([encoded])
    await expect.poll(() => confirm(signatureOf(encoded))).toBe('final')
    expect(await earned()).toMatchObject({ traders: 1, trades: 2, earnedLamports: String((2n * sol) / 500n) })
  })

  it('stays with the first code', async () => {
    const other = await newWallet()
    const theirs = (await makeCode(other)) ?? expect.fail('no code')
    const encoded = await trade(client, theirs)
    expect(await tellWithCode(encoded, theirs)).not.toBe('unknown')
    await expect.poll(() => confirm(signatureOf(encoded))).toBe('final')
    expect(await earned(other)).toMatchObject(nothingEarned)
    expect(await earned()).toMatchObject({ traders: 1, trades: 3 })
    expect(await wouldBind(trader, theirs)).toBe(false)
    expect(await wouldBind(await newWallet(), theirs)).toBe(true)
  })

  it('does not work for one’s own code', async () => {
    const encoded = await trade(clientOf(referrer), code)
    await untilFinal(signatureOf(encoded))
    expect(await tellWithCode(encoded, code)).toBe('unknown')
    expect((await earned()).traders).toBe(1)
    expect(await wouldBind(referrer, code)).toBe(false)
  })

  it('does not begin with an unknown code', async () => {
    const owner = await newWallet()
    const encoded = await trade(clientOf(owner), '22222222')
    expect(await tellWithCode(encoded, '22222222')).toBe('unknown')
    expect(await wouldBind(owner, '22222222')).toBe(false)
  })

  it('earns nothing from a transaction that never landed', async () => {
    const encoded = await trade(client, undefined, 'kept')
    const [reported] = await notify([encoded])
    expect(reported?.success).toBe(true)
    expect(await confirm(reported?.signature ?? '')).toBe('unseen')
    expect(await earned()).toMatchObject({ trades: 3, openLamports: '0' })
  })

  it('earns nothing from transfers, to the fee wallet or to others', async () => {
    for (const to of [feeWallet, referrer.address]) {
      const encoded = await signTransfer(trader, to)
      await land(encoded)
      const [reported] = await notify([encoded])
      expect(await confirm(reported?.signature ?? '')).toBe('unknown')
    }
    expect(await earned()).toMatchObject({ trades: 3, earnedLamports: String((3n * sol) / 500n) })
  })

  it('reports a bad transaction among good ones', async () => {
    const good = await signTransfer(trader, feeWallet)
    const forged = `${good.slice(0, 40)}${good[40] === 'A' ? 'B' : 'A'}${good.slice(41)}`
    const reported = await notify([forged, 'nonsense', good])
    expect(reported.map(({ success }) => success)).toEqual([false, false, true])
  })

  it('answers unknown for a signature without a notice, and refuses an invalid one', async () => {
    const signature = '1'.repeat(64)
    expect(await confirm(signature)).toBe('unknown')
    await expect(confirm('x')).rejects.toThrow('invalid signature')
    await expect(wouldBind(trader, 'DROP')).rejects.toThrow('no referral code')
  })

  it('exists after a restart', async () => {
    const before = await earned()
    await server.close()
    server = await start()
    expect(await earned()).toEqual(before)
  })

  it('does not exist on a server without a fee', async () => {
    await server.close()
    server = await start({ FEE_WALLET: '' })
    expect(await read(referrer)).toBeNull()
    expect(await makeCode(referrer)).toBeNull()
  })
})
