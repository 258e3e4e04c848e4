import type { Instruction } from '@solana/instructions'
import { type Address, encodeBase58, tokenProgram } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readTrade } from '../../test/readTrade.ts'
import { program } from './addresses.ts'
import { encodeSwapBaseInput, encodeSwapBaseOutput } from './index.ts'
import { encodeDeposit, encodeInitialize, encodeWithdraw } from './liquidityInstructions.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const read = ({ accounts = [], data }: Instruction) =>
  readTrade(
    program,
    accounts.map(({ address }) => address),
    Uint8Array.from(data ?? []),
  )

const swapAccounts = {
  payer: k(1),
  amm_config: k(2),
  pool_state: k(3),
  input_token_account: k(4),
  output_token_account: k(5),
  input_vault: k(6),
  output_vault: k(7),
  input_token_program: tokenProgram,
  output_token_program: tokenProgram,
  input_token_mint: k(8),
  output_token_mint: k(9),
  observation_state: k(10),
}
const liquidityAccounts = {
  owner: k(1),
  pool_state: k(2),
  owner_lp_token: k(3),
  token_0_account: k(4),
  token_1_account: k(5),
  token_0_vault: k(6),
  token_1_vault: k(7),
  vault_0_mint: k(8),
  vault_1_mint: k(9),
  lp_mint: k(10),
}
const initializeAccounts = {
  creator: k(1),
  amm_config: k(2),
  pool_state: k(3),
  token_0_mint: k(4),
  token_1_mint: k(5),
  lp_mint: k(6),
  creator_token_0: k(7),
  creator_token_1: k(8),
  creator_lp_token: k(9),
  token_0_vault: k(10),
  token_1_vault: k(11),
  observation_state: k(12),
  token_0_program: tokenProgram,
  token_1_program: tokenProgram,
}

describe('effects of swaps and liquidity', () => {
  it('reads swaps of both modes', () => {
    const accounts = {
      owner: k(1),
      pool: k(3),
      tokenAccountIn: k(4),
      tokenAccountOut: k(5),
      mintIn: k(8),
      mintOut: k(9),
    }
    const swap = { protocol: 'raydium_cpmm', kind: 'swap', maxIn: 7n, minOut: 5n, accounts }
    expect(read(encodeSwapBaseInput(swapAccounts, 7n, 5n))).toEqual({ ...swap, mode: 'exactIn' })
    expect(read(encodeSwapBaseOutput(swapAccounts, 7n, 5n))).toEqual({ ...swap, mode: 'exactOut' })
  })

  it('reads deposits, withdrawals and creations', () => {
    const accounts = { owner: k(1), pool: k(2), tokenAccounts: [k(4), k(5)], mints: [k(8), k(9)], lpAccount: k(3) }
    const protocol = 'raydium_cpmm'
    expect(read(encodeDeposit(liquidityAccounts, { lpAmount: 3n, maxAmount0: 7n, maxAmount1: 5n }))).toEqual({
      ...{ protocol, kind: 'place', accounts, taken: [7n, 5n], brought: [3n] },
    })
    expect(read(encodeWithdraw(liquidityAccounts, { lpAmount: 3n, minAmount0: 7n, minAmount1: 5n }))).toEqual({
      ...{ protocol, kind: 'withdraw', accounts, taken: [3n], brought: [7n, 5n] },
    })
    expect(read(encodeInitialize(initializeAccounts, { amount0: 7n, amount1: 5n, openTimeSeconds: 0n }))).toEqual({
      ...{ protocol, kind: 'create', taken: [7n, 5n], brought: [0n] },
      accounts: { owner: k(1), pool: k(3), tokenAccounts: [k(7), k(8)], mints: [k(4), k(5)], lpAccount: k(9) },
    })
  })

  it('reads nothing that lacks a byte or an account, has one byte more, or is another instruction', () => {
    for (const instruction of [
      encodeSwapBaseInput(swapAccounts, 7n, 5n),
      encodeSwapBaseOutput(swapAccounts, 7n, 5n),
      encodeDeposit(liquidityAccounts, { lpAmount: 3n, maxAmount0: 7n, maxAmount1: 5n }),
      encodeWithdraw(liquidityAccounts, { lpAmount: 3n, minAmount0: 7n, minAmount1: 5n }),
      encodeInitialize(initializeAccounts, { amount0: 7n, amount1: 5n, openTimeSeconds: 0n }),
    ]) {
      const { accounts = [], data = new Uint8Array() } = instruction
      expect(read({ ...instruction, accounts: accounts.slice(1) })).toBeUndefined()
      expect(read({ ...instruction, data: data.slice(1) })).toBeUndefined()
      expect(read({ ...instruction, data: data.slice(0, -1) })).toBeUndefined()
      expect(read({ ...instruction, data: Uint8Array.of(...data, 0) })).toBeUndefined()
    }
  })

  it('throws at nothing', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), data => readTrade(program, [], data) === undefined))
  })
})
