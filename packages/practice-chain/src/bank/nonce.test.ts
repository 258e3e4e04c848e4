import { AccountRole } from '@solana/kit'
import {
  addressBytes,
  decodeNonceAccount,
  recentBlockhashesSysvar,
  rentExemption,
  rentSysvar,
  systemProgram,
} from '@tern/core'
import { describe, expect, it } from 'vitest'
import { balance, latest, memo, openBank, pass, sol, u64 } from '../../test/openBank.ts'
import { type Instruction, newSigner, refusalOf, sign, transfer } from '../../test/transactions.ts'

describe('durable nonces', () => {
  async function withNonce() {
    const opened = await openBank()
    const { bank, payer } = opened
    const nonce = await newSigner()
    const create: Instruction = {
      programAddress: systemProgram,
      accounts: [
        { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
        { address: nonce.address, role: AccountRole.WRITABLE_SIGNER },
      ],
      data: Buffer.concat([Uint8Array.of(0, 0, 0, 0), u64(rentExemption(80)), u64(80n), new Uint8Array(32)]),
    }
    const initialize: Instruction = {
      programAddress: systemProgram,
      accounts: [
        { address: nonce.address, role: AccountRole.WRITABLE },
        { address: recentBlockhashesSysvar, role: AccountRole.READONLY },
        { address: rentSysvar, role: AccountRole.READONLY },
      ],
      data: Buffer.concat([Uint8Array.of(6, 0, 0, 0), addressBytes(payer.address)]),
    }
    expect(await refusalOf(bank, await sign(latest(bank), [payer, nonce], [create, initialize]))).toBe(undefined)
    const advance: Instruction = {
      programAddress: systemProgram,
      accounts: [
        { address: nonce.address, role: AccountRole.WRITABLE },
        { address: recentBlockhashesSysvar, role: AccountRole.READONLY },
        { address: payer.address, role: AccountRole.READONLY_SIGNER },
      ],
      data: Uint8Array.of(4, 0, 0, 0),
    }
    const value = () => {
      const account = bank.account(nonce.address)
      if (account === null) throw new TypeError('no nonce account')
      return decodeNonceAccount(nonce.address, account).nonce
    }
    return { ...opened, advance, value, nonce }
  }

  it('let a transaction land long after it was signed, once', async () => {
    const { bank, payer, advance, value } = await withNonce()
    const first = value()
    await pass(bank, 400)
    const wire = await sign(first, [payer], [advance, transfer(payer.address, payer.address, 1n)])
    expect(await refusalOf(bank, wire)).toBe(undefined)
    expect(value()).not.toBe(first)
    await pass(bank, 200)
    expect(await refusalOf(bank, wire)).toBe('BlockhashNotFound')
  })

  it('advance, and the fee is paid, when the transaction fails', async () => {
    const { bank, payer, advance, value } = await withNonce()
    const first = value()
    await bank.tick()
    const before = balance(bank, payer.address)
    const wire = await sign(first, [payer], [advance, transfer(payer.address, payer.address, 1_000n * sol)])
    const result = await bank.submit(wire, { preflight: 'skip' })
    expect(result.accepted).toBe(true)
    expect(bank.transaction(result.accepted ? result.signature : '')?.err).toEqual({
      InstructionError: [1, { Custom: 1 }],
    })
    expect(balance(bank, payer.address)).toBe(before - 5_000n)
    expect(value()).not.toBe(first)
    await pass(bank, 200)
    expect(await refusalOf(bank, wire)).toBe('BlockhashNotFound')
  })

  it('do not advance when the preflight refuses the transaction', async () => {
    const { bank, payer, advance, value } = await withNonce()
    const first = value()
    await bank.tick()
    const wire = await sign(first, [payer], [advance, transfer(payer.address, payer.address, 1_000n * sol)])
    expect(await refusalOf(bank, wire)).toEqual({ InstructionError: [1, { Custom: 1 }] })
    expect(value()).toBe(first)
    expect(await refusalOf(bank, await sign(first, [payer], [advance]))).toBe(undefined)
  })

  it('advance once a block: not again before the next blockhash', async () => {
    const { bank, payer, advance } = await withNonce()
    const again = async (text: string) => refusalOf(bank, await sign(latest(bank), [payer], [advance, memo(text)]))
    const notExpired = { InstructionError: [0, { Custom: 7 }] }
    expect(await again('a')).toEqual(notExpired)
    await bank.tick()
    expect(await again('b')).toBe(undefined)
    expect(await again('c')).toEqual(notExpired)
    await bank.tick()
    expect(await again('d')).toBe(undefined)
  })

  it('advance for an old blockhash that the nonce was once made of', async () => {
    const { bank, payer, advance, value } = await withNonce()
    await bank.tick()
    const blockhash = latest(bank)
    expect(await refusalOf(bank, await sign(blockhash, [payer], [advance]))).toBe(undefined)
    const first = value()
    await bank.tick()
    expect(await refusalOf(bank, await sign(blockhash, [payer], [advance, memo('later')]))).toBe(undefined)
    expect(value()).not.toBe(first)
  })

  it('need their authority to sign', async () => {
    const { bank, advance, value } = await withNonce()
    const thief = await newSigner()
    await bank.airdrop(thief.address, sol)
    await bank.tick()
    const stolen = {
      ...advance,
      accounts: [...(advance.accounts ?? []).slice(0, 2), { address: thief.address, role: 2 as const }],
    }
    expect(await refusalOf(bank, await sign(value(), [thief], [stolen]))).toBe('BlockhashNotFound')
  })
})
