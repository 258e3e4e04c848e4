import type { Instruction } from '@solana/instructions'
import { type Address, associatedTokenAddress, encodeBase58, tokenProgram } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTrade } from '../../test/readTrade.ts'
import { encodeSwap2, program, type SwapAccounts } from './index.ts'
import { encodeSwap } from './instructions.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const owner = k(8)
const [mintA, mintB] = [k(6), k(7)]
const [ofA, ofB] = await Promise.all([mintA, mintB].map(mint => associatedTokenAddress(owner, mint, tokenProgram)))
const accountsOf = (from: Address | undefined, to: Address | undefined): SwapAccounts => ({
  ...{ pool: k(1), input_token_account: from ?? k(2), output_token_account: to ?? k(3), token_a_vault: k(4) },
  ...{ token_b_vault: k(5), token_a_mint: mintA, token_b_mint: mintB, payer: owner, token_a_program: tokenProgram },
  ...{ token_b_program: tokenProgram, instructions: 'shown' },
})
const parts = ({ accounts = [], data }: Instruction) =>
  [accounts.map(({ address }) => address), Uint8Array.from(data ?? [])] as const
const read = (instruction: Instruction) => readTrade(program, ...parts(instruction))

describe('effects of swaps', () => {
  it('reads swaps of every mode, with their direction', () => {
    const accounts = { owner, pool: k(1), tokenAccountIn: ofA, tokenAccountOut: ofB, mintIn: mintA, mintOut: mintB }
    const swap = { protocol: 'meteora_damm_v2', kind: 'swap', accounts }
    const given = { ...swap, mode: 'exactIn', maxIn: 7n, minOut: 5n }
    expect(read(encodeSwap(accountsOf(ofA, ofB), 7n, 5n))).toEqual(given)
    expect(read(encodeSwap2(accountsOf(ofA, ofB), 'exactIn', 7n, 5n))).toEqual(given)
    expect(read(encodeSwap2(accountsOf(ofA, ofB), 'partialFill', 7n, 5n))).toEqual(given)
    const asked = { ...swap, mode: 'exactOut', maxIn: 5n, minOut: 7n }
    expect(read(encodeSwap2(accountsOf(ofA, ofB), 'exactOut', 7n, 5n))).toEqual(asked)
    for (const back of [accountsOf(ofB, ofA), accountsOf(ofB, undefined), accountsOf(undefined, ofA)])
      expect(read(encodeSwap(back, 7n, 5n))).toMatchObject({ accounts: { mintIn: mintB, mintOut: mintA } })
  })

  it('reads nothing that may go either way, or lacks a byte or an account', () => {
    expect(read(encodeSwap(accountsOf(undefined, undefined), 7n, 5n))).toBeUndefined()
    for (const instruction of [
      encodeSwap(accountsOf(ofA, ofB), 7n, 5n),
      encodeSwap2(accountsOf(ofA, ofB), 'exactIn', 7n, 5n),
    ]) {
      const { accounts = [], data = new Uint8Array() } = instruction
      expect(read({ ...instruction, accounts: accounts.slice(0, 13) })).toBeUndefined()
      expect(read({ ...instruction, data: data.slice(0, -1) })).toBeUndefined()
      expect(read({ ...instruction, data: Uint8Array.of(...data, 0) })).toBeUndefined()
      expect(read({ ...instruction, data: data.slice(1) })).toBeUndefined()
    }
    const { data = new Uint8Array(), ...swap } = encodeSwap2(accountsOf(ofA, ofB), 'exactOut', 7n, 5n)
    expect(read({ ...swap, data: Uint8Array.from([...data.slice(0, -1), 3]) })).toBeUndefined()
  })

  it('throws at nothing', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), data => readTrade(program, [], data) === undefined))
  })
})
