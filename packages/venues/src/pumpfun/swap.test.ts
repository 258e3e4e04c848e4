import type { Instruction } from '@solana/instructions'
import { type Address, systemProgram, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import {
  pumpClock as clock,
  makePumpCurve,
  type PumpShape,
  pumpMint,
  recipients,
  usdcMint,
} from '../../test/pumpfunPools.ts'
import { readTrade } from '../../test/readTrade.ts'
import { userVolumeAccumulatorAddress } from './addresses.ts'
import { pumpfun } from './index.ts'
import {
  buyExactQuoteInV2Layout,
  buyExactSolInLayout,
  buyLayout,
  buyV2Layout,
  sellLayout,
} from './tradeInstructions.ts'

const midway = {
  virtual_token_reserves: 804_750_000_000_000n,
  virtual_quote_reserves: 40_000_000_000n,
  real_token_reserves: 524_850_000_000_000n,
  real_quote_reserves: 10_000_000_000n,
}
const open = (shape: PumpShape = {}) => {
  const { address, accounts, mint } = makePumpCurve({ ...shape, state: { ...midway, ...shape.state } })
  return pumpfun.open(address, accounts, mint)
}
const owner = 'SysvarC1ock11111111111111111111111111111111' as Address
const account = 'SysvarS1otHashes111111111111111111111111111' as Address
const parties = { owner, payer: owner, tokenAccountIn: account, tokenAccountOut: account }
const buy = { tokenIn: wrappedNativeMint, exactIn: 1_000_000_000n }
const sale = { tokenIn: pumpMint, exactIn: 1_000_000_000_000n }
const refusal = (code: string) => expect.objectContaining({ name: 'TernError', code })
const addressesOf = ({ accounts = [] }: Instruction) => accounts.map(({ address }) => address)
const begins = ({ data }: Instruction, { discriminator }: { discriminator: Uint8Array }) =>
  discriminator.every((byte, i) => data?.[i] === byte)
const only = ([instruction]: readonly Instruction[]) => instruction as Instruction

describe('swap', () => {
  it('encodes each type of trade with its instruction', async () => {
    const pool = open()
    const made = async (request: Parameters<typeof pool.quote>[0], limit: bigint) =>
      only(await pool.swap(pool.quote(request, clock), limit, parties))
    expect(begins(await made(buy, 1n), buyExactSolInLayout)).toBe(true)
    expect(begins(await made({ tokenIn: wrappedNativeMint, exactOut: 5n }, 9n), buyLayout)).toBe(true)
    expect(begins(await made(sale, 1n), sellLayout)).toBe(true)
    const inUsdc = open({ state: { quote_mint: usdcMint } })
    const quote = inUsdc.quote({ tokenIn: usdcMint, exactIn: 1_000_000n }, clock)
    expect(begins(only(await inUsdc.swap(quote, 1n, parties)), buyExactQuoteInV2Layout)).toBe(true)
  })

  it('asks for at least one token if any amount is enough, because the program refuses a min output of 0', async () => {
    for (const [quote_mint, tokenIn, layout] of [
      [systemProgram, wrappedNativeMint, buyExactSolInLayout],
      [usdcMint, usdcMint, buyExactQuoteInV2Layout],
    ] as const) {
      const pool = open({ state: { quote_mint } })
      const made = only(await pool.swap(pool.quote({ tokenIn, exactIn: 1_000_000n }, clock), 0n, parties))
      expect(layout.view(Uint8Array.from(made.data ?? []), 'atLeast').min_tokens_out).toBe(1n)
    }
  })

  it('completes a curve by the amount that is left, with the whole input as the max cost', async () => {
    for (const [quote_mint, tokenIn, layout] of [
      [systemProgram, wrappedNativeMint, buyLayout],
      [usdcMint, usdcMint, buyV2Layout],
    ] as const) {
      const pool = open({ state: { real_token_reserves: 1_000_000n, quote_mint } })
      const quote = pool.quote({ tokenIn, exactIn: 70_000_000n }, clock)
      expect(quote.filled).toBe('partial')
      const last = only(await pool.swap(quote, 900_000n, parties))
      expect(begins(last, layout)).toBe(true)
      const read = readTrade(last.programAddress, addressesOf(last), Uint8Array.from(last.data ?? []))
      expect(read).toMatchObject({ mode: 'exactOut', maxIn: 70_000_000n, minOut: 1_000_000n })
    }
  })

  it('sells for an exact output by its input, with that output as the min output', async () => {
    const pool = open()
    const quote = pool.quote({ tokenIn: pumpMint, exactOut: 777n }, clock)
    const made = only(await pool.swap(quote, quote.amountIn + 5n, parties))
    expect(sellLayout.decode(Uint8Array.from(made.data ?? []))).toEqual({
      amount: quote.amountIn,
      min_sol_output: 777n,
    })
    await expect(pool.swap(quote, quote.amountIn - 1n, parties)).rejects.toThrow(refusal('trade/limitBelowAmountIn'))
  })

  it("picks among the recipients for the coin's type", async () => {
    const made = async (shape: PumpShape, nth: number) => {
      const pool = open(shape)
      const asked: number[] = []
      const pick = (n: number) => {
        asked.push(n)
        return nth
      }
      const instruction = only(await pool.swap(pool.quote(buy, clock), 1n, { ...parties, pick }))
      expect(asked).toEqual([8, 8])
      return addressesOf(instruction)
    }
    for (const nth of [0, 3, 7]) {
      expect((await made({}, nth))[1]).toBe(recipients.normal[nth])
      expect((await made({ state: { is_mayhem_mode: true } }, nth))[1]).toBe(recipients.reserved[nth])
      expect((await made({}, nth)).at(-1)).toBe(recipients.buyback[nth])
    }
    const pool = open()
    const seen = new Set<Address | undefined>()
    for (let i = 0; i < 200; i++) seen.add(addressesOf(only(await pool.swap(pool.quote(buy, clock), 1n, parties)))[1])
    expect(seen).toEqual(new Set(recipients.normal))
  })

  it('leaves out unset recipients, and throws if all are unset', async () => {
    const none = Array.from({ length: 7 }, () => systemProgram)
    const eight = [...none, systemProgram]
    const pick = (n: number) => n - 1
    const one = open({ global: { fee_recipients: none } })
    expect(addressesOf(only(await one.swap(one.quote(buy, clock), 1n, { ...parties, pick })))[1]).toBe(
      recipients.normal[0],
    )
    for (const global of [{ fee_recipient: systemProgram, fee_recipients: none }, { buyback_fee_recipients: eight }]) {
      const pool = open({ global })
      await expect(pool.swap(pool.quote(buy, clock), 1n, parties)).rejects.toThrow('Protocol fee recipient not found')
    }
  })

  it("names the seller's accumulator for a coin with cashback", async () => {
    const accumulator = await userVolumeAccumulatorAddress(owner)
    const sold = async (isCashback: boolean) => {
      const pool = open({ state: { is_cashback_coin: isCashback } })
      return addressesOf(only(await pool.swap(pool.quote(sale, clock), 1n, parties)))
    }
    expect(await sold(false)).toHaveLength(16)
    expect(await sold(true)).toHaveLength(17)
    expect((await sold(true))[14]).toBe(accumulator)
    expect(await sold(false)).not.toContain(accumulator)
  })
})
