import type { Instruction } from '@solana/instructions'
import { type Address, encodeBase58 } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { readTrade } from '../../test/readTrade.ts'
import { readLanded } from '../effects/readLanded.ts'
import { program } from './addresses.ts'
import { encodeSwapBaseIn, encodeSwapBaseInV2, encodeSwapBaseOut, encodeSwapBaseOutV2 } from './index.ts'
import { withoutMarket } from './instructions.ts'
import { encodeDeposit, encodeWithdraw } from './liquidityInstructions.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const addressesOf = ({ accounts = [] }: Instruction) => accounts.map(({ address }) => address)
const read = (one: Instruction) => readTrade(program, addressesOf(one), Uint8Array.from(one.data ?? []))

const accounts = {
  amm: k(1),
  amm_coin_vault: k(2),
  amm_pc_vault: k(3),
  user_source: k(4),
  user_destination: k(5),
  user_source_owner: k(6),
}
const market = withoutMarket(k(1))
const made = [
  [encodeSwapBaseInV2(accounts, 7n, 5n), 'exactIn'],
  [encodeSwapBaseOutV2(accounts, 7n, 5n), 'exactOut'],
  [encodeSwapBaseIn(accounts, market, 7n, 5n), 'exactIn'],
  [encodeSwapBaseOut(accounts, market, 7n, 5n), 'exactOut'],
] as const

describe('effects of swaps', () => {
  it('are read of both forms and modes, but their bytes do not show the mints', () => {
    for (const [instruction, mode] of made)
      expect(read(instruction)).toEqual({
        ...{ protocol: 'raydiumammv4', kind: 'swap', mode, maxIn: 7n, minOut: 5n },
        accounts: {
          ...{ owner: k(6), pool: k(1), tokenAccountIn: k(4), tokenAccountOut: k(5) },
          ...{ mintIn: 'byTerms', mintOut: 'byTerms' },
        },
      })
  })

  it('are read with the mints of a landed swap, and with the target orders that older callers name', () => {
    const [one] = made[2]
    const list = addressesOf(one)
    const older = [...list.slice(0, 4), k(9), ...list.slice(4)]
    const mintOf = (account: Address) => new Map([[k(4), k(7)]]).get(account)
    for (const accounts of [list, older]) {
      const landed = readLanded({ program, accounts, data: Uint8Array.from(one.data ?? []) }, 'atLeast', mintOf)
      expect(landed).toMatchObject({
        takes: [{ account: k(4), mint: k(7), max: 7n }],
        brings: [{ account: k(5), mint: 'byTerms', min: 5n }],
      })
    }
  })

  it('are unknown if a byte or an account is missing or more than stated', () => {
    for (const [instruction] of made) {
      const { accounts = [], data = new Uint8Array() } = instruction
      expect(read({ ...instruction, accounts: accounts.slice(1) })).toBeUndefined()
      const more = [...accounts, ...accounts.slice(0, 2)]
      expect(read({ ...instruction, accounts: more })).toBeUndefined()
      expect(read({ ...instruction, data: data.slice(0, -1) })).toBeUndefined()
      expect(read({ ...instruction, data: Uint8Array.of(...data, 0) })).toBeUndefined()
      expect(read({ ...instruction, data: Uint8Array.of(12, ...data.slice(1)) })).toBeUndefined()
    }
  })
})

describe('effects of liquidity', () => {
  const liquidity = {
    ...{ amm: k(1), amm_target_orders: k(11), amm_lp_mint: k(12), amm_coin_vault: k(2), amm_pc_vault: k(3) },
    ...{ user_coin: k(4), user_pc: k(5), user_lp: k(13), owner: k(6) },
  }
  const accounts = {
    ...{ owner: k(6), pool: k(1), lpAccount: k(13), tokenAccounts: [k(4), k(5)], mints: ['byTerms', 'byTerms'] },
  }
  // No action of Tern needs these instructions, so signers refuse them.
  const landed = (one: Instruction) => readTrade(program, addressesOf(one), Uint8Array.from(one.data ?? []), 'atLeast')
  const deposit = encodeDeposit(liquidity, market, 'coin', { maxCoin: 7n, maxPc: 5n, otherMin: 3n })
  const withdrawal = encodeWithdraw(liquidity, market, { lpAmount: 9n, minCoin: 7n, minPc: 5n })

  it('are unknown to signers', () => {
    for (const one of [deposit, withdrawal]) expect(read(one)).toBeUndefined()
  })

  it('are both amounts against LP tokens, whose number no byte of a deposit bounds', () => {
    const protocol = 'raydiumammv4'
    expect(landed(deposit)).toEqual({ protocol, kind: 'place', accounts, taken: [7n, 5n], brought: [0n] })
    expect(landed(withdrawal)).toEqual({ protocol, kind: 'withdraw', accounts, taken: [9n], brought: [7n, 5n] })
  })

  it('are read without the arguments that older callers leave out, and with the accounts that others add', () => {
    const { data = new Uint8Array(), accounts: list = [] } = withdrawal
    expect(landed({ ...deposit, data: (deposit.data ?? data).slice(0, 25) })).toMatchObject({ taken: [7n, 5n] })
    expect(landed({ ...withdrawal, data: data.slice(0, 9) })).toMatchObject({ taken: [9n], brought: [0n, 0n] })
    const padded = [...list.slice(0, 8), ...list.slice(1, 2), ...list.slice(1, 2), ...list.slice(8)]
    expect(landed({ ...withdrawal, accounts: padded })).toMatchObject({ taken: [9n], brought: [7n, 5n] })
    expect(landed({ ...deposit, accounts: (deposit.accounts ?? []).slice(1) })).toBeUndefined()
  })
})
