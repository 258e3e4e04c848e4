import {
  type Address,
  associatedTokenAddress,
  memoProgram,
  systemProgram,
  token2022Program,
  wrappedNativeMint,
} from '@tern/core'
import { encodeBuyExactSolIn } from '@tern/venues/pumpfun/internal'
import { describe, expect, it } from 'vitest'
import { checkMessage, readTrade, type ShownTrade } from '../test/checkMessage.ts'
import { compileMessage, type PlainInstruction } from '../test/compileMessage.ts'
import { attacker, feeWallet, mint, onCurve, openTokenAccount, plain, SOL, transfer, wallet } from '../test/trades.ts'

const own = await associatedTokenAddress(wallet, mint, token2022Program)
const opening = openTokenAccount(own, mint, { program: token2022Program })
const swap = plain(encodeBuyExactSolIn(onCurve(own), SOL, 5_000n))
const buy = [transfer(feeWallet, SOL / 100n), opening, swap]
const shown: ShownTrade = { mintIn: wrappedNativeMint, mintOut: mint, maxIn: SOL, minOut: 5_000n }

const memo = (text: string, ...named: readonly Address[]): PlainInstruction => ({
  program: memoProgram,
  accounts: named.map(address => (address === wallet ? { address, as: 's' } : { address })),
  data: new TextEncoder().encode(text),
})
const referral = memo('tern:ref:k7m2p9qx')

const verdict = (instructions: readonly PlainInstruction[], version: 0 | 'legacy' = 0) =>
  checkMessage(compileMessage(wallet, instructions, { version }).bytes, wallet, [feeWallet], shown)

describe('a memo in a trade', () => {
  it.each<[string, readonly PlainInstruction[]]>([
    ['before the swap', buy.toSpliced(1, 0, referral)],
    ['behind it', [...buy, referral]],
    ['signed by the wallet', [...buy, memo('tern:ref:k7m2p9qx', wallet)]],
  ])('may name the referrer, %s, and the code is read to be shown', async (_, instructions) => {
    expect(await verdict(instructions)).toBeUndefined()
    expect(await verdict(instructions, 'legacy')).toBeUndefined()
    const read = await readTrade(compileMessage(wallet, instructions).bytes, wallet, [feeWallet], shown)
    expect(read).toMatchObject({ referralCode: 'k7m2p9qx' })
  })

  it('is not needed, and no code is read then', async () => {
    const read = await readTrade(compileMessage(wallet, buy).bytes, wallet, [feeWallet], shown)
    expect(read).not.toHaveProperty('referralCode')
  })

  it.each<[string, string, readonly PlainInstruction[]]>([
    ['of another text', 'a memo that no trade needs', [...buy, memo('hi')]],
    ['of no text', 'a memo that no trade needs', [...buy, memo('')]],
    ['with a word more', 'a memo that no trade needs', [...buy, memo('tern:ref:k7m2p9qx 42')]],
    ['with a code of other letters', 'a memo that no trade needs', [...buy, memo('tern:ref:K7M2P9QX')]],
    ['beside another', 'more than one memo', [...buy, referral, memo('tern:ref:k7m2p9qy')]],
    ['said twice', 'more than one memo', [...buy, referral, referral]],
    ['in the name of another', 'a memo in the name of others', [...buy, memo('tern:ref:k7m2p9qx', attacker)]],
    ['in two names', 'a memo in the name of others', [...buy, memo('tern:ref:k7m2p9qx', wallet, attacker)]],
    ['in one name twice', 'a memo in the name of others', [...buy, memo('tern:ref:k7m2p9qx', wallet, wallet)]],
    ['with an account that nobody signs', 'a memo in the name of others', [...buy, memo('hi', systemProgram)]],
  ])('%s is refused', async (_, reason, instructions) => {
    expect(await verdict(instructions)).toBe(reason)
    expect(await verdict(instructions, 'legacy')).toBe(reason)
  })

  it('is refused without a trade', async () => {
    const message = compileMessage(wallet, [opening, referral])
    expect(await checkMessage(message.bytes, wallet, [feeWallet])).toBe('a referral without a trade')
  })
})
