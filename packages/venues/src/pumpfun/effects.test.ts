import type { Instruction } from '@solana/instructions'
import { type Address, encodeBase58, token2022Program, tokenProgram, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { readTrade } from '../../test/readTrade.ts'
import { readEffects } from '../effects/index.ts'
import { encodeExtendAccount } from './accountInstructions.ts'
import { encodeBuyV2, encodeSellV2, program } from './index.ts'
import {
  buyExactQuoteInV3Layout,
  buyV3Layout,
  encodeBuy,
  encodeBuyExactQuoteInV2,
  encodeBuyExactSolIn,
  encodeSell,
  sellV3Layout,
} from './tradeInstructions.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [owner, pool, mint, account, quoteAccount, quoteMint] = [k(1), k(2), k(3), k(4), k(5), k(6)]
const legacy = {
  fee_recipient: k(10),
  mint,
  bonding_curve: pool,
  associated_bonding_curve: k(11),
  associated_user: account,
  user: owner,
  token_program: tokenProgram,
  creator_vault: k(12),
  user_volume_accumulator: k(13),
  bonding_curve_v2: k(14),
  buyback_fee_recipient: k(15),
}
const v2 = (quote_mint: Address) => ({
  base_mint: mint,
  quote_mint,
  base_token_program: token2022Program,
  quote_token_program: tokenProgram,
  fee_recipient: k(10),
  associated_quote_fee_recipient: k(16),
  buyback_fee_recipient: k(15),
  associated_quote_buyback_fee_recipient: k(17),
  bonding_curve: pool,
  associated_base_bonding_curve: k(11),
  associated_quote_bonding_curve: k(18),
  user: owner,
  associated_base_user: account,
  associated_quote_user: quoteAccount,
  creator_vault: k(12),
  associated_creator_vault: k(19),
  sharing_config: k(20),
  user_volume_accumulator: k(13),
  associated_user_volume_accumulator: k(21),
})
const read = ({ programAddress, accounts = [], data }: Instruction, keep = accounts.length, bytes?: number) =>
  readTrade(
    programAddress,
    accounts.slice(0, keep).map(({ address }) => address),
    Uint8Array.from(data ?? []).subarray(0, bytes),
    'atLeast',
  )
const swap = { protocol: 'pumpfun', kind: 'swap' }
const bought = (quote: Address, mintIn: Address) => ({
  accounts: { owner, pool, tokenAccountIn: quote, tokenAccountOut: account, mintIn, mintOut: mint },
})
const sold = (quote: Address, mintOut: Address) => ({
  accounts: { owner, pool, tokenAccountIn: account, tokenAccountOut: quote, mintIn: mint, mintOut },
})

describe('effects of trades', () => {
  it('report the maximum input and the minimum output of a trade in lamports', () => {
    const inSol = bought(owner, wrappedNativeMint)
    expect(read(encodeBuy(legacy, 5n, 6n))).toEqual({ ...swap, mode: 'exactOut', maxIn: 6n, minOut: 5n, ...inSol })
    expect(read(encodeBuyExactSolIn(legacy, 5n, 6n))).toEqual({
      ...swap,
      mode: 'exactIn',
      maxIn: 5n,
      minOut: 6n,
      ...inSol,
    })
    for (const to of ['creator', 'seller'] as const)
      expect(read(encodeSell(legacy, 5n, 6n, to))).toEqual({
        ...swap,
        mode: 'exactIn',
        maxIn: 5n,
        minOut: 6n,
        ...sold(owner, wrappedNativeMint),
      })
  })

  it('report a trade in another mint alike, and lamports as the wrapped mint', () => {
    const exactOut = { ...swap, mode: 'exactOut', maxIn: 6n, minOut: 5n }
    const exactIn = { ...swap, mode: 'exactIn', maxIn: 5n, minOut: 6n }
    for (const [quote, at] of [
      [quoteMint, quoteAccount],
      [wrappedNativeMint, owner],
    ] as const) {
      expect(read(encodeBuyV2(v2(quote), 5n, 6n))).toEqual({ ...exactOut, ...bought(at, quote) })
      expect(read(encodeBuyExactQuoteInV2(v2(quote), 5n, 6n))).toEqual({ ...exactIn, ...bought(at, quote) })
      expect(read(encodeSellV2(v2(quote), 5n, 6n))).toEqual({ ...exactIn, ...sold(at, quote) })
    }
  })

  it('reads the third version, of 17 accounts: no signer signs it, and a partial fill has no minimum', () => {
    const accounts = (quote: Address) =>
      Array.from({ length: 17 }, (_, i) => k(i + 30))
        .with(1, mint)
        .with(2, quote)
        .with(5, pool)
        .with(8, owner)
        .with(9, account)
        .with(10, quoteAccount)
    const exactOut = buyV3Layout.encode({ amount: 5n, max_sol_cost: 6n })
    const exactIn = buyExactQuoteInV3Layout.encode({ spendable_quote_in: 5n, min_tokens_out: 6n })
    const sale = sellV3Layout.encode({ amount: 5n, min_sol_output: 6n })
    const limits = { maxIn: 5n, minOut: 6n }
    for (const [quote, at] of [
      [quoteMint, quoteAccount],
      [wrappedNativeMint, owner],
    ] as const) {
      const readAtLeast = (data: Uint8Array) => readTrade(program, accounts(quote), data, 'atLeast')
      const spent = { ...swap, mode: 'exactOut', maxIn: 6n, minOut: 5n, ...bought(at, quote) }
      expect(readAtLeast(exactOut)).toEqual(spent)
      expect(readAtLeast(Uint8Array.of(...exactOut, 0))).toEqual(spent)
      expect(readAtLeast(exactIn)).toEqual({ ...swap, mode: 'exactIn', ...limits, ...bought(at, quote) })
      expect(readAtLeast(sale)).toEqual({ ...swap, mode: 'exactIn', ...limits, ...sold(at, quote) })
      for (const data of [exactOut, exactIn]) {
        expect(readAtLeast(Uint8Array.of(...data, 1))).toMatchObject({ minOut: 0n, ...bought(at, quote) })
        expect(readEffects({ program, accounts: accounts(quote), data })).toBeUndefined()
      }
    }
    expect(readTrade(program, accounts(quoteMint).slice(1), sale, 'atLeast')).toBeUndefined()
  })

  it('reads no minimum out of a buy of an earlier version that may be filled in part', () => {
    const inLamports = [encodeBuy(legacy, 5n, 6n), encodeBuyExactSolIn(legacy, 5n, 6n)]
    const inAnyQuote = [encodeBuyV2(v2(quoteMint), 5n, 6n), encodeBuyExactQuoteInV2(v2(quoteMint), 5n, 6n)]
    const whole = (bytes: number, of: Instruction, flag: number) =>
      read({ ...of, data: Uint8Array.of(...(of.data ?? []).slice(0, bytes), flag) })
    for (const of of inLamports) {
      expect(whole(25, of, 0)).toEqual(read(of))
      expect(whole(25, of, 1)).toEqual({ ...read(of), minOut: 0n })
    }
    for (const of of inAnyQuote) {
      expect(whole(24, of, 0)).toEqual(read(of))
      expect(whole(24, of, 1)).toEqual({ ...read(of), minOut: 0n })
    }
  })

  it('reads the instructions of older clients: fewer accounts behind, no flag', () => {
    expect(read(encodeBuy(legacy, 5n, 6n), 16, 24)).toMatchObject({ maxIn: 6n, minOut: 5n })
    expect(read(encodeSell(legacy, 5n, 6n, 'creator'), 14)).toMatchObject({ maxIn: 5n })
  })

  it('reads nothing out of other instructions, or of too few accounts or bytes', () => {
    expect(read(encodeExtendAccount(pool, owner))).toBeUndefined()
    expect(read(encodeBuy(legacy, 5n, 6n), 15)).toBeUndefined()
    expect(read(encodeSell(legacy, 5n, 6n, 'creator'), 13)).toBeUndefined()
    expect(read(encodeBuyV2(v2(quoteMint), 5n, 6n), 26)).toBeUndefined()
    expect(read(encodeSellV2(v2(quoteMint), 5n, 6n), 25)).toBeUndefined()
    expect(read(encodeBuy(legacy, 5n, 6n), 18, 23)).toBeUndefined()
    expect(readTrade(program, [], new Uint8Array(), 'atLeast')).toBeUndefined()
  })
})
