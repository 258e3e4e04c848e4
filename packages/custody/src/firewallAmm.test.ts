import {
  type Address,
  associatedTokenAddress,
  rentExemption,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { encodeBuyExactQuoteIn, encodeSell, program, type TradeAccounts } from '@tern/venues/pumpAmm'
import {
  encodeExtendAccount,
  encodeInitUserVolumeAccumulator,
  extendAccountLayout,
} from '@tern/venues/pumpAmm/internal'
import { describe, expect, it } from 'vitest'
import { checkMessage, readTrade } from '../test/checkMessage.ts'
import { compileMessage, type PlainInstruction } from '../test/compileMessage.ts'
import { address, attacker, feeWallet, mint, openTokenAccount, plain, SOL, transfer, wallet } from '../test/trades.ts'

const pool = address(5)
const tokens = await associatedTokenAddress(wallet, mint, token2022Program)
const wrapped = await associatedTokenAddress(wallet, wrappedNativeMint, tokenProgram)
const attackersWrapped = await associatedTokenAddress(attacker, wrappedNativeMint, tokenProgram)

const named = (change: Partial<TradeAccounts> = {}): TradeAccounts => ({
  pool,
  user: wallet,
  base_mint: mint,
  quote_mint: wrappedNativeMint,
  user_base_token_account: tokens,
  user_quote_token_account: wrapped,
  pool_base_token_account: address(10),
  pool_quote_token_account: address(11),
  protocol_fee_recipient: address(12),
  protocol_fee_recipient_token_account: address(13),
  base_token_program: token2022Program,
  quote_token_program: tokenProgram,
  coin_creator_vault_ata: address(14),
  coin_creator_vault_authority: address(15),
  user_volume_accumulator: address(16),
  pool_v2: address(17),
  buyback_fee_recipient: address(18),
  buyback_fee_recipient_token_account: address(19),
  ...change,
})

const openWrapped = ({ account = wrapped, owner = wallet, of = wrappedNativeMint } = {}) =>
  openTokenAccount(account, of, { owner })
const onWrapped = (data: readonly number[], ...others: readonly Address[]): PlainInstruction => ({
  program: tokenProgram,
  accounts: [
    { address: wrapped, as: 'w' },
    ...others.map(one => ({ address: one, as: one === wallet ? ('ws' as const) : ('w' as const) })),
  ],
  data: Uint8Array.from(data),
})
const sync = onWrapped([17])
const close = onWrapped([9], wallet, wallet)
const swap = plain(encodeBuyExactQuoteIn(named(), SOL, 5_000n))
const buy = [openWrapped(), transfer(wrapped, SOL), sync, transfer(feeWallet, SOL / 100n), swap, close]
const sell = [openWrapped(), plain(encodeSell(named(), 5_000n, SOL)), close, transfer(feeWallet, SOL / 100n)]
const limits = { mintIn: wrappedNativeMint, mintOut: mint, maxIn: SOL, minOut: 5_000n }

const verdict = (instructions: readonly PlainInstruction[]) =>
  checkMessage(compileMessage(wallet, instructions, { version: 0 }).bytes, wallet, [feeWallet])

describe('the rents of a trade', () => {
  it('count the token accounts of all fees, if the pool is in another token than SOL', async () => {
    const quote = address(20)
    const own = await associatedTokenAddress(wallet, quote, tokenProgram)
    const inQuote = named({ quote_mint: quote, user_quote_token_account: own })
    const rentOf = async (instruction: PlainInstruction) => {
      const read = await readTrade(compileMessage(wallet, [instruction]).bytes, wallet, [])
      return typeof read === 'string' ? expect.fail(read) : read.rentLamports
    }
    // Token accounts of the creator, the accumulator and both fee recipients.
    const [inSol, four] = [2n * rentExemption(165), 4n * rentExemption(165)]
    expect(await rentOf(plain(encodeSell(named(), 5_000n, SOL)))).toBe(inSol)
    expect(await rentOf(plain(encodeSell(inQuote, 5_000n, SOL)))).toBe(four)
    const accumulator = await rentOf(plain(encodeBuyExactQuoteIn(named(), SOL, 5_000n)))
    expect(await rentOf(plain(encodeBuyExactQuoteIn(inQuote, SOL, 5_000n)))).toBe(accumulator + inSol)
  })
})

describe('a trade by way of the wallet’s own wrapped account', () => {
  it('may be signed, closed afterwards or not, and after room was made in its pool', async () => {
    expect(await verdict(buy)).toBeUndefined()
    expect(await verdict(buy.slice(0, -1))).toBeUndefined()
    expect(await verdict(sell)).toBeUndefined()
    expect(await verdict([plain(encodeExtendAccount(pool, wallet)), ...buy])).toBeUndefined()
    const withCashback = plain(encodeSell(named({ cashback_token_account: address(21) }), 5_000n, SOL))
    const openAccumulator = plain(encodeInitUserVolumeAccumulator(wallet, address(16)))
    expect(await verdict([openAccumulator, openWrapped(), withCashback, close])).toBeUndefined()
    const bytes = compileMessage(wallet, buy, { version: 0 }).bytes
    expect(await checkMessage(bytes, wallet, [feeWallet], limits)).toBeUndefined()
    expect(await checkMessage(bytes, wallet, [feeWallet], { ...limits, maxIn: SOL - 1n })).toMatch(/take more/)
  })

  it.each([
    ['lamports for it before it is known to be the wallet’s', buy.slice(1), /a transfer to/],
    ['lamports for it before that', [transfer(wrapped, SOL), ...buy], /a transfer to/],
    [
      'lamports for that of another',
      [openWrapped(), transfer(attackersWrapped, SOL), ...buy.slice(2)],
      /a transfer to/,
    ],
    [
      'that of another',
      [openWrapped({ owner: attacker, account: attackersWrapped }), ...buy.slice(1)],
      /another wallet/,
    ],
    [
      'one that only says so',
      [openWrapped({ account: attackersWrapped }), transfer(attackersWrapped, SOL), ...buy.slice(2)],
      /not the wallet’s own/,
    ],
    ['one of another mint', [openWrapped({ of: mint }), ...buy.slice(1)], /not the wallet’s own/],
    [
      'proceeds for another',
      [plain(encodeSell(named({ user_quote_token_account: attackersWrapped }), 5n, SOL))],
      /pay/,
    ],
    ['a trade of another', [plain(encodeSell(named({ user: attacker }), 5n, SOL))], /sign/],
    ['its lamports for another', [...buy.slice(0, -1), onWrapped([9], attacker, wallet)], /closed in favour/],
  ])('is refused with %s', async (_, instructions, why) => {
    expect(await verdict(instructions)).toMatch(why)
  })

  /** The same with some of its accounts in a lookup table. */
  const lookedUp = (instructions: readonly PlainInstruction[], ...looked: readonly Address[]) =>
    checkMessage(compileMessage(wallet, instructions, { version: 0, looked }).bytes, wallet, [feeWallet])

  it('may be signed with its pool’s other accounts in a lookup table', async () => {
    const others = [10, 11, 12, 13, 14, 15, 16, 17, 18, 19].map(address)
    expect(await lookedUp(buy, ...others)).toBeUndefined()
    expect(await lookedUp(sell, ...others)).toBeUndefined()
    const bytes = compileMessage(wallet, buy, { version: 0, looked: others }).bytes
    expect(await checkMessage(bytes, wallet, [feeWallet], limits)).toBeUndefined()
    expect(await checkMessage(bytes, wallet, [feeWallet], { ...limits, minOut: 5_001n })).toMatch(/bring less/)
  })

  it('is refused if a lookup table holds an account that decides the owner, the tokens or the destination', async () => {
    for (const trade of [buy, sell])
      for (const matters of [pool, mint, wrappedNativeMint, tokens, wrapped, feeWallet])
        expect([matters, await lookedUp(trade, matters, address(10))]).toEqual([
          matters,
          expect.stringMatching(/lookup tables|is no trade/),
        ])
    expect(await lookedUp([plain(encodeExtendAccount(pool, wallet)), ...buy], pool)).toMatch(/lookup tables/)
  })

  it('makes no room at another wallet’s cost', async () => {
    const extend: PlainInstruction = {
      program,
      accounts: [
        { address: pool, as: 'w' },
        { address: attacker, as: 'w' },
        { address: systemProgram },
        { address: address(20) },
        { address: program },
      ],
      data: extendAccountLayout.encode({}),
    }
    expect(await verdict([extend])).toMatch(/at the cost/)
  })

  it('makes room only in the pool that it trades in', async () => {
    const why = /room made/
    expect(await verdict([plain(encodeExtendAccount(pool, wallet))])).toMatch(why)
    expect(await verdict([plain(encodeExtendAccount(address(30), wallet)), ...buy])).toMatch(why)
    expect(await verdict([plain(encodeInitUserVolumeAccumulator(wallet, address(16))), ...sell])).toMatch(why)
  })
})
