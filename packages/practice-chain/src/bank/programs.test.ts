import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AccountRole, getAddressEncoder, getProgramDerivedAddress } from '@solana/kit'
import { type Address, rentExemption, systemProgram } from '@tern/core'
import { addressBytes, clockSysvar, rentSysvar, upgradeableLoader } from '@tern/core/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { forwarder } from '../../test/onChain/forwarder.ts'
import { latest, memo, openBank, u64 } from '../../test/openBank.ts'
import { type Instruction, type KeyPairSigner, newSigner, refusalOf, sign } from '../../test/transactions.ts'
import { effectsProgram } from '../effects/effectsProgram.ts'
import type { Bank } from './bank.ts'
import { createBank } from './createBank.ts'

const { READONLY, READONLY_SIGNER, WRITABLE, WRITABLE_SIGNER } = AccountRole

const instruction = (
  programAddress: Address,
  accounts: readonly (readonly [Address, AccountRole])[],
  ...data: Uint8Array[]
): Instruction => ({
  programAddress,
  accounts: accounts.map(([address, role]) => ({ address, role })),
  data: Buffer.concat(data),
})
const tag = (value: number) => Uint8Array.of(value, 0, 0, 0)

/** Prepares a deployment of `elf` as `program`: sets a buffer account, and returns the two instructions. */
async function deployment(bank: Bank, payer: KeyPairSigner, program: KeyPairSigner, elf: Uint8Array) {
  const buffer = (await newSigner()).address
  const data = Buffer.concat([tag(1), Uint8Array.of(1), addressBytes(payer.address), elf])
  bank.setAccount(buffer, { owner: upgradeableLoader, lamports: rentExemption(data.length), executable: false, data })
  const [programData] = await getProgramDerivedAddress({
    programAddress: upgradeableLoader,
    seeds: [getAddressEncoder().encode(program.address)],
  })
  const create = instruction(
    systemProgram,
    [
      [payer.address, WRITABLE_SIGNER],
      [program.address, WRITABLE_SIGNER],
    ],
    tag(0),
    u64(rentExemption(36)),
    u64(36n),
    new Uint8Array(addressBytes(upgradeableLoader)),
  )
  const deploy = instruction(
    upgradeableLoader,
    [
      [payer.address, WRITABLE_SIGNER],
      [programData, WRITABLE],
      [program.address, WRITABLE],
      [buffer, WRITABLE],
      [rentSysvar, READONLY],
      [clockSysvar, READONLY],
      [systemProgram, READONLY],
      [payer.address, READONLY_SIGNER],
    ],
    tag(2),
    u64(20_000n),
  )
  return { list: [create, deploy], buffer, programData }
}

async function upgrade(bank: Bank, payer: KeyPairSigner, program: Address, programData: Address, elf: Uint8Array) {
  const buffer = (await newSigner()).address
  const data = Buffer.concat([tag(1), Uint8Array.of(1), addressBytes(payer.address), elf])
  bank.setAccount(buffer, { owner: upgradeableLoader, lamports: rentExemption(data.length), executable: false, data })
  return instruction(
    upgradeableLoader,
    [
      [programData, WRITABLE],
      [program, WRITABLE],
      [buffer, WRITABLE],
      [payer.address, WRITABLE],
      [rentSysvar, READONLY],
      [clockSysvar, READONLY],
      [payer.address, READONLY_SIGNER],
    ],
    tag(3),
  )
}

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'programs-'))
})
afterEach(() => rmSync(dataDir, { recursive: true }))

describe('a program that a user deploys', () => {
  const called = { InstructionError: [0, { Custom: 1 }] }

  it('can be called until its block is abandoned', async () => {
    const { bank, payer } = await openBank({ dataDir })
    const program = await newSigner()
    await bank.tick()
    const { list, buffer, programData } = await deployment(bank, payer, program, forwarder)
    await bank.tick()
    let text = 0
    const call = async (on = bank) => {
      const unknown = { programAddress: program.address, data: Uint8Array.of(99) }
      return refusalOf(on, await sign(latest(on), [payer], [unknown, memo(`${text++}`)]))
    }
    expect(await call()).toBe('ProgramAccountNotFound')
    expect(await refusalOf(bank, await sign(latest(bank), [payer, program], list))).toBe(undefined)
    await bank.tick()
    expect(await call()).toEqual(called)
    expect(bank.account(program.address)?.executable).toBe(true)

    await bank.rollback(2n)
    expect(bank.account(program.address)).toBe(null)
    expect(bank.account(programData)).toBe(null)
    expect(bank.account(buffer)).not.toBe(null)
    expect(await call()).toBe('ProgramAccountNotFound')
    expect(await refusalOf(bank, await sign(latest(bank), [payer, program], list))).toBe(undefined)
    await bank.tick()
    expect(await call()).toEqual(called)

    // An upgrade replaces the code, and calls run the new code.
    const upgraded = await upgrade(bank, payer, program.address, programData, effectsProgram)
    expect(await refusalOf(bank, await sign(latest(bank), [payer], [upgraded]))).toBe(undefined)
    await bank.tick()
    const trapped = { InstructionError: [0, { Custom: 0x54524150 }] }
    expect(await call()).toEqual(trapped)

    const again = await createBank({ dataDir, slotMs: 0, now: () => 1_790_000_000_000 })
    expect(await call(again)).toEqual(trapped)
    await again.close()
    const closed = await createBank({ dataDir, slotMs: 0, now: () => 1_790_000_000_000 })
    expect(await call(closed)).toEqual(trapped)
    await closed.close()
  })

  it('may have its account set before its code', async () => {
    const { bank, payer } = await openBank({ dataDir })
    const program = (await newSigner()).address
    const seeds = [getAddressEncoder().encode(program)]
    const [programData] = await getProgramDerivedAddress({ programAddress: upgradeableLoader, seeds })
    const put = (address: Address, executable: boolean, ...data: Uint8Array[]) => {
      const all = Buffer.concat(data)
      const lamports = rentExemption(all.length)
      bank.setAccount(address, { owner: upgradeableLoader, lamports, executable, data: all })
    }
    put(program, true, tag(2), addressBytes(programData))
    put(programData, false, tag(3), new Uint8Array(41), forwarder)
    await bank.tick()
    const call = async (on: Bank) =>
      refusalOf(on, await sign(latest(on), [payer], [{ programAddress: program, data: Uint8Array.of(99) }]))
    expect(await call(bank)).toEqual(called)
    const again = await createBank({ dataDir, slotMs: 0, now: () => 1_790_000_000_000 })
    expect(await call(again)).toEqual(called)
    await again.close()
  })

  it('can be closed, and is open again after a rollback', async () => {
    const { bank, payer } = await openBank({ dataDir })
    const program = await newSigner()
    const { list, programData } = await deployment(bank, payer, program, forwarder)
    expect(await refusalOf(bank, await sign(latest(bank), [payer, program], list))).toBe(undefined)
    await bank.tick()
    let text = 0
    const call = async (on = bank) => {
      const unknown = { programAddress: program.address, data: Uint8Array.of(99) }
      return refusalOf(on, await sign(latest(on), [payer], [unknown, memo(`${text++}`)]))
    }
    expect(await call()).toEqual(called)
    const close = instruction(
      upgradeableLoader,
      [
        [programData, WRITABLE],
        [payer.address, WRITABLE],
        [payer.address, READONLY_SIGNER],
        [program.address, WRITABLE],
      ],
      tag(5),
    )
    expect(await refusalOf(bank, await sign(latest(bank), [payer], [close]))).toBe(undefined)
    await bank.tick()
    const closed = { InstructionError: [0, 'UnsupportedProgramId'] }
    expect(await call()).toEqual(closed)
    const again = await createBank({ dataDir, slotMs: 0, now: () => 1_790_000_000_000 })
    expect(await call(again)).toEqual(closed)
    await again.close()
    await bank.rollback(2n)
    expect(await call()).toEqual(called)
  })
})
