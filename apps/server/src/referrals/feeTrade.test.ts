import { type Address, encodeBase58, memoProgram, systemProgram, tokenProgram, wrappedNativeMint } from '@tern/core'
import type { CompiledInstruction } from '@tern/core/internal'
import { encodeSwapBaseInput } from '@tern/venues/raydiumCpmm'
import { describe, expect, it } from 'vitest'
import { readFeeTrade } from './feeTrade.ts'

const address = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [trader, stranger, feeWallet, mint] = [address(1), address(2), address(3), address(4)]

function transfer(to: Address, lamports: bigint, from = trader): CompiledInstruction {
  const data = new Uint8Array(12)
  data[0] = 2
  new DataView(data.buffer).setBigUint64(4, lamports, true)
  return { program: systemProgram, accounts: [from, to], data }
}
const memo = (text: string, ...accounts: readonly Address[]): CompiledInstruction => ({
  program: memoProgram,
  accounts,
  data: new TextEncoder().encode(text),
})
function swap(payer: Address): CompiledInstruction {
  const accounts = {
    ...{ payer, amm_config: address(5), pool_state: address(6), observation_state: address(7) },
    ...{ input_token_account: address(8), output_token_account: address(9) },
    ...{ input_vault: address(10), output_vault: address(11) },
    ...{ input_token_program: tokenProgram, output_token_program: tokenProgram },
    ...{ input_token_mint: wrappedNativeMint, output_token_mint: mint },
  }
  const { programAddress, accounts: named = [], data = new Uint8Array() } = encodeSwapBaseInput(accounts, 100n, 1n)
  return { program: programAddress, accounts: named.map(one => one.address), data: Uint8Array.from(data) }
}
const read = (...instructions: readonly CompiledInstruction[]) => readFeeTrade(trader, instructions, feeWallet)

const [fee, referral] = [transfer(feeWallet, 1n), memo('tern:ref:k7m2p9qx')]

describe('a trade that pays the fee', () => {
  it('names its trader, its fee and its code', () => {
    expect(read(fee, referral, swap(trader))).toEqual({ trader, feeLamports: 1n, code: 'k7m2p9qx' })
    expect(read(swap(trader), fee, transfer(feeWallet, 2n))).toEqual({ trader, feeLamports: 3n })
    expect(read(fee, memo('tern:ref:k7m2p9qx', trader), swap(trader))).toMatchObject({ code: 'k7m2p9qx' })
  })

  it.each<[string, readonly CompiledInstruction[]]>([
    ['a transfer to the fee wallet', [fee, referral]],
    ['a trade without a fee', [referral, swap(trader)]],
    ['a trade that pays somebody else', [transfer(stranger, 1n), referral, swap(trader)]],
    ['a trade whose fee another wallet pays', [transfer(feeWallet, 1n, stranger), referral, swap(trader)]],
    ['the trade of another wallet', [fee, referral, swap(stranger)]],
    ['a swap that cannot be read', [fee, referral, { ...swap(trader), data: swap(trader).data.subarray(0, 9) }]],
  ])('is not %s', (_, instructions) => {
    expect(read(...instructions)).toBeUndefined()
  })

  it.each<[string, readonly CompiledInstruction[]]>([
    ['another text', [memo('tern:ref:k7m2p9qx!')]],
    ['two codes', [referral, memo('tern:ref:k7m2p9qy')]],
    ['a memo in the name of another wallet', [memo('tern:ref:k7m2p9qx', stranger)]],
    ['another program', [{ ...referral, program: address(12) }]],
  ])('names no referrer by %s', (_, memos) => {
    expect(read(fee, ...memos, swap(trader))).toEqual({ trader, feeLamports: 1n })
  })
})
