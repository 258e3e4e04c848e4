import { AccountRole } from '@solana/kit'
import { rentExemption, systemProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { u64 } from '../../test/openBank.ts'
import {
  call,
  dataOf,
  openMachine,
  otherVenue,
  pool,
  record,
  sol,
  stranger,
  venue,
} from '../../test/scriptedMachine.ts'
import { transfer } from '../../test/transactions.ts'
import { findProgramAddress } from '../programs/findProgramAddress.ts'
import { effectsProgram } from './effectsProgram.ts'
import { mailbox } from './mailbox.ts'
import { Script, self } from './script.ts'

const { WRITABLE, READONLY, WRITABLE_SIGNER } = AccountRole

describe('effects', () => {
  it('are carried out in order, under the user’s own signature and message', async () => {
    const { vm, run, payer } = await openMachine({
      [venue]: () =>
        new Script()
          .log('Instruction: Trade')
          .write(0, 10, Uint8Array.of(1, 2, 3))
          .logData(Buffer.from('event'))
          .returnData(Buffer.from('bye'))
          .consume(30_000),
    })
    const before = vm.account(payer.address)?.lamports ?? 0n
    const result = await run([call(venue, 1, [pool, WRITABLE])])
    expect(result.err).toBe(null)
    expect([...dataOf(vm, pool).subarray(9, 14)]).toEqual([7, 1, 2, 3, 7])
    expect(result.logs).toContain('Program log: Instruction: Trade')
    expect(result.logs).toContain(`Program data: ${Buffer.from('event').toString('base64')}`)
    expect(result.returnData).toMatchObject({ program: venue, data: Uint8Array.from(Buffer.from('bye')) })
    expect(Number(result.unitsConsumed)).toBeGreaterThan(29_900)
    expect(Number(result.unitsConsumed)).toBeLessThan(30_200)
    expect(before - (vm.account(payer.address)?.lamports ?? 0n)).toBe(5_000n)
  })

  it('include calls that a program address signs, and accounts that it opens', async () => {
    const { address, seeds } = findProgramAddress(venue, [Buffer.from('record')])
    const { vm, run, payer } = await openMachine({
      [venue]: () => {
        const create = Buffer.concat([Buffer.alloc(4), u64(rentExemption(10)), u64(10n), addressBytes(venue)])
        const both = [
          { position: 0, isWritable: true, isSigner: true },
          { position: 1, isWritable: true, isSigner: true },
        ]
        return new Script().cpi({ program: 2, accounts: both, data: create }, [seeds]).write(1, 0, Uint8Array.of(42))
      },
    })
    const result = await run([
      call(venue, 1, [payer.address, WRITABLE_SIGNER], [address, WRITABLE], [systemProgram, READONLY]),
    ])
    expect(result.err).toBe(null)
    expect(vm.account(address)).toMatchObject({ owner: venue, lamports: rentExemption(10) })
    expect(dataOf(vm, address)[0]).toBe(42)
    expect(result.readInner()).toMatchObject([{ index: 0, instructions: [{ stackHeight: 2 }] }])
  })

  it('include an event by a call to itself', async () => {
    const { address, seeds } = findProgramAddress(venue, [Buffer.from('__event_authority')])
    const event = Buffer.from('e445a52e51cb9a1d0102', 'hex')
    const { run } = await openMachine({
      [venue]: () =>
        new Script().cpi({ program: self, accounts: [{ position: 1, isSigner: true }], data: event }, [seeds]),
    })
    const result = await run([call(venue, 1, [pool, WRITABLE], [address, READONLY], [venue, READONLY])])
    expect(result.err).toBe(null)
    expect(result.readInner()[0]?.instructions[0]?.data).toEqual(new Uint8Array(event))
  })

  it('move lamports out of its accounts, resize them and give them away', async () => {
    const { vm, run, payer } = await openMachine({
      [venue]: ({ data }) =>
        data[0] === 1
          ? new Script().resize(0, 140).write(0, 130, Uint8Array.of(5)).moveLamports(0, 1, 1_000n)
          : new Script()
              .moveLamports(0, 1, sol - 1_000n)
              .resize(0, 0)
              .assign(0, systemProgram),
    })
    const accounts = [
      [pool, WRITABLE],
      [payer.address, WRITABLE_SIGNER],
    ] as const
    expect((await run([call(venue, 1, ...accounts)])).err).toBe(null)
    expect(dataOf(vm, pool)).toHaveLength(140)
    expect([dataOf(vm, pool)[110], dataOf(vm, pool)[130]]).toEqual([0, 5])
    expect((await run([call(venue, 2, ...accounts)])).err).toBe(null)
    expect(vm.account(pool)).toBe(null)
    expect(vm.account(payer.address)?.lamports).toBe(101n * sol - 10_000n)
  })

  it('that end in an error change nothing but the fee', async () => {
    const { vm, run, payer } = await openMachine({
      [venue]: ({ data }) => {
        const script = new Script().write(0, 0, Uint8Array.of(1))
        return data[0] === 1 ? script : data[0] === 2 ? script.fail(6005) : script.panic()
      },
    })
    const failing = await run([call(venue, 1, [pool, WRITABLE]), call(venue, 2, [pool, WRITABLE])])
    expect(failing.err).toEqual({ InstructionError: [1, { Custom: 6005 }] })
    expect(dataOf(vm, pool)[0]).toBe(7)
    expect(vm.account(payer.address)?.lamports).toBe(100n * sol - 5_000n)
    const panicking = await run([call(venue, 3, [pool, WRITABLE])])
    expect(panicking.err).toEqual({ InstructionError: [0, 'ProgramFailedToComplete'] })
  })

  it('are refused by the runtime if the program has no right to them', async () => {
    const { vm, put, run } = await openMachine({
      [venue]: () => new Script().write(0, 0, Uint8Array.of(1)).moveLamports(0, 1, 5n),
    })
    put(record, stranger, sol, new Uint8Array(10))
    const result = await run([call(venue, 1, [record, WRITABLE], [pool, WRITABLE])])
    expect(result.err).toMatchObject({ InstructionError: [0, expect.anything()] })
    expect(dataOf(vm, record)[0]).toBe(0)
  })

  it('reach an account that is listed twice', async () => {
    const { vm, run } = await openMachine({
      [venue]: ({ accounts }) => {
        expect(accounts[0]).toBe(accounts[2])
        return new Script().resize(2, 120).write(0, 119, Uint8Array.of(9))
      },
    })
    expect((await run([call(venue, 1, [pool, WRITABLE], [systemProgram, READONLY], [pool, WRITABLE])])).err).toBe(null)
    expect(dataOf(vm, pool)[119]).toBe(9)
  })
})

describe('an invocation', () => {
  it('is decided from the state after the instructions before it', async () => {
    const seen: [number, bigint][] = []
    const { vm, run, payer } = await openMachine({
      [venue]: ({ accounts: [account] }) => {
        seen.push([account?.data[0] ?? 0, account?.lamports ?? 0n])
        return new Script().write(0, 0, Uint8Array.of((account?.data[0] ?? 0) + 1))
      },
    })
    const one = call(venue, 1, [pool, WRITABLE])
    const result = await run([one, transfer(payer.address, pool, 5n), one, one])
    expect(result.err).toBe(null)
    expect(seen).toEqual([
      [7, sol],
      [8, sol + 5n],
      [9, sol + 5n],
    ])
    expect(dataOf(vm, pool)[0]).toBe(10)
  })

  it('can come from another simulated program, and is decided when its turn comes', async () => {
    const { vm, run } = await openMachine({
      [otherVenue]: ({ accounts: [account] }) =>
        new Script().cpi({
          program: 1,
          accounts: [{ position: 0, isWritable: true }],
          data: Uint8Array.of(account?.data[0] ?? 0),
        }),
      [venue]: ({ data }) => new Script().write(0, 1, Uint8Array.of((data[0] ?? 0) * 2)),
    })
    const result = await run([call(otherVenue, 1, [pool, WRITABLE], [venue, READONLY])])
    expect(result.err).toBe(null)
    expect(dataOf(vm, pool)[1]).toBe(14)
  })

  it('is decided again if anything in its input differs the next time', async () => {
    const seen: number[] = []
    const { vm, put, run } = await openMachine({
      [venue]: ({ accounts: [account] }) => {
        seen.push(account?.data[50] ?? 0)
        return new Script().write(0, 0, Uint8Array.of(account?.data[50] ?? 0))
      },
    })
    let runs = 0
    const result = await run([call(venue, 1, [pool, WRITABLE])], () => {
      runs++
      if (runs < 3) put(pool, venue, sol, new Uint8Array(100).fill(50 + runs))
    })
    expect(result.err).toBe(null)
    expect(seen).toEqual([7, 51, 52])
    expect(dataOf(vm, pool)[0]).toBe(52)
  })

  it('leaves the mailbox empty', async () => {
    const { vm, run } = await openMachine({ [venue]: () => new Script().write(0, 0, Uint8Array.of(1)) })
    const before = vm.account(mailbox)
    await run([call(venue, 1, [pool, WRITABLE])])
    expect(vm.account(mailbox)).toEqual(before)
  })
})

describe('a program that is not simulated', () => {
  it('cannot fake a trap', async () => {
    let asked = 0
    const { vm, run } = await openMachine({
      [venue]: () => {
        asked++
        return new Script()
      },
    })
    vm.addProgram(stranger, effectsProgram)
    const result = await run([call(stranger, 1, [pool, WRITABLE])])
    expect(result.err).toEqual({ InstructionError: [0, { Custom: 0x54524150 }] })
    expect(asked).toBe(0)
  })

  it('gains nothing by carrying a script in its data', async () => {
    const { vm, run } = await openMachine({ [venue]: ({ data }) => new Script().fail(data.length) })
    const script = new Script().write(0, 0, Uint8Array.of(66)).bytes()
    const result = await run([{ ...call(venue, 0, [pool, WRITABLE]), data: script }])
    expect(result.err).toEqual({ InstructionError: [0, { Custom: script.length }] })
    expect(dataOf(vm, pool)[0]).toBe(7)
  })
})

describe('a script', () => {
  it('is refused if it is longer than the heap that it is read into', () => {
    const script = new Script()
    for (let i = 0; i < 15; i++) script.write(0, 0, new Uint8Array(1_000))
    expect(() => script.bytes()).toThrow('take 15120 of at most 13144 bytes')
  })
})
