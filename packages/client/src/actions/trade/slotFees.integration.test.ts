import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileMessage, computeBudgetInstructions, sendTransaction } from '@tern/chain'
import {
  type Address,
  assembleTransaction,
  encodeBase64,
  keyPairOwner,
  type Owner,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { type PracticeChain, startPracticeChain } from '@tern/practice-chain'
import { venueAccounts } from '@tern/practice-chain/internal/world'
import { decodePoolConfig, decodeVirtualPool, poolAddress, program } from '@tern/venues/meteoraDbc'
import { encodeInitializePool, poolConfigLayout } from '@tern/venues/meteoraDbc/internal'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addressOf, planOf, priorityFeeLamports, sol } from '../../../test/market.ts'
import { type Client, createClient } from '../../client.ts'
import { findPools } from '../../findPools.ts'
import { buy, planBuy } from './buy.ts'
import type { PlannedTrade } from './trade.ts'

/** Terms of a launchpad whose fee falls from 50% by 0.1 points each slot. */
const config = addressOf(71)
const parts = 1_000_000_000n
const [cliff, step] = [parts / 2n, parts / 1_000n]

let practice: PracticeChain
let folder: string
const clients: Client[] = []

beforeAll(async () => {
  const terms = [...(await venueAccounts('tern')).values()].find(
    ({ owner, data }) => owner === program && data.length === poolConfigLayout.size,
  )
  if (terms === undefined) return expect.fail('no launchpad')
  const known = decodePoolConfig(terms.data)
  const falling = {
    base_fee_mode: 0,
    cliff_fee_numerator: cliff,
    first_factor: 400,
    second_factor: 1n,
    third_factor: step,
  }
  const data = poolConfigLayout.encode({ ...known, activation_type: 0, base_fee: { ...known.base_fee, ...falling } })
  folder = mkdtempSync(join(tmpdir(), 'tern-slots-'))
  const account = {
    owner: program,
    lamports: Number(terms.lamports),
    data: [encodeBase64(data), 'base64'],
    executable: false,
    rentEpoch: 0,
  }
  writeFileSync(join(folder, 'terms.json'), JSON.stringify({ pubkey: config, account }))
  practice = await startPracticeChain({ slotMs: 100, snapshotsDir: folder })
})
afterAll(async () => {
  for (const { chain } of clients) chain.close()
  await practice?.close()
  rmSync(folder, { recursive: true })
})

const newKey = async () => (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair
const slotOf = (client: Client): Promise<bigint> => client.chain.rpc.getSlot({ commitment: 'confirmed' }).send()

/** A wallet with SOL, and its client, which has already read the time. */
async function newClient(): Promise<Client & { readonly owner: Owner; readonly keys: CryptoKeyPair }> {
  const keys = await newKey()
  const owner = await keyPairOwner(keys)
  const client = { ...createClient({ rpc: practice.rpcUrl, owner }), owner, keys }
  clients.push(client)
  const { chain } = client
  await chain.readClock()
  const wanted = (10n * sol) as Parameters<typeof chain.rpc.requestAirdrop>[1]
  await chain.rpc.requestAirdrop(owner.address, wanted, { commitment: 'confirmed' }).send()
  await expect
    .poll(async () => (await chain.readAccounts([owner.address], { maxAgeMs: 0 })).get(owner.address))
    .toBeTruthy()
  return client
}

/** Launches a token on these terms. Other clients are not notified. */
async function launch() {
  const { chain, owner, keys, providers } = await newClient()
  const mintKeys = await newKey()
  const mint = (await keyPairOwner(mintKeys)).address
  const made = await encodeInitializePool({
    ...{ config, creator: owner.address, payer: owner.address, baseMint: mint, baseProgram: token2022Program },
    ...{ quoteMint: wrappedNativeMint, quoteProgram: tokenProgram, name: 'Slots', symbol: 'SLOT', uri: '' },
  })
  const instructions = [...computeBudgetInstructions({ unitLimit: 300_000, priorityFeeLamports }), made]
  const message = compileMessage({ feePayer: owner.address, lifetime: await chain.readBlockhash(), instructions })
  const signatures = await Promise.all(
    message.signers.map(async address => {
      const { privateKey } = address === mint ? mintKeys : keys
      return new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, Uint8Array.from(message.bytes)))
    }),
  )
  const { status } = await sendTransaction(chain, assembleTransaction(message, signatures), { providers })
  expect(status).toBe('confirmed')
  const pool = await poolAddress(config, mint, wrappedNativeMint)
  const account = (await chain.readAccounts([pool])).get(pool)
  if (!account) return expect.fail('no pool')
  return { mint, pool, since: decodeVirtualPool(account.data).activation_point }
}

const requestFor = ({ mint, pool }: { mint: Address; pool: Address }) => ({
  ...{ mint, pool: { protocol: 'meteora_dbc' as const, address: pool }, amountIn: sol, slippageBps: 100 },
  priorityFeeLamports,
})

/** The quoted fee, as a numerator over `parts`. */
const feeOf = (planned: PlannedTrade): bigint =>
  (planOf(planned).quote.fees.reduce((sum, { amount }) => sum + amount, 0n) * parts) / sol

describe('a token whose fee falls with slots', () => {
  it('is bought right after its launch by a client that read the time before', async () => {
    const client = await newClient()
    const before = await client.chain.readEpoch()
    const token = await launch()
    expect(token.since).toBeGreaterThan(before.slot)
    const planned = await planBuy(client, requestFor(token))
    const { quote } = planOf(planned)
    const landed = await buy(client, planned)
    expect(landed.status).toBe('confirmed')
    expect(landed.amountOut).toBeGreaterThanOrEqual(quote.amountOut)
  })

  it('is found and trades before the client knows the current slot', async () => {
    const client = await newClient()
    const { mint, pool } = await launch()
    const listed = [{ protocol: 'meteora_dbc', address: pool }] as const
    expect((await findPools(client, mint, { listed })).map(({ stage }) => stage)).toEqual(['trading'])
  })

  it('is quoted at the fee of the last second if nobody trades, and never at a future fee', async () => {
    const client = await newClient()
    const token = await launch()
    const first = feeOf(await planBuy(client, requestFor(token)))
    await new Promise(resolve => setTimeout(resolve, 2_500))
    const [before, fee, after] = [
      await slotOf(client),
      feeOf(await planBuy(client, requestFor(token))),
      await slotOf(client),
    ]
    const feeAt = (slot: bigint) => cliff - (slot - token.since) * step
    expect(fee).toBeLessThan(first)
    expect((await planBuy(client, requestFor(token))).changesWith).toBe('slots')
    expect(fee).toBeLessThanOrEqual(feeAt(before))
    expect(fee).toBeGreaterThanOrEqual(feeAt(after))
  })
})
