import { generateKeyPairSigner, lamports } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { afterEach, describe, expect, it } from 'vitest'
import { sol, startChain } from './rpcClients.ts'

let on: Awaited<ReturnType<typeof startChain>>
afterEach(() => on.chain.close())

/** A chain whose slots end only when the test ends a slot. */
const startStanding = async (options: Parameters<typeof startChain>[0] = {}) => {
  on = await startChain({ slotMs: 0, world: 'empty', ...options })
  return on
}
const next = () => on.chain.travel({ slots: 1n, seconds: 0n })

describe('a rollback, as clients see it', () => {
  it('makes transactions unknown, and lets them land again', async () => {
    const { rpc, chain, sign } = await startStanding()
    const [payer, to] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])
    await rpc.requestAirdrop(payer.address, lamports(10n * sol)).send()
    await next()
    await next()
    const pay = getTransferSolInstruction({ source: payer, destination: to.address, amount: lamports(sol) })
    const { wire, signature } = await sign(payer, [pay])
    await rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    await next()
    const seen = async () => {
      const { value } = await rpc.getSignatureStatuses([signature], { searchTransactionHistory: true }).send()
      const balance = await rpc.getBalance(to.address, { commitment: 'processed' }).send()
      const listed = await rpc.getSignaturesForAddress(to.address).send()
      return [value[0]?.confirmationStatus ?? null, balance.value, listed.length]
    }
    expect(await seen()).toEqual(['confirmed', sol, 1])
    const [slot, height] = [await rpc.getSlot({ commitment: 'processed' }).send(), await heightNow()]
    await chain.rollback(2n)
    expect(await seen()).toEqual([null, 0n, 0])
    expect(await rpc.getTransaction(signature, { encoding: 'base64', maxSupportedTransactionVersion: 0 }).send()).toBe(
      null,
    )
    expect(await rpc.getSlot({ commitment: 'processed' }).send()).toBe(slot + 1n)
    expect(await heightNow()).toBe(height - 1n)
    await rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    await next()
    expect(await seen()).toEqual(['confirmed', sol, 1])
    const blocks = await rpc.getBlocks(0n, undefined, { commitment: 'confirmed' }).send()
    expect(blocks.slice(-2)).toEqual([slot - 2n, slot + 1n])
    await expect(chain.rollback(32n)).rejects.toMatchObject({ code: 'practice/rollback' })
  })
})

describe('a transaction that calls a missing program', () => {
  it('is refused by the preflight, and without preflight lands for its fee, with empty results', async () => {
    const { rpc, sign } = await startStanding()
    const [payer, missing] = await Promise.all([generateKeyPairSigner(), generateKeyPairSigner()])
    await rpc.requestAirdrop(payer.address, lamports(sol)).send()
    const { wire, signature } = await sign(payer, [{ programAddress: missing.address }])
    await expect(rpc.sendTransaction(wire, { encoding: 'base64' }).send()).rejects.toThrow()
    await rpc.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send()
    await next()
    const found = await rpc.getTransaction(signature, { encoding: 'json', maxSupportedTransactionVersion: 0 }).send()
    expect(found?.meta).toMatchObject({
      err: 'ProgramAccountNotFound',
      fee: 5_000n,
      computeUnitsConsumed: 0n,
      logMessages: null,
      innerInstructions: null,
      preBalances: [sol, 0n],
      postBalances: [sol - 5_000n, 0n],
    })
  })
})

const heightNow = () => on.rpc.getBlockHeight({ commitment: 'processed' }).send()

describe('time travel, as clients see it', () => {
  it('skips slots, while heights go on without a gap', async () => {
    const { rpc, chain } = await startStanding({
      now: () => 1_790_000_000_000,
      beganSecondsAgo: 86_400,
      slotsPerEpoch: 1_000n,
    })
    await next()
    await next()
    await chain.travel({ seconds: 86_400n })
    await next()
    await next()
    expect(await rpc.getSlot({ commitment: 'processed' }).send()).toBe(216_005n)
    expect(await heightNow()).toBe(6n)
    const [before, after] = [await rpc.getBlockTime(2n).send(), await rpc.getBlockTime(216_003n).send()]
    expect([before, after]).toEqual([1_790_000_000n - 86_400n, 1_790_000_000n])
    expect(await rpc.getBlocks(0n, 216_004n, { commitment: 'confirmed' }).send()).toEqual([
      1n,
      2n,
      3n,
      216_003n,
      216_004n,
    ])
    const { absoluteSlot, blockHeight, epoch } = await rpc.getEpochInfo({ commitment: 'processed' }).send()
    expect([absoluteSlot, blockHeight, epoch]).toEqual([216_005n, 6n, 216n])
    await expect(chain.travel({ seconds: -1n })).rejects.toMatchObject({ code: 'practice/travel' })
  })
})
