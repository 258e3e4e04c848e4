import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPair, lamports, type Signature } from '@solana/kit'
import { type Client, createClient, planBuy } from '@tern/client'
import { type Address, keyPairOwner, type Owner, rentExemption } from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { signTrade } from '../../test/signTrade.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { referred } from '../database/referralSchema.ts'
import { createTransactionReader } from '../indexer/transaction.ts'
import { relayedPrograms } from '../relayer/relayedPrograms.ts'
import { openReferrals, type Referrals } from './openReferrals.ts'
import { createReferralStore } from './referralStore.ts'

const sol = 1_000_000_000n
const code = 'k7m2p9qx'

/** A chain whose slots the test ends. */
let practice: PracticeChain
let database: Database
let client: Client
const closers: (() => unknown)[] = []

async function endSlots(slots: number) {
  for (let slot = 0; slot < slots; slot++) await practice.travel({ slots: 1n, seconds: 0n })
}

async function newWallet(amount: bigint): Promise<Owner> {
  const wallet = await keyPairOwner(await generateKeyPair())
  const { chain } = createClient({ rpc: practice.rpcUrl })
  closers.push(() => chain.close())
  await chain.rpc.requestAirdrop(wallet.address, lamports(amount)).send()
  await endSlots(1)
  return wallet
}

beforeAll(async () => {
  practice = await startPracticeChain({ slotMs: 0 })
  database = await openDatabase(mkdtempSync(join(tmpdir(), 'tern-referrals-')))
})
afterAll(async () => {
  for (const close of closers) await close()
  await database.close()
  await practice.close()
})

let store: ReturnType<typeof createReferralStore>
let referrals: Referrals
let trader: Owner
let encoded: string
let feeWallet: Address
beforeEach(async () => {
  feeWallet = (await newWallet(rentExemption(0))).address
  trader = await newWallet(10n * sol)
  client = createClient({ rpc: practice.rpcUrl, owner: trader, feeWallet })
  const { chain } = client
  store = createReferralStore(database)
  await store.addCode('referrer', code)
  const options = { store, feeWallet, shareBps: 2_000, programs: relayedPrograms, everyMs: 3_600_000 }
  const reader = createTransactionReader(chain)
  referrals = openReferrals(chain, database, {
    ...options,
    transactions: { ...reader, read: async (...asked) => shown(await reader.read(...asked)) },
    onFault: error => expect.fail(String(error)),
  })
  shown = found => found
  closers.push(
    () => chain.close(),
    () => referrals.stop(),
  )
  const { mint, protocol, pool } = practice.world.find(({ stage }) => stage === 'pool') ?? expect.fail('no pool')
  const request = { mint, pool: { protocol, address: pool }, amountIn: sol, slippageBps: 500, priorityFeeLamports: 0n }
  encoded = await signTrade(client, await planBuy(client, { ...request, referralCode: code }))
})

type Found = Awaited<ReturnType<ReturnType<typeof createTransactionReader>['read']>>
/** A node's answer as the transaction reader returns it. */
let shown: (found: Found) => Found

/** Sends the trade and notifies the server. */
async function send(): Promise<Signature> {
  const signature = await client.chain.rpc.sendTransaction(encoded as never, { encoding: 'base64' }).send()
  await referrals.notify('client', [encoded])
  return signature
}
const bound = async () => (await store.bindingOf(trader.address))?.code

it('a day has a limited number of new rows, from any number of networks, and a repeated notice takes no row', async () => {
  const few = openReferrals(client.chain, database, {
    ...{ store, feeWallet, shareBps: 2_000, programs: relayedPrograms, everyMs: 3_600_000 },
    maxRows: { ofClient: 9, ofNetworks: [9, 9], altogether: 2 },
    onFault: error => expect.fail(String(error)),
  })
  closers.push(() => few.stop())
  await few.notify('10.0.0.1', [encoded])
  for (let repeat = 0; repeat < 3; repeat++)
    expect(await few.notify('10.1.0.1', [encoded])).toMatchObject([{ success: true }])
  const owner = trader.address
  const first = await few.makeCode('10.2.0.1', owner)
  await expect(few.makeCode('10.3.0.1', feeWallet)).rejects.toMatchObject({ code: 'http/tooManyRequests' })
  expect(await few.makeCode('10.3.0.1', owner)).toBe(first)
})

it('a confirmed trade binds no wallet, and neither does a trade that a fork undoes', async () => {
  const signature = await send()
  await endSlots(1)
  expect(await referrals.confirm(signature)).toBe('confirmed')
  expect(await store.readPaid(signature)).toMatchObject({ code, feeLamports: sol / 100n, isFinal: false })
  expect(await bound()).toBeUndefined()
  await practice.rollback(2n)
  expect(await referrals.confirm(signature)).toBe('unseen')
  await endSlots(33)
  expect(await referrals.confirm(signature)).toBe('unseen')
  expect(await store.readPaid(signature)).toMatchObject({ feeLamports: 0n, shareLamports: 0n })
  expect(await bound()).toBeUndefined()
})

it('a final trade binds its wallet, and is kept as the proof', async () => {
  const signature = await send()
  await endSlots(33)
  expect(await referrals.confirm(signature)).toBe('final')
  expect(await store.bindingOf(trader.address)).toMatchObject({ code, signature })
})

it('a node that returns the trade from an abandoned fork is ignored', async () => {
  const signature = await send()
  await endSlots(33)
  shown = found => (typeof found === 'object' ? { ...found, slot: (found.slot - 1n) as typeof found.slot } : found)
  expect(await referrals.confirm(signature)).toBe('unseen')
  expect(await bound()).toBeUndefined()
  shown = found => found
  expect(await referrals.confirm(signature)).toBe('final')
  expect(await bound()).toBe(code)
})

it('a code with proof replaces one without', async () => {
  await database.query.insert(referred).values({ trader: trader.address, code: 'claimed', sinceSeconds: 1 })
  expect(await referrals.wouldBind(trader.address, code)).toBe(true)
  const signature = await send()
  await endSlots(33)
  expect(await referrals.confirm(signature)).toBe('final')
  expect(await bound()).toBe(code)
  expect(await referrals.wouldBind(trader.address, code)).toBe(false)
})
