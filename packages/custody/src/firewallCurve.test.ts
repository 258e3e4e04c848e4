import { associatedTokenAddress, encodeBase58, token2022Program, wrappedNativeMint } from '@tern/core'
import {
  encodeBuy,
  encodeBuyExactSolIn,
  encodeClaimCashback,
  encodeCloseUserVolumeAccumulator,
  encodeCollectCreatorFee,
  encodeExtendAccount,
  encodeInitUserVolumeAccumulator,
  encodeSell,
  type TradeAccounts,
} from '@tern/venues/pumpfun/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { checkMessage, type ShownTrade } from '../test/checkMessage.ts'
import { compileMessage, type PlainInstruction } from '../test/compileMessage.ts'
import {
  address,
  attacker,
  feeWallet,
  mint,
  onCurve,
  openTokenAccount,
  plain,
  SOL,
  transfer,
  wallet,
} from '../test/trades.ts'

const curve = address(5)
const own = await associatedTokenAddress(wallet, mint, token2022Program)
const attackers = await associatedTokenAddress(attacker, mint, token2022Program)

const tokens = 5_000_000_000n

const named = (change: Partial<TradeAccounts> = {}): TradeAccounts => ({ ...onCurve(own), ...change })
const buyWith = (change: Partial<TradeAccounts> = {}, max = SOL, min = tokens) =>
  plain(encodeBuyExactSolIn(named(change), max, min))
const sellWith = (change: Partial<TradeAccounts> = {}, amount = tokens, min = SOL) =>
  plain(encodeSell(named(change), amount, min, 'creator'))

const openTokens = openTokenAccount(own, mint, { program: token2022Program })

const buy = (swap = buyWith()) => [transfer(feeWallet, SOL / 100n), openTokens, swap]
const sell = (swap = sellWith()) => [transfer(feeWallet, SOL / 100n), swap]
const shownBuy: ShownTrade = { mintIn: wrappedNativeMint, mintOut: mint, maxIn: SOL, minOut: tokens }
const shownSell: ShownTrade = { mintIn: mint, mintOut: wrappedNativeMint, maxIn: tokens, minOut: SOL }

const verdict = (instructions: readonly PlainInstruction[], limits?: ShownTrade) =>
  checkMessage(compileMessage(wallet, instructions).bytes, wallet, [feeWallet], limits)

describe('a trade on a bonding curve', () => {
  it('is signed as it was shown: nothing wrapped, paid and paid out in lamports', async () => {
    expect(await verdict(buy(), shownBuy)).toBeUndefined()
    expect(await verdict(sell(), shownSell)).toBeUndefined()
    expect(await verdict(buy(plain(encodeBuy(named(), tokens, SOL))), shownBuy)).toBeUndefined()
    expect(await verdict(sell(plain(encodeSell(named(), tokens, SOL, 'seller'))), shownSell)).toBeUndefined()
  })

  it('may pay its fees to any account that the program accepts, because the fees are the program’s own', async () => {
    expect(await verdict(buy(buyWith({ fee_recipient: attacker, buyback_fee_recipient: attacker })))).toBeUndefined()
  })

  it.each<[string, RegExp, readonly PlainInstruction[]]>([
    [
      'fills the token account of somebody else',
      /does not pay the wallet/,
      buy(buyWith({ associated_user: attackers })),
    ],
    ['fills an account that is none of the wallet’s', /does not pay/, buy(buyWith({ associated_user: address(30) }))],
    ['is of another user', /others would sign|another wallet/, [sellWith({ user: attacker })]],
    ['is of another user, who need not sign', /another wallet/, [unsigned(sellWith({ user: attacker }))]],
    ['may bring no tokens', /for nothing/, buy(buyWith({}, SOL, 0n))],
    ['may bring no lamports', /for nothing/, sell(sellWith({}, tokens, 0n))],
    ['takes no lamports', /of nothing/, buy(buyWith({}, 0n))],
    ['takes no tokens', /of nothing/, sell(sellWith({}, 0n))],
    ['is half an instruction', /no trade/, buy({ ...buyWith(), data: buyWith().data.slice(0, 23) })],
    ['has too few accounts', /no trade/, buy({ ...buyWith(), accounts: buyWith().accounts.slice(0, 15) })],
    ['comes with a drain', /a transfer to/, [...buy(), transfer(attacker, 1n)]],
    ['pays a fee of more than 1%', /a fee above/, [transfer(feeWallet, SOL / 100n + 1n), openTokens, buyWith()]],
    ['pays a fee of more than it brings', /a fee above/, [transfer(feeWallet, SOL + 1n), sellWith()]],
  ])('is not signed when it %s', async (_, reason, instructions) => {
    expect(await verdict(instructions)).toMatch(reason)
  })

  it.each<[string, RegExp, ShownTrade, readonly PlainInstruction[]]>([
    ['costs more', /take more/, shownBuy, buy(buyWith({}, SOL + 1n))],
    ['may cost more', /take more/, shownBuy, buy(plain(encodeBuy(named(), tokens, SOL + 1n)))],
    ['brings fewer tokens', /bring less/, shownBuy, buy(buyWith({}, SOL, tokens - 1n))],
    ['brings fewer lamports', /bring less/, shownSell, sell(sellWith({}, tokens, SOL - 1n))],
    ['sells more', /take more/, shownSell, sell(sellWith({}, tokens + 1n))],
    ['is of another token', /other tokens/, { ...shownSell, mintIn: attacker }, sell()],
    ['is two trades', /take more/, shownBuy, [...buy(), buyWith()]],
  ])('is not signed if another trade was shown: it %s', async (_, reason, limits, instructions) => {
    expect(await verdict(instructions, limits)).toMatch(reason)
  })

  it.each<[string, PlainInstruction]>([
    ['a claim of cashback', plain(encodeClaimCashback(wallet, address(13)))],
    ['a volume accumulator opened', plain(encodeInitUserVolumeAccumulator(wallet, wallet, address(13)))],
    ['a volume accumulator closed', plain(encodeCloseUserVolumeAccumulator(wallet, address(13)))],
    ['a creator’s fee collected', plain(encodeCollectCreatorFee(wallet, address(12)))],
    ['an account extended', plain(encodeExtendAccount(curve, wallet))],
  ])('is no other instruction of the program: %s', async (_, instruction) => {
    expect(await verdict([...buy(), instruction])).toMatch(/no trade/)
  })

  it('never pays another account, whichever byte changes', async () => {
    const { bytes } = compileMessage(wallet, sell())
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.nat(255), async (at, value) => {
        const changed = bytes.with(at, value)
        if ((await checkMessage(changed, wallet, [feeWallet], shownSell)) !== undefined) return
        const addresses = Array.from({ length: changed.length - 31 }, (_, i) => encodeBase58(changed.slice(i, i + 32)))
        expect(addresses).toEqual(expect.arrayContaining([wallet, feeWallet, mint]))
      }),
      { numRuns: 2000 },
    )
  })
})

/** Removes every signer from an instruction. */
function unsigned({ accounts, ...rest }: PlainInstruction): PlainInstruction {
  return { ...rest, accounts: accounts.map(({ address }) => ({ address, as: 'w' as const })) }
}
