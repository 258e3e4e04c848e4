import { generateKeyPairSigner, lamports } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sol, startChain } from './rpcClients.ts'

const slotsPerEpoch = 64n
let on: Awaited<ReturnType<typeof startChain>>
let rpc: typeof on.rpc
let identity: string
beforeAll(async () => {
  on = await startChain({ world: 'empty', slotMs: 3_600_000, slotsPerEpoch })
  rpc = on.rpc
  identity = (await rpc.getIdentity().send()).identity
})
afterAll(() => on.chain.close())

const call = (method: string, ...params: unknown[]) => on.call(method, ...params)
const pass = async (slots: number) => {
  for (let i = 0; i < slots; i++) await on.chain.travel({ slots: 1n })
}

describe('a node', () => {
  it('identifies itself', async () => {
    expect(await rpc.getHealth().send()).toBe('ok')
    expect((await call('getVersion')).result).toEqual({
      'solana-core': expect.stringMatching(/^\d+\.\d+\.\d+$/),
      'feature-set': expect.any(Number),
      'tern-practice': expect.any(String),
    })
    const { 'feature-set': featureSet } = await rpc.getVersion().send()
    expect(featureSet).toBeGreaterThan(0)
    expect(await rpc.getClusterNodes().send()).toMatchObject([{ pubkey: identity, gossip: null, featureSet }])
    expect(await rpc.getGenesisHash().send()).toBe(on.chain.genesisHash)
    expect(await rpc.getVoteAccounts().send()).toEqual({ current: [], delinquent: [] })
    expect((await call('getVoteAccounts', { votePubkey: 'x' })).error?.code).toBe(-32602)
    expect(await rpc.getBlockCommitment(1n).send()).toEqual({ commitment: null, totalStake: 0n })
    expect((await call('getHighestSnapshotSlot')).error).toEqual({ code: -32008, message: 'No snapshot' })
    expect((await rpc.getStakeMinimumDelegation().send()).value).toBe(1n)
  })

  it('leads every slot', async () => {
    const slot = await rpc.getSlot({ commitment: 'processed' }).send()
    expect(await rpc.getSlotLeader().send()).toBe(identity)
    expect(await rpc.getSlotLeaders(slot, 3).send()).toEqual([identity, identity, identity])
    expect((await call('getSlotLeaders', 0, 5_001)).error?.message).toBe('Invalid limit; max 5000')
    expect((await call('getSlotLeaders', 1e6, 1)).error?.message).toMatch(/^Invalid slot range: leader schedule/)
    const schedule = (await call('getLeaderSchedule')).result
    expect(schedule).toEqual({ [identity]: Array.from({ length: 64 }, (_, i) => i) })
    expect((await call('getLeaderSchedule', null, { identity })).result).toEqual(schedule)
    expect((await call('getLeaderSchedule', { identity: on.chain.genesisHash })).result).toEqual({})
    expect((await call('getLeaderSchedule', 1_000)).result).toBeNull()
    expect((await call('getLeaderSchedule', null, { identity: 'x' })).error?.code).toBe(-32602)
    expect((await call('getBlockProduction')).result).toMatchObject({ value: { byIdentity: expect.any(Object) } })
  })

  it('reports the bounds of its ledger', async () => {
    const first = await rpc.getFirstAvailableBlock().send()
    expect(await rpc.minimumLedgerSlot().send()).toBe(first)
    const slot = await rpc.getSlot({ commitment: 'processed' }).send()
    expect(await rpc.getMaxRetransmitSlot().send()).toBe(slot)
    expect(await rpc.getMaxShredInsertSlot().send()).toBe(slot)
    expect((await call('getBlock', 1e15)).error?.code).toBe(-32004)
  })
})

describe('time', () => {
  it('is counted in slots, blocks and epochs, at each commitment', async () => {
    await pass(70)
    const info = await rpc.getEpochInfo({ commitment: 'processed' }).send()
    expect(info).toMatchObject({
      epoch: info.absoluteSlot / slotsPerEpoch,
      slotIndex: info.absoluteSlot % slotsPerEpoch,
      slotsInEpoch: slotsPerEpoch,
      blockHeight: info.absoluteSlot,
    })
    const finalized = await rpc.getEpochInfo({ commitment: 'finalized' }).send()
    expect(finalized.absoluteSlot).toBe(await rpc.getSlot({ commitment: 'finalized' }).send())
    expect(finalized.absoluteSlot).toBeLessThan(info.absoluteSlot - 30n)
    expect(await rpc.getBlockHeight({ commitment: 'confirmed' }).send()).toBe(info.blockHeight - 1n)
    expect(await rpc.getEpochSchedule().send()).toEqual({
      firstNormalEpoch: 0n,
      firstNormalSlot: 0n,
      leaderScheduleSlotOffset: slotsPerEpoch,
      slotsPerEpoch,
      warmup: false,
    })
  })

  it('gives a blockhash that no fork can undo, at finalized', async () => {
    const newest = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
    const final = await rpc.getLatestBlockhash({ commitment: 'finalized' }).send()
    expect(newest.context.slot).toBe(await rpc.getSlot({ commitment: 'confirmed' }).send())
    const block = await rpc.getBlock(final.context.slot, { transactionDetails: 'none', rewards: false }).send()
    expect(final.value.blockhash).toBe(block?.blockhash)
    expect(newest.value.lastValidBlockHeight - final.value.lastValidBlockHeight).toBe(
      newest.context.slot - final.context.slot,
    )
    await on.chain.rollback(3n)
    const valid = async (hash: string) => (await call('isBlockhashValid', hash, { commitment: 'processed' })).result
    expect(await valid(newest.value.blockhash)).toMatchObject({ value: false })
    expect(await valid(final.value.blockhash)).toMatchObject({ value: true })
    expect((await call('isBlockhashValid', 'x')).error).toEqual({ code: -32602, message: 'WrongSize' })
  })

  it('pays no rewards', async () => {
    expect(await rpc.getInflationGovernor().send()).toMatchObject({ initial: 0, terminal: 0 })
    expect(await rpc.getInflationRate().send()).toMatchObject({ total: 0, validator: 0 })
    const { address } = await generateKeyPairSigner()
    expect(
      (await call('getInflationReward', [address, address], { epoch: 0, commitment: 'confirmed' })).result,
    ).toEqual([null, null])
    expect((await call('getInflationReward', [address], { epoch: 9 })).error?.code).toBe(-32004)
    expect((await call('getInflationReward', ['x'])).error?.code).toBe(-32602)
  })
})

describe('money', () => {
  it('is counted', async () => {
    const payer = await generateKeyPairSigner()
    const before = (await rpc.getSupply({ commitment: 'processed' }).send()).value
    expect([before.total, before.nonCirculating]).toEqual([before.circulating, 0n])
    await rpc.requestAirdrop(payer.address, lamports(10n * sol)).send()
    const count = await rpc.getTransactionCount({ commitment: 'processed' }).send()
    await on.send(payer, [
      getTransferSolInstruction({ source: payer, destination: payer.address, amount: lamports(1n) }),
    ])
    expect(await rpc.getTransactionCount({ commitment: 'processed' }).send()).toBe(count + 1n)
    // The faucet's fee and the payer's are gone.
    const { value } = await rpc.getSupply({ excludeNonCirculatingAccountsList: true }).send()
    expect(before.total - value.total).toBe(10_000n)
    const { value: richest } = await rpc.getLargestAccounts().send()
    const amounts = richest.map(one => one.lamports)
    expect(amounts).toEqual(amounts.toSorted((a, b) => (a > b ? -1 : 1)))
    expect(richest.map(({ address }) => address)).toContain(payer.address)
    expect((await rpc.getLargestAccounts({ filter: 'nonCirculating' }).send()).value).toEqual([])
    expect((await call('getLargestAccounts', { filter: 'x' })).error?.code).toBe(-32602)
  })

  it('keeps accounts alive', async () => {
    expect(await rpc.getMinimumBalanceForRentExemption(165n).send()).toBe(2_039_280n)
    expect((await call('getMinimumBalanceForRentExemption', 10_485_761)).error).toEqual({
      code: -32600,
      message: 'Invalid request',
    })
  })
})
