import { AccountRole } from '@solana/kit'
import { type Address, decodeNonceAccount, rentExemption, systemProgram } from '@tern/core'
import { addressBytes, recentBlockhashesSysvar, rentSysvar } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { balance, latest, memo, openBank, pass, sol, u64 } from '../../test/openBank.ts'
import { type Instruction, newSigner, refusalOf, sign, transfer } from '../../test/transactions.ts'
import type { Bank } from './bank.ts'

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

  it('let a transaction land long after it was signed, but only once', async () => {
    const { bank, payer, advance, value } = await withNonce()
    const first = value()
    await pass(bank, 400)
    const wire = await sign(first, [payer], [advance, transfer(payer.address, payer.address, 1n)])
    expect(await refusalOf(bank, wire)).toBe(undefined)
    expect(value()).not.toBe(first)
    await pass(bank, 200)
    expect(await refusalOf(bank, wire)).toBe('BlockhashNotFound')
  })

  it('advance and pay the fee even if the transaction fails', async () => {
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

  it('advance only once a block: the next time after the next blockhash', async () => {
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

  it('advance with an old blockhash that their value came from', async () => {
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

  const system = (
    tag: number,
    roles: readonly (readonly [Address, AccountRole])[],
    ...data: Uint8Array[]
  ): Instruction => ({
    programAddress: systemProgram,
    accounts: roles.map(([address, role]) => ({ address, role })),
    data: Buffer.concat([Uint8Array.of(tag, 0, 0, 0), ...data]),
  })
  const withdraw = (nonce: Address, to: Address, authority: Address, lamports: bigint) =>
    system(
      5,
      [
        [nonce, AccountRole.WRITABLE],
        [to, AccountRole.WRITABLE],
        [recentBlockhashesSysvar, AccountRole.READONLY],
        [rentSysvar, AccountRole.READONLY],
        [authority, AccountRole.READONLY_SIGNER],
      ],
      u64(lamports),
    )
  const land = async (bank: Bank, wire: Uint8Array) => {
    const result = await bank.submit(wire, { preflight: 'skip' })
    return result.accepted ? bank.transaction(result.signature) : null
  }

  it('are usable from the block after their creation', async () => {
    const { bank, payer, advance, value } = await withNonce()
    const early = await sign(value(), [payer], [advance, memo('early')])
    expect(await refusalOf(bank, early)).toBe('BlockhashNotFound')
    await bank.tick()
    expect(await refusalOf(bank, early)).toBe(undefined)
    // Its nonce is used up. A cluster checks that before it checks for a duplicate.
    expect(await refusalOf(bank, early)).toBe('BlockhashNotFound')
    expect(await refusalOf(bank, await sign(value(), [payer], [advance, memo('same block')]))).toBe('BlockhashNotFound')
    await bank.tick()
    expect(await refusalOf(bank, await sign(value(), [payer], [advance, memo('next block')]))).toBe(undefined)
    expect(await refusalOf(bank, await sign(payer.address, [payer], [advance]))).toBe('BlockhashNotFound')
  })

  it('count only if the first instruction advances them', async () => {
    const { bank, payer, advance, value } = await withNonce()
    await bank.tick()
    expect(await refusalOf(bank, await sign(value(), [payer], [memo('first'), advance]))).toBe('BlockhashNotFound')
    const readonly = (advance.accounts ?? []).map((account, i) =>
      i === 0 ? { ...account, role: 0 as const } : account,
    )
    expect(await refusalOf(bank, await sign(value(), [payer], [{ ...advance, accounts: readonly }]))).toBe(
      'BlockhashNotFound',
    )
    expect(await refusalOf(bank, await sign(value(), [payer], [advance, memo('second')]))).toBe(undefined)
  })

  it('advance and pay the fee if a program of the transaction is missing', async () => {
    const { bank, payer, advance, value } = await withNonce()
    await bank.tick()
    const first = value()
    const before = balance(bank, payer.address)
    const missing = (await newSigner()).address
    const wire = await sign(first, [payer], [advance, { programAddress: missing }])
    expect(await land(bank, wire)).toMatchObject({ err: 'ProgramAccountNotFound', fee: 5_000n })
    expect(value()).not.toBe(first)
    expect(balance(bank, payer.address)).toBe(before - 5_000n)
    expect(await refusalOf(bank, wire)).toBe('BlockhashNotFound')
    await bank.tick()
    expect(await refusalOf(bank, await sign(value(), [payer], [advance]))).toBe(undefined)
  })

  it('may pay the fee themselves, down to their rent', async () => {
    const { bank, payer, nonce, advance, value } = await withNonce()
    await bank.tick()
    const pay = async (...list: Instruction[]) => sign(value(), [nonce, payer], [advance, ...list])
    expect(await refusalOf(bank, await pay())).toBe('InsufficientFundsForFee')
    await bank.airdrop(nonce.address, 25_000n)
    const values = new Set([value()])
    expect(await land(bank, await pay())).toMatchObject({ err: null, fee: 10_000n })
    expect(balance(bank, nonce.address)).toBe(rentExemption(80) + 15_000n)
    values.add(value())
    await bank.tick()
    const failing = await pay(transfer(payer.address, nonce.address, 1_000n * sol))
    expect(await land(bank, failing)).toMatchObject({ err: { InstructionError: [1, { Custom: 1 }] } })
    expect(balance(bank, nonce.address)).toBe(rentExemption(80) + 5_000n)
    values.add(value())
    expect(values.size).toBe(3)
    await bank.tick()
    expect(await refusalOf(bank, await pay())).toBe('InsufficientFundsForFee')
    // With an ordinary blockhash as well.
    expect(await refusalOf(bank, await sign(latest(bank), [nonce], [memo('pay')]))).toBe(undefined)
    expect(balance(bank, nonce.address)).toBe(rentExemption(80))
    expect(await refusalOf(bank, await sign(latest(bank), [nonce], [memo('more')]))).toBe('InsufficientFundsForFee')
  })

  it('return their lamports, but all of them only in a later block', async () => {
    const { bank, payer, nonce, advance, value } = await withNonce()
    const to = (await newSigner()).address
    const take = async (lamports: bigint) =>
      refusalOf(bank, await sign(latest(bank), [payer], [withdraw(nonce.address, to, payer.address, lamports)]))
    expect(await take(rentExemption(80))).toEqual({ InstructionError: [0, { Custom: 7 }] })
    await bank.airdrop(nonce.address, sol)
    expect(await take(sol + 1n)).toEqual({ InstructionError: [0, 'InsufficientFunds'] })
    expect(await take(sol)).toBe(undefined)
    await bank.tick()
    // A transaction that uses the nonce advances it first, so it cannot empty it.
    const first = value()
    const emptying = await sign(
      first,
      [payer],
      [advance, withdraw(nonce.address, to, payer.address, rentExemption(80))],
    )
    expect((await land(bank, emptying))?.err).toEqual({ InstructionError: [1, { Custom: 7 }] })
    expect(value()).not.toBe(first)
    await bank.tick()
    expect(await take(rentExemption(80))).toBe(undefined)
    expect(bank.account(nonce.address)).toBe(null)
    expect(balance(bank, to)).toBe(sol + rentExemption(80))
  })

  it('can change their authority, and cannot be created twice', async () => {
    const { bank, payer, nonce, advance, value } = await withNonce()
    const heir = await newSigner()
    await bank.airdrop(heir.address, sol)
    await bank.tick()
    const authorize = system(
      7,
      [
        [nonce.address, AccountRole.WRITABLE],
        [payer.address, AccountRole.READONLY_SIGNER],
      ],
      new Uint8Array(addressBytes(heir.address)),
    )
    const first = value()
    expect(await refusalOf(bank, await sign(latest(bank), [payer], [authorize]))).toBe(undefined)
    expect(value()).toBe(first)
    expect(await refusalOf(bank, await sign(first, [payer], [advance]))).toBe('BlockhashNotFound')
    const theirs = (advance.accounts ?? []).with(2, { address: heir.address, role: AccountRole.READONLY_SIGNER })
    expect(await refusalOf(bank, await sign(first, [heir], [{ ...advance, accounts: theirs }]))).toBe(undefined)
    const initialize = system(
      6,
      [
        [nonce.address, AccountRole.WRITABLE],
        [recentBlockhashesSysvar, AccountRole.READONLY],
        [rentSysvar, AccountRole.READONLY],
      ],
      new Uint8Array(addressBytes(payer.address)),
    )
    expect(await refusalOf(bank, await sign(latest(bank), [payer], [initialize]))).toEqual({
      InstructionError: [0, 'InvalidAccountData'],
    })
  })

  it('get their value back after a rollback, so their transaction can land again', async () => {
    const { bank, payer, advance, value } = await withNonce()
    await pass(bank, 200)
    const first = value()
    const wire = await sign(first, [payer], [advance, memo('again')])
    expect(await refusalOf(bank, wire)).toBe(undefined)
    await bank.tick()
    await bank.rollback(2n)
    expect(value()).toBe(first)
    expect(await refusalOf(bank, wire)).toBe(undefined)
    expect(value()).not.toBe(first)
  })
})
