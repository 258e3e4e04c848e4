import {
  type Address,
  address,
  generateKeyPairSigner,
  type KeyPairSigner,
  lamports,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { computeBudgetProgram, decodeBase58, rentExemption } from '@tern/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectRefusal, post, sol, startChain } from './rpcClients.ts'

let on: Awaited<ReturnType<typeof startChain>>
let rpc: typeof on.rpc
let payer: KeyPairSigner
/** An account that got 1 SOL. */
let receiver: Address

beforeAll(async () => {
  on = await startChain({ world: 'empty' })
  rpc = on.rpc
  payer = await on.fundedSigner()
  receiver = (await generateKeyPairSigner()).address
  await on.until(await on.send(payer, [transferTo(receiver, sol)]))
})
afterAll(() => on.chain.close())

const transferTo = (destination: Address, amount: bigint) =>
  getTransferSolInstruction({ source: payer, destination, amount: lamports(amount) })
const nobody = address('Nobody1111111111111111111111111111111111112')
const call = (method: string, ...params: unknown[]) => on.call(method, ...params)

describe('the chain itself', () => {
  it('identifies itself, and never as a cluster', async () => {
    const version = (await call('getVersion')).result
    expect(version).toEqual({
      'solana-core': expect.any(String),
      'feature-set': expect.any(Number),
      'tern-practice': expect.any(String),
    })
    const genesis = await rpc.getGenesisHash().send()
    expect(decodeBase58(genesis).length).toBe(32)
    expect(genesis).toBe(on.chain.genesisHash)
    expect(decodeBase58((await rpc.getIdentity().send()).identity).length).toBe(32)
    expect(await rpc.getHealth().send()).toBe('ok')
  })

  it('moves on, and is a slot behind at confirmed', async () => {
    const processed = await rpc.getSlot({ commitment: 'processed' }).send()
    const confirmed = await rpc.getSlot({ commitment: 'confirmed' }).send()
    const height = await rpc.getBlockHeight({ commitment: 'processed' }).send()
    expect(confirmed).toBeGreaterThanOrEqual(processed - 1n)
    expect(height).toBeGreaterThan(0n)
    for (let now = processed; now <= processed; now = await rpc.getSlot({ commitment: 'processed' }).send())
      await new Promise(resolve => setTimeout(resolve, 20))
  })

  it('has finalized the slot 32 slots back, and that is the default commitment', async () => {
    const quick = await startChain({ world: 'empty', slotMs: 2 })
    while ((await quick.rpc.getSlot({ commitment: 'processed' }).send()) <= 40n)
      await new Promise(resolve => setTimeout(resolve, 20))
    const ask = (id: number, method: string, ...params: unknown[]) => ({ jsonrpc: '2.0', id, method, params })
    const answers = (await post(quick.chain, [
      ask(1, 'getSlot', { commitment: 'processed' }),
      ask(2, 'getSlot'),
      ask(3, 'getSlot', { commitment: 'finalized' }),
      ask(4, 'getBlockHeight', { commitment: 'finalized' }),
    ])) as { result: number }[]
    const [newest = 0, ...behind] = answers.map(({ result }) => result)
    expect(behind).toEqual([newest - 32, newest - 32, newest - 32])
    await quick.chain.close()
  })

  it('reports the epoch', async () => {
    const info = await rpc.getEpochInfo().send()
    expect(info).toEqual({
      absoluteSlot: expect.any(BigInt),
      blockHeight: expect.any(BigInt),
      epoch: expect.any(BigInt),
      slotIndex: expect.any(BigInt),
      slotsInEpoch: expect.any(BigInt),
      transactionCount: expect.any(BigInt),
    })
  })

  it('reports its blockhashes', async () => {
    const { context, value } = await rpc.getLatestBlockhash().send()
    expect(value.lastValidBlockHeight).toBeGreaterThan(await rpc.getBlockHeight().send())
    expect(context.slot).toBeGreaterThan(0n)
    expect((await rpc.isBlockhashValid(value.blockhash).send()).value).toBe(true)
    const other = (await generateKeyPairSigner()).address as string as typeof value.blockhash
    expect((await rpc.isBlockhashValid(other).send()).value).toBe(false)
  })

  it('has the same rent as every cluster', async () => {
    for (const bytes of [0n, 165n, 182n])
      expect(await rpc.getMinimumBalanceForRentExemption(bytes).send()).toBe(rentExemption(Number(bytes)))
  })

  it('refuses a client that has seen a later slot', async () => {
    const minContextSlot = 1_000_000_000n
    await expectRefusal(
      rpc.getBalance(receiver, { minContextSlot }).send(),
      SOLANA_ERROR__JSON_RPC__SERVER_ERROR_MIN_CONTEXT_SLOT_NOT_REACHED,
    )
    for (const method of ['getSlot', 'getBlockHeight', 'getLatestBlockhash'])
      expect((await call(method, { minContextSlot: 1e9 })).error).toMatchObject({
        code: -32016,
        message: 'Minimum context slot has not been reached',
        data: { contextSlot: expect.any(Number) },
      })
  })

  it('reports the fees of transactions that locked the accounts', async () => {
    const price = new Uint8Array([3, ...new Uint8Array(new BigUint64Array([7_000n]).buffer)])
    const before = await rpc.getSlot({ commitment: 'processed' }).send()
    await on.until(
      await on.send(payer, [{ programAddress: computeBudgetProgram, data: price }, transferTo(receiver, sol / 100n)]),
    )
    const fees = await rpc.getRecentPrioritizationFees([receiver, payer.address]).send()
    expect(fees.length).toBeLessThanOrEqual(150)
    expect(fees.filter(({ slot }) => slot >= before).map(({ prioritizationFee }) => prioritizationFee)).toContain(
      7_000n,
    )
    // In a block with no lower price, no account was cheaper.
    const elsewhere = await rpc.getRecentPrioritizationFees([nobody]).send()
    expect(new Set(elsewhere.map(({ prioritizationFee }) => prioritizationFee))).toEqual(new Set([0n, 7_000n]))
    await expectRefusal(
      rpc.getRecentPrioritizationFees(new Array(129).fill(receiver)).send(),
      SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
      /max 128/,
    )
  })

  it('counts the transactions of each minute of slots', async () => {
    const quick = await startChain({ world: 'empty', slotMs: 2 })
    await quick.until(await quick.rpc.requestAirdrop(receiver, lamports(sol)).send())
    while ((await quick.rpc.getSlot({ commitment: 'processed' }).send()) < 305n)
      await new Promise(resolve => setTimeout(resolve, 20))
    const [sample] = await quick.rpc.getRecentPerformanceSamples(1).send()
    expect(sample).toEqual({
      numNonVoteTransactions: expect.any(BigInt),
      numSlots: 150n,
      numTransactions: expect.any(BigInt),
      samplePeriodSecs: 0,
      slot: expect.any(BigInt),
    })
    await quick.chain.close()
    expect(await rpc.getRecentPerformanceSamples(5).send()).toEqual([])
    await expectRefusal(rpc.getRecentPerformanceSamples(721).send(), SOLANA_ERROR__JSON_RPC__INVALID_PARAMS)
  })
})
