import { AccountRole } from '@solana/instructions'
import { type Address, encodeBase58, memoProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { encodeDeposit, encodeWithdraw } from './liquidityInstructions.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const accounts = {
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

describe('instructions', () => {
  it('have one signer, who is the owner', () => {
    const { accounts: metas = [] } = encodeDeposit(accounts, { lpAmount: 1n, maxAmount0: 2n, maxAmount1: 3n })
    const signers = metas.filter(
      ({ role }) => role === AccountRole.READONLY_SIGNER || role === AccountRole.WRITABLE_SIGNER,
    )
    expect(signers.map(({ address }) => address)).toEqual([k(1)])
  })

  it('withdraw with the memo program at the end', () => {
    expect(encodeWithdraw(accounts, { lpAmount: 1n, minAmount0: 2n, minAmount1: 3n }).accounts?.at(-1)?.address).toBe(
      memoProgram,
    )
  })

  it('refuse amounts that 64 bits do not hold', () => {
    expect(() => encodeDeposit(accounts, { lpAmount: -1n, maxAmount0: 2n, maxAmount1: 3n })).toThrow('u64: -1')
    expect(() => encodeWithdraw(accounts, { lpAmount: 1n, minAmount0: 2n ** 64n, minAmount1: 3n })).toThrow(
      'u64: 18446744073709551616',
    )
  })
})
