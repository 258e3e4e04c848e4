import { generateKeyPairSigner, lamports, type Signature } from '@solana/kit'
import { systemProgram } from '@tern/core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sol, startChain } from './rpcClients.ts'

let on: Awaited<ReturnType<typeof startChain>>
let airdrop: Signature
const stop = new AbortController()
const receiver = (await generateKeyPairSigner()).address

beforeAll(async () => {
  on = await startChain({ world: 'empty', slotMs: 3_600_000 })
  airdrop = await on.rpc.requestAirdrop(receiver, lamports(sol)).send()
})
afterAll(async () => {
  stop.abort()
  await on.chain.close()
})

describe('a transaction whose slot is not over', () => {
  it('is processed, and its effects can be read at processed', async () => {
    const { value } = await on.rpc.getSignatureStatuses([airdrop]).send()
    expect(value[0]).toMatchObject({ confirmationStatus: 'processed', confirmations: 0n, err: null })
    const slot = await on.rpc.getSlot({ commitment: 'processed' }).send()
    for (const [commitment, balance, at] of [
      ['processed', sol, slot],
      ['confirmed', 0n, slot - 1n],
      ['finalized', 0n, 0n],
    ] as const) {
      expect(await on.rpc.getBalance(receiver, { commitment }).send()).toMatchObject({
        context: { slot: at },
        value: balance,
      })
      const { value: owned } = await on.rpc
        .getProgramAccounts(systemProgram, { commitment, encoding: 'base64', withContext: true })
        .send()
      expect([commitment, owned.some(({ pubkey }) => pubkey === receiver)]).toEqual([commitment, balance > 0n])
      expect(await on.rpc.getEpochInfo({ commitment }).send()).toMatchObject({ absoluteSlot: at, blockHeight: at })
    }
  })

  it('is not history yet', async () => {
    const config = { commitment: 'confirmed', encoding: 'json', maxSupportedTransactionVersion: 0 } as const
    expect(await on.rpc.getTransaction(airdrop, config).send()).toBeNull()
    expect(await on.rpc.getSignaturesForAddress(receiver, { commitment: 'confirmed' }).send()).toEqual([])
    const slot = Number(await on.rpc.getSlot({ commitment: 'processed' }).send())
    expect((await on.call('getBlock', slot, { commitment: 'confirmed' })).error?.code).toBe(-32004)
  })

  it('is reported at once to subscribers at processed', async () => {
    const notifications = await on.subscriptions
      .signatureNotifications(airdrop, { commitment: 'processed' })
      .subscribe({ abortSignal: stop.signal })
    for await (const { value } of notifications) {
      expect(value).toEqual({ err: null })
      break
    }
  })
})

describe('a transaction whose slot is not finalized', () => {
  it('is history at confirmed, but not at finalized', async () => {
    const { chain, rpc, until, call } = await startChain({ world: 'empty', slotMs: 300 })
    const signature = await rpc.requestAirdrop(receiver, lamports(sol)).send()
    await until(signature)
    const { value } = await rpc.getSignatureStatuses([signature]).send()
    expect(value[0]?.confirmationStatus).toBe('confirmed')
    const slot = Number(value[0]?.slot)
    for (const [method, params] of [
      ['getTransaction', [signature]],
      ['getBlock', [slot]],
      ['getSignaturesForAddress', [receiver]],
    ] as const) {
      const confirmed = await call(method, ...params, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 })
      expect([method, JSON.stringify(confirmed.result).includes(signature)]).toEqual([method, true])
      const finalized = await call(method, ...params, { maxSupportedTransactionVersion: 0 })
      expect([method, JSON.stringify(finalized.result ?? null).includes(signature)]).toEqual([method, false])
    }
    expect((await call('getBlock', slot)).error?.code).toBe(-32004)
    await chain.close()
  })
})
