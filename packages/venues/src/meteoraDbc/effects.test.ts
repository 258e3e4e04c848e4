import type { Instruction } from '@solana/instructions'
import { type Address, associatedTokenAddress, encodeBase58, token2022Program, tokenProgram } from '@tern/core'
import { instructionsSysvar } from '@tern/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTrade } from '../../test/readTrade.ts'
import { hookedSwapLayout, hookedTransfers } from './hookedInstructions.ts'
import { believeConfigs, encodeSwap2, program, type SwapAccounts, swapModes } from './index.ts'
import { encodeInitializePool } from './launchInstructions.ts'
import { encodeSwap } from './swapInstructions.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [owner, baseMint, quoteMint] = [k(8), k(6), k(7)]
const [base, quote] = await Promise.all([
  associatedTokenAddress(owner, baseMint, token2022Program),
  associatedTokenAddress(owner, quoteMint, tokenProgram),
])
const accountsOf = (from: Address, to: Address, config = k(11)): SwapAccounts => ({
  ...{ config, pool: k(1), input_token_account: from, output_token_account: to, base_vault: k(4), quote_vault: k(5) },
  ...{ base_mint: baseMint, quote_mint: quoteMint, payer: owner, token_base_program: token2022Program },
  ...{ token_quote_program: tokenProgram, showsInstructions: false },
})
const buying = accountsOf(quote, base)
const read = ({ accounts = [], data }: Instruction) =>
  readTrade(
    program,
    accounts.map(({ address }) => address),
    Uint8Array.from(data ?? []),
  )

describe('effects of swaps', () => {
  it('reads swaps of every mode, with their direction', () => {
    const accounts = {
      ...{ owner, pool: k(1), tokenAccountIn: quote, tokenAccountOut: base },
      ...{ mintIn: quoteMint, mintOut: baseMint },
    }
    const swap = { protocol: 'meteora_dbc', kind: 'swap', accounts }
    const given = { ...swap, mode: 'exactIn', maxIn: 7n, minOut: 5n }
    expect(read(encodeSwap(buying, 7n, 5n))).toEqual(given)
    expect(read(encodeSwap2(buying, 7n, 5n, swapModes.exactIn))).toEqual(given)
    expect(read(encodeSwap2(buying, 7n, 5n, swapModes.partialFill))).toEqual(given)
    const asked = { ...swap, mode: 'exactOut', maxIn: 5n, minOut: 7n }
    expect(read(encodeSwap2(buying, 7n, 5n, swapModes.exactOut))).toEqual(asked)
    const selling = { accounts: { mintIn: baseMint, mintOut: quoteMint } }
    for (const back of [accountsOf(base, quote), accountsOf(base, k(3)), accountsOf(k(2), quote)])
      expect(read(encodeSwap(back, 7n, 5n))).toMatchObject(selling)
    expect(read(encodeSwap({ ...buying, showsInstructions: true }, 7n, 5n))).toEqual(given)
  })

  it('reads a swap of a token with a transfer hook, with the hook’s accounts', () => {
    const plain = encodeSwap2(buying, 7n, 5n, swapModes.exactOut)
    const slices = [
      { accounts_type: hookedTransfers.base, length: 2 },
      { accounts_type: hookedTransfers.baseReferral, length: 1 },
    ]
    const data = hookedSwapLayout.encode({ amount_0: 7n, amount_1: 5n, swap_mode: swapModes.exactOut, slices })
    const handed = [k(20), k(21), k(20)].map(address => ({ address, role: 0 }))
    const hooked = { ...plain, data, accounts: [...(plain.accounts ?? []), ...handed] }
    const handedOn = [k(20), k(21), k(20)]
    expect(read(hooked)).toEqual({ ...read(plain), handedOn })
    const shown = { address: instructionsSysvar, role: 0 }
    const isShown = { ...plain, data, accounts: [...(plain.accounts ?? []), shown, ...handed] }
    expect(read(isShown)).toEqual({ ...read(plain), handedOn: [instructionsSysvar, ...handedOn] })
    // Fewer accounts or bytes than the slices state.
    for (const accounts of [
      hooked.accounts.slice(0, -1),
      [...isShown.accounts, ...handed],
      hooked.accounts.slice(0, 14),
    ])
      expect(read({ ...hooked, accounts })).toBeUndefined()
    for (const bytes of [
      data.slice(0, -1),
      Uint8Array.of(...data, 0),
      data.slice(0, 25),
      data.with(25, 9),
      data.with(26, 1),
    ])
      expect(read({ ...hooked, data: bytes })).toBeUndefined()
    expect(read({ ...hooked, data: data.with(24, 3) })).toBeUndefined()
  })

  it('names a pool under believe’s terms by its own name', () => {
    const [config] = believeConfigs
    expect(read(encodeSwap(accountsOf(quote, base, config), 7n, 5n))?.protocol).toBe('believe')
  })

  it('reads nothing that may go either way, lacks a byte or an account, or is another instruction', async () => {
    expect(read(encodeSwap(accountsOf(k(2), k(3)), 7n, 5n))).toBeUndefined()
    for (const instruction of [encodeSwap(buying, 7n, 5n), encodeSwap2(buying, 7n, 5n, swapModes.exactIn)]) {
      const { accounts = [], data = new Uint8Array() } = instruction
      expect(read({ ...instruction, accounts: accounts.slice(0, 14) })).toBeUndefined()
      expect(read({ ...instruction, data: data.slice(0, -1) })).toBeUndefined()
      expect(read({ ...instruction, data: Uint8Array.of(...data, 0) })).toBeUndefined()
      expect(read({ ...instruction, data: data.slice(1) })).toBeUndefined()
    }
    const { data = new Uint8Array(), ...swap } = encodeSwap2(buying, 7n, 5n, swapModes.exactOut)
    expect(read({ ...swap, data: Uint8Array.from([...data.slice(0, -1), 3]) })).toBeUndefined()
    const launch = await encodeInitializePool({
      ...{ config: k(1), creator: k(2), payer: k(3), baseMint, quoteMint, quoteProgram: tokenProgram },
      ...{ baseProgram: tokenProgram, name: 'Tern', symbol: 'TERN', uri: '' },
    })
    expect(read(launch)).toBeUndefined()
  })

  it('throws at nothing', () => {
    const accounts = Array.from({ length: 16 }, (_, i) => k(i))
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), data => {
        expect(readTrade(program, [], data)).toBeUndefined()
        expect(() => readTrade(program, accounts, data)).not.toThrow()
      }),
    )
  })
})
