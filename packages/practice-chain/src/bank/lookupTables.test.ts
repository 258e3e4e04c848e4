import { AccountRole, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { type Address, addressLookupTableProgram, memoProgram, systemProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { balance, latest, memo, openBank, pass, sol, u64 } from '../../test/openBank.ts'
import { signRaw } from '../../test/rawTransaction.ts'
import { type Instruction, type KeyPairSigner, newSigner, refusalOf, sign, transfer } from '../../test/transactions.ts'
import type { Bank } from './bank.ts'
import { reservedAddresses } from './reservedAddresses.ts'

/** Builds a lookup table of the payer, and the instructions for it. */
async function tableOf(bank: Bank, payer: KeyPairSigner) {
  await bank.tick()
  const recentSlot = bank.slot('confirmed')
  const encoder = getAddressEncoder()
  const [table, bump] = await getProgramDerivedAddress({
    programAddress: addressLookupTableProgram,
    seeds: [encoder.encode(payer.address), u64(recentSlot)],
  })
  const instruction = (tag: number, ...data: Uint8Array[]): Instruction => ({
    programAddress: addressLookupTableProgram,
    accounts: [
      { address: table, role: AccountRole.WRITABLE },
      { address: payer.address, role: AccountRole.READONLY_SIGNER },
      { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
      { address: systemProgram, role: AccountRole.READONLY },
    ],
    data: Buffer.concat([Uint8Array.of(tag, 0, 0, 0), ...data]),
  })
  return {
    table,
    create: instruction(0, u64(recentSlot), Uint8Array.of(bump)),
    extend: (...addresses: Address[]) => instruction(2, u64(BigInt(addresses.length)), ...addresses.map(addressBytes)),
    deactivate: instruction(3),
    close: instruction(4),
    /** Sends 1 SOL to `to`, which is the table's address at `index`. */
    pay: (to: Address, index: number): Instruction => ({
      ...transfer(payer.address, to, sol),
      accounts: [
        { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
        { address: to, role: AccountRole.WRITABLE, addressIndex: index, lookupTableAddress: table } as never,
      ],
    }),
  }
}

describe('lookup tables', () => {
  it('give a transaction its accounts from the slot after they were added', async () => {
    const { bank, payer } = await openBank()
    const { create, extend, pay } = await tableOf(bank, payer)
    const [to, later] = [(await newSigner()).address, (await newSigner()).address]
    const outcome = async (...list: Instruction[]) => refusalOf(bank, await sign(latest(bank), [payer], list))
    expect(await outcome(create, extend(to))).toBe(undefined)
    expect(await outcome(pay(to, 0))).toBe('InvalidAddressLookupTableIndex')
    await bank.tick()
    const result = await bank.submit(await sign(latest(bank), [payer], [pay(to, 0)]))
    expect(balance(bank, to)).toBe(sol)
    const record = bank.transaction(result.accepted ? result.signature : '')
    expect(record?.loadedAddresses).toEqual({ writable: [to], readonly: [] })
    expect(record?.accounts.at(-1)).toBe(to)
    expect(record?.postBalances.at(-1)).toBe(sol)
    expect(record?.writable).toEqual([0, 2])

    expect(await outcome(extend(later))).toBe(undefined)
    expect(await outcome(pay(later, 1))).toBe('InvalidAddressLookupTableIndex')
    expect(await outcome(memo('the older one'), pay(to, 0))).toBe(undefined)
    await bank.tick()
    expect(await outcome(pay(later, 1))).toBe(undefined)
    expect(await outcome(pay(later, 2))).toBe('InvalidAddressLookupTableIndex')
  })

  it('stay usable for 512 blocks after they are deactivated, and can be closed then', async () => {
    const { bank, payer } = await openBank()
    const { create, extend, deactivate, close, pay, table } = await tableOf(bank, payer)
    const to = (await newSigner()).address
    const outcome = async (...list: Instruction[]) => refusalOf(bank, await sign(latest(bank), [payer], list))
    expect(await outcome(create, extend(to))).toBe(undefined)
    await bank.tick()
    expect(await outcome(deactivate)).toBe(undefined)
    expect(await outcome(close)).toEqual({ InstructionError: [0, 'InvalidArgument'] })
    await pass(bank, 400)
    // Slots without blocks do not count.
    await bank.travel({ slots: 1_000n })
    await pass(bank, 111)
    expect(await outcome(pay(to, 0))).toBe(undefined)
    expect(await outcome(memo('still'), close)).toEqual({ InstructionError: [1, 'InvalidArgument'] })
    await bank.tick()
    expect(await outcome(pay(to, 0))).toBe('AddressLookupTableNotFound')
    expect(await outcome(close)).toBe(undefined)
    expect(bank.account(table)).toBe(null)
  })

  it('return after a rollback, and disappear with the block that created them', async () => {
    const { bank, payer } = await openBank()
    const { create, extend, pay, table } = await tableOf(bank, payer)
    const to = (await newSigner()).address
    expect(await refusalOf(bank, await sign(latest(bank), [payer], [create, extend(to)]))).toBe(undefined)
    await bank.tick()
    expect(await refusalOf(bank, await sign(latest(bank), [payer], [pay(to, 0)]))).toBe(undefined)
    await bank.rollback(1n)
    expect(balance(bank, to)).toBe(0n)
    expect(await refusalOf(bank, await sign(latest(bank), [payer], [pay(to, 0)]))).toBe(undefined)
    await bank.rollback(2n)
    expect(bank.account(table)).toBe(null)
    expect(await refusalOf(bank, await sign(latest(bank), [payer], [pay(to, 0)]))).toBe('AddressLookupTableNotFound')
  })
})

describe('a write lock is never granted', () => {
  it('on a reserved address', async () => {
    const { bank, payer } = await openBank()
    for (const address of reservedAddresses) {
      if (address === systemProgram) continue
      const wire = await sign(latest(bank), [payer], [transfer(payer.address, address as Address, sol)])
      const result = await bank.submit(wire, { preflight: 'skip' })
      const record = bank.transaction(result.accepted ? result.signature : '')
      expect([address, record?.err]).toEqual([address, { InstructionError: [0, 'ReadonlyLamportChange'] }])
      expect(record?.writable).toEqual([0])
    }
  })

  it('on a called program', async () => {
    const { bank, payer } = await openBank()
    const wire = await signRaw({
      signers: [payer],
      others: [memoProgram, (await newSigner()).address],
      blockhash: latest(bank),
      instructions: [{ program: 1, accounts: [], data: new Uint8Array() }],
    })
    const result = await bank.submit(wire)
    expect(bank.transaction(result.accepted ? result.signature : '')?.writable).toEqual([0, 2])
  })
})
