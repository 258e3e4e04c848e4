import { type AccountSet, type Address, encodeBase58, encodeBase64, TernError } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { makeCpmmPool } from '../../test/raydiumCpmmPools.ts'
import { readEvents, readExecuted } from '../read.ts'
import type { ReadAccounts } from '../readEvents.ts'
import { authority, program } from './addresses.ts'
import { readTrade, type SwapEvent, swapEventLayout } from './events.ts'
import { lpChangeEventLayout } from './liquidityEvents.ts'

describe('readTrade', () => {
  it('reads nothing from other events, or from a truncated trade', () => {
    const deposit = lpChangeEventLayout.encode({
      pool_id: authority,
      lp_amount_before: 1n,
      token_0_vault_before: 2n,
      token_1_vault_before: 3n,
      token_0_amount: 4n,
      token_1_amount: 5n,
      token_0_transfer_fee: 0n,
      token_1_transfer_fee: 0n,
      change_type: 0,
    })
    expect(lpChangeEventLayout.decode(deposit)).toMatchObject({ pool_id: authority, token_1_amount: 5n })
    expect(readTrade(deposit)).toBeUndefined()
    const cut = Uint8Array.from([0x40, 0xc6, 0xcd, 0xe8, 0x26, 0x08, 0x71, 0xe2, ...new Uint8Array(81)])
    expect(readTrade(cut)).toBeUndefined()
    expect(readTrade(new Uint8Array())).toBeUndefined()
  })
})

describe('the price after a trade', () => {
  const { address: pool, accounts } = makeCpmmPool({
    reserves: [1_000_000n, 500_000n],
    config: { protocol_fee_rate: 250_000n, fund_fee_rate: 40_000n },
  })
  const swapped = (of: Partial<SwapEvent>, readAccounts?: ReadAccounts) => {
    const event = swapEventLayout.encode({
      ...{ pool_id: pool, input_vault_before: 1_000_000n, output_vault_before: 500_000n },
      ...{ input_amount: 100_000n, output_amount: 45_000n, input_transfer_fee: 3_000n, output_transfer_fee: 500n },
      ...{ base_input: true, input_mint: authority, output_mint: program, trade_fee: 999n, creator_fee: 70n },
      ...{ creator_fee_on_input: true, ...of },
    })
    const logs = [`Program ${program} invoke [1]`, `Program data: ${encodeBase64(event)}`]
    return readEvents(program, { logs }, readAccounts)
  }
  const reading =
    (there: AccountSet): ReadAccounts =>
    async addresses =>
      new Map(addresses.map(one => [one, there.get(one) ?? null]))

  it('counts fees for the liquidity providers, but no fees that wait for others or that mints charge', async () => {
    const waiting = (999n * 250_000n) / 1_000_000n + (999n * 40_000n) / 1_000_000n
    expect(await swapped({}, reading(accounts))).toMatchObject([
      { amountIn: 103_000n, priceAfter: { numerator: 455_000n, denominator: 1_100_000n - waiting - 70n } },
    ])
    expect(await swapped({ creator_fee_on_input: false }, reading(accounts))).toMatchObject([
      { amountOut: 44_500n, priceAfter: { numerator: 454_930n, denominator: 1_100_000n - waiting } },
    ])
  })

  it("is missing without the pool's accounts, and a node without an answer drops no trade", async () => {
    expect(await swapped({})).toEqual([expect.not.objectContaining({ priceAfter: expect.anything() })])
    expect(await swapped({}, reading(new Map()))).toMatchObject([{ kind: 'trade', pool }])
    const away = new TernError('rpc/unreachable', { method: 'getMultipleAccounts' })
    await expect(swapped({}, () => Promise.reject(away))).rejects.toBe(away)
  })
})

describe('a new pool', () => {
  const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
  const hex = (text: string) => Uint8Array.from(Buffer.from(text, 'hex'))
  // As built by `makeCreateCpmmPoolInInstruction` and `initializeWithPermission` of @raydium-io/raydium-sdk-v2
  // 0.2.73-alpha.
  const own = {
    accounts: Array.from({ length: 20 }, (_, i) => k(i + 1)),
    data: hex('afaf6d1f0d989bed070000000000000005000000000000000900000000000000'),
  }
  const permitted = {
    accounts: Array.from({ length: 21 }, (_, i) => k(i + 1)),
    data: hex('3f37fe4131b2597907000000000000000500000000000000090000000000000001'),
  }
  const pool = { kind: 'pool', protocol: 'raydium_cpmm', timestampSeconds: undefined }

  it('is reported by the instruction that opens it, because the program writes no event for it', async () => {
    const instructions = [own, permitted].map(one => ({ program, ...one }))
    expect(await readEvents(program, { logs: [], instructions })).toEqual([
      { ...pool, pool: k(4), mints: [k(5), k(6)], creator: k(1) },
      { ...pool, pool: k(5), mints: [k(6), k(7)], creator: k(2) },
    ])
    const swap = { program, accounts: own.accounts, data: hex('8fbe5adac41e33de') }
    expect(await readEvents(program, { logs: [], instructions: [swap] })).toEqual([])
  })

  it("is part of a token's life cycle, and its payer and its creator may differ", () => {
    const opened = { protocol: 'raydium_cpmm', kind: 'create', wallet: k(1) }
    expect(readExecuted({ program, ...own })).toMatchObject({ ...opened, pool: k(4), mints: [k(5), k(6)] })
    expect(readExecuted({ program, ...permitted })).toMatchObject({
      ...{ ...opened, creator: k(2), pool: k(5), mints: [k(6), k(7)] },
    })
    expect(readExecuted({ program, ...permitted, accounts: permitted.accounts.slice(1) })).toBeUndefined()
  })
})
