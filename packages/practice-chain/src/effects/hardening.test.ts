import { AccountRole } from '@solana/kit'
import { type Address, systemProgram, tokenProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { forwarder, forwarderData } from '../../test/onChain/forwarder.ts'
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
import { mailbox, mailboxSlots } from './mailbox.ts'
import { Script } from './script.ts'

const { WRITABLE, READONLY, READONLY_SIGNER } = AccountRole
const computeBudget = 'ComputeBudget111111111111111111111111111111' as Address
const trapCode = 0x54524150

const unitLimit = (units: number) => {
  const data = new Uint8Array(5)
  data[0] = 2
  new DataView(data.buffer).setUint32(1, units, true)
  return call(computeBudget, data)
}

const forward = (...data: readonly number[]) => forwarderData('forward', Uint8Array.from(data))

describe('an ordinary on-chain program', () => {
  it('calls a simulated program, and sees its writes and its return data', async () => {
    const { vm, run } = await openMachine({
      [venue]: ({ data, accounts }) => {
        expect(accounts[0]).toMatchObject({ address: pool, isWritable: true, isSigner: false })
        return new Script().write(0, 3, data).returnData(Uint8Array.of(8, 9))
      },
    })
    vm.addProgram(stranger, forwarder)
    const data = forwarderData('relay', Uint8Array.of(5, 6))
    const result = await run([call(stranger, data, [venue, READONLY], [pool, WRITABLE])])
    expect(result.err).toBe(null)
    expect([...dataOf(vm, pool).subarray(2, 6)]).toEqual([7, 5, 6, 7])
    expect(result.logs).toContain(`Program data: ${Buffer.of(8, 9).toString('base64')}`)
    expect(result.readInner()).toMatchObject([{ index: 0, instructions: [{ stackHeight: 2 }] }])
  })

  it('passes a simulated program’s error on, and the transaction changes nothing', async () => {
    const { vm, run } = await openMachine({ [venue]: () => new Script().write(0, 0, Uint8Array.of(1)).fail(6004) })
    vm.addProgram(stranger, forwarder)
    const result = await run([call(stranger, forward(), [venue, READONLY], [pool, WRITABLE])])
    expect(result.err).toEqual({ InstructionError: [0, { Custom: 6004 }] })
    expect(dataOf(vm, pool)[0]).toBe(7)
  })

  it('can stand between simulated programs, at every depth that the runtime allows', async () => {
    const seen: string[] = []
    const { vm, run } = await openMachine({
      [venue]: ({ data }) => {
        seen.push(`venue ${data[0]}`)
        return data[0] === 1
          ? new Script().cpi({
              program: 1,
              accounts: [{ position: 2 }, { position: 0, isWritable: true }],
              data: forward(2),
            })
          : new Script().write(0, 0, Uint8Array.of(data[0] ?? 0))
      },
      [otherVenue]: ({ accounts: [account] }) => {
        seen.push(`other ${account?.data[0]}`)
        return new Script()
          .cpi({ program: 1, accounts: [{ position: 0, isWritable: true }], data: Uint8Array.of(2) })
          .cpi({ program: 1, accounts: [{ position: 0, isWritable: true }], data: Uint8Array.of(3) })
      },
    })
    vm.addProgram(stranger, forwarder)
    // other → venue works twice. venue → forwarder → venue is refused: the runtime allows only a direct call to itself.
    const twice = await run([call(otherVenue, 0, [pool, WRITABLE], [venue, READONLY])])
    expect(twice.err).toBe(null)
    expect(seen).toEqual(['other 7', 'venue 2', 'venue 3'])
    expect(dataOf(vm, pool)[0]).toBe(3)
    const again = await run([call(venue, 1, [pool, WRITABLE], [stranger, READONLY], [venue, READONLY])])
    expect(again.err).toEqual({ InstructionError: [0, 'ReentrancyNotAllowed'] })
    const deep = forward(2)
    const three = await run([
      call(stranger, deep, [otherVenue, READONLY], [pool, WRITABLE], [venue, READONLY], [stranger, READONLY]),
    ])
    expect(three.err).toBe(null)
    expect(three.readInner()[0]?.instructions.map(({ stackHeight }) => stackHeight)).toEqual([2, 3, 3])
  })

  it('cannot emit an event of a simulated program: only the program’s own address signs for an event', async () => {
    const { vm, run, payer } = await openMachine({ [venue]: () => new Script() })
    vm.addProgram(stranger, forwarder)
    const { address: authority } = findProgramAddress(venue, [Buffer.from('__event_authority')])
    const event = Uint8Array.from(Buffer.from('e445a52e51cb9a1d0102', 'hex'))
    const error = async (...accounts: Parameters<typeof call>[2][]) =>
      (await run([call(venue, event, ...accounts)])).err
    const custom = (code: number) => ({ InstructionError: [0, { Custom: code }] })
    expect(await error()).toEqual(custom(3005))
    expect(await error([authority, READONLY])).toEqual(custom(2002))
    expect(await error([payer.address, READONLY_SIGNER])).toEqual(custom(2006))
    const relayed = forwarderData('forward', event)
    expect((await run([call(stranger, relayed, [venue, READONLY], [payer.address, READONLY_SIGNER])])).err).toEqual(
      custom(2006),
    )
  })
})

describe('a lie', () => {
  /** The fields that a trap of `venue` logs for a call with `pool`. */
  const fields = (digest: number): readonly Uint8Array[] => [
    new Uint8Array(32).fill(digest),
    addressBytes(venue),
    Uint8Array.of(1),
    new Uint8Array(),
    new Uint8Array(),
    new Uint8Array(),
    new Uint8Array(32),
  ]
  const pretending = (parts: readonly Uint8Array[]) =>
    forwarderData(
      'pretend',
      Buffer.concat([Uint8Array.of(parts.length), ...parts.flatMap(part => [Uint8Array.of(part.length, 0), part])]),
    )

  it('in the exact form of a trap makes no program decide', async () => {
    let asked = 0
    const { vm, run } = await openMachine({
      [venue]: () => {
        asked++
        return new Script()
      },
      [otherVenue]: () => new Script().cpi({ program: 0, accounts: [], data: pretending(fields(1)) }),
    })
    vm.addProgram(stranger, forwarder)
    const trap = { InstructionError: [0, { Custom: trapCode }] }
    expect((await run([call(stranger, pretending(fields(1)))])).err).toEqual(trap)
    expect((await run([call(otherVenue, 0, [stranger, READONLY])])).err).toEqual(trap)
    expect(asked).toBe(0)
  })

  it('before a true trap does not change that trap', async () => {
    const { vm, run } = await openMachine({
      [venue]: ({ data }) => new Script().write(0, 0, data),
      // A script may log any data.
      [otherVenue]: () =>
        new Script()
          .logData(Buffer.concat(fields(2)))
          .cpi({ program: 1, accounts: [{ position: 0, isWritable: true }], data: Uint8Array.of(66) }),
    })
    const result = await run([call(otherVenue, 0, [pool, WRITABLE], [venue, READONLY])])
    expect(result.err).toBe(null)
    expect(dataOf(vm, pool)[0]).toBe(66)
  })

  it('about the program that owns the code ends the transaction as that program’s own error', async () => {
    const { run } = await openMachine({ [venue]: () => new Script().logData(Buffer.from('x')).fail(trapCode) })
    const result = await run([call(venue, 1, [pool, WRITABLE])])
    expect(result.err).toEqual({ InstructionError: [0, { Custom: trapCode }] })
  })

  it('about the end of the instruction data names another invocation', async () => {
    const seen: string[] = []
    const { run } = await openMachine({
      [venue]: ({ data, accounts }) => {
        seen.push(`${data.length} ${accounts.length}`)
        return new Script()
      },
    })
    // With the order of the accounts after it, both read 9, 0, 0.
    const result = await run([
      call(venue, Uint8Array.of(9), [pool, READONLY], [pool, READONLY]),
      call(venue, Uint8Array.of(9, 0), [pool, READONLY]),
    ])
    expect(result.err).toBe(null)
    expect(seen).toEqual(['1 2', '2 1'])
  })
})

describe('the mailbox', () => {
  it('cannot be written by a user: the runtime makes every sysvar readonly', async () => {
    const { vm, run, payer } = await openMachine({ [venue]: () => new Script() })
    vm.addProgram(stranger, forwarder)
    const before = vm.account(mailbox)
    const paid = await run([transfer(payer.address, mailbox, 1n), call(venue, 1)])
    expect(paid.err).toEqual({ InstructionError: [0, 'ReadonlyLamportChange'] })
    const written = await run([
      call(venue, 1),
      call(stranger, forwarderData('overwrite', Uint8Array.of(1)), [mailbox, WRITABLE]),
    ])
    expect(written.err).toMatchObject({ InstructionError: [1, expect.anything()] })
    expect(vm.account(mailbox)).toEqual(before)
  })

  it('fails a simulated program that gets it as an account, because it differs in each run', async () => {
    let asked = 0
    const { run, payer, vm } = await openMachine({
      [venue]: () => {
        asked++
        return new Script().write(0, 0, Uint8Array.of(1))
      },
    })
    const result = await run([call(venue, 1, [pool, WRITABLE]), call(venue, 2, [pool, WRITABLE], [mailbox, READONLY])])
    expect(result.err).toEqual({ InstructionError: [1, 'ProgramFailedToComplete'] })
    expect(asked).toBe(1)
    expect(dataOf(vm, pool)[0]).toBe(7)
    expect(vm.account(payer.address)?.lamports).toBe(100n * sol - 5_000n)
  })

  it('holds as many scripts as a transaction can have invocations; an additional script fails the program', async () => {
    // Waits again and again, each time with another note.
    const { run } = await openMachine({
      [venue]: ({ data, awaited }) => {
        const [turn = 0] = awaited?.note ?? []
        const max = (data[0] ?? 0) - 1
        return turn < max ? new Script().await(Uint8Array.of(turn + 1)) : new Script().log(`after ${turn}`)
      },
    })
    const max = await run([unitLimit(1_400_000), call(venue, mailboxSlots, [pool, WRITABLE])])
    expect(max.err).toBe(null)
    expect(max.logs).toContain(`Program log: after ${mailboxSlots - 1}`)
    const more = await run([unitLimit(1_400_000), call(venue, mailboxSlots + 1, [pool, WRITABLE])])
    expect(more.err).toEqual({ InstructionError: [1, 'ProgramFailedToComplete'] })
  })
})

describe('a script that waits', () => {
  it('goes on from the accounts and the return data of its call', async () => {
    const ask = [{ position: 0 }, { position: 1, isWritable: true }]
    const { vm, run } = await openMachine({
      [venue]: ({ awaited, accounts: [first, second] }) => {
        const turn = awaited?.note[0] ?? 0
        if (turn > 0) {
          expect(awaited?.returned).toEqual({ program: otherVenue, data: Uint8Array.of(2 * (2 + turn)) })
          expect([...(first?.data.subarray(0, 3) ?? [])]).toEqual([7, 1, turn === 1 ? 7 : 3])
        }
        if (turn === 2) return new Script().write(0, 3, second?.data ?? new Uint8Array())
        const written = new Script().write(
          0,
          1 + turn,
          turn === 0 ? Uint8Array.of(1) : (second?.data ?? new Uint8Array()),
        )
        return written.cpi({ program: 2, accounts: ask, data: Uint8Array.of(4) }).await(Uint8Array.of(turn + 1))
      },
      [otherVenue]: ({ accounts: [, account] }) => {
        const next = (account?.data[0] ?? 0) + 1
        return new Script().write(1, 0, Uint8Array.of(next)).returnData(Uint8Array.of(2 * next))
      },
    })
    vm.setAccount(record, { owner: otherVenue, lamports: sol, executable: false, data: Uint8Array.of(2) })
    const result = await run([call(venue, 1, [pool, WRITABLE], [record, WRITABLE], [otherVenue, READONLY])])
    expect(result.err).toBe(null)
    expect([...dataOf(vm, pool).subarray(0, 5)]).toEqual([7, 1, 3, 4, 7])
  })

  it('loses all its effects if it fails after waiting', async () => {
    const { vm, run } = await openMachine({
      [venue]: ({ awaited }) =>
        awaited === undefined
          ? new Script().write(0, 0, Uint8Array.of(1)).await(new Uint8Array())
          : new Script().fail(6001),
    })
    const result = await run([call(venue, 1, [pool, WRITABLE])])
    expect(result.err).toEqual({ InstructionError: [0, { Custom: 6001 }] })
    expect(dataOf(vm, pool)[0]).toBe(7)
  })
})

describe('a limit', () => {
  it('on the script’s length fails the program and logs the reason', async () => {
    const { vm, run } = await openMachine({
      [venue]: () => {
        const script = new Script()
        for (let i = 0; i < 15; i++) script.write(0, 0, new Uint8Array(100)).log('x'.repeat(1_000))
        return script
      },
    })
    const result = await run([call(venue, 1, [pool, WRITABLE])])
    expect(result.err).toEqual({ InstructionError: [0, 'ProgramFailedToComplete'] })
    expect(result.logs.join('\n')).toContain('bytes')
    expect(dataOf(vm, pool)[0]).toBe(7)
  })

  it('on compute units that cannot pay for a trap fails the program', async () => {
    let asked = 0
    const { vm, run, payer, put } = await openMachine({
      [venue]: () => {
        asked++
        return new Script().write(0, 0, Uint8Array.of(1))
      },
    })
    put(record, systemProgram, sol, new Uint8Array(10_000))
    const accounts = [
      [pool, WRITABLE],
      [record, READONLY],
    ] as const
    const poor = await run([unitLimit(9_000), call(venue, 1, ...accounts)])
    expect(poor.err).toEqual({ InstructionError: [1, 'ComputationalBudgetExceeded'] })
    expect([asked, dataOf(vm, pool)[0]]).toEqual([0, 7])
    expect(vm.account(payer.address)?.lamports).toBe(100n * sol - 5_000n)
    expect((await run([unitLimit(30_000), call(venue, 1, ...accounts)])).err).toBe(null)
  })

  it('on compute units that the effects exceed fails the program', async () => {
    const { vm, run } = await openMachine({
      [venue]: () => new Script().write(0, 0, Uint8Array.of(1)).consume(50_000),
    })
    const result = await run([unitLimit(20_000), call(venue, 1, [pool, WRITABLE])])
    expect(result.err).toEqual({ InstructionError: [1, 'ComputationalBudgetExceeded'] })
    expect(result.unitsConsumed).toBe(20_000n)
    expect(dataOf(vm, pool)[0]).toBe(7)
  })

  it('on effects: a call of an unlisted program, or a call that the called program refuses, fails the transaction', async () => {
    const { vm, run } = await openMachine({
      [venue]: ({ data }) =>
        data[0] === 1
          ? new Script().cpi({ program: 9, accounts: [], data: Uint8Array.of(1) })
          : new Script().cpi({ program: 1, accounts: [], data: Uint8Array.of(1) }),
    })
    expect((await run([call(venue, 1, [pool, WRITABLE])])).err).toMatchObject({
      InstructionError: [0, expect.anything()],
    })
    expect((await run([call(venue, 2, [pool, WRITABLE], [tokenProgram, READONLY])])).err).toMatchObject({
      InstructionError: [0, expect.anything()],
    })
    expect(dataOf(vm, pool)[0]).toBe(7)
  })
})

describe('the same transaction', () => {
  it('has the same outcome to the byte on another machine', async () => {
    const outcome = async () => {
      const { vm, run } = await openMachine({
        [venue]: ({ accounts: [account] }) =>
          new Script()
            .write(0, 0, Uint8Array.of((account?.data[0] ?? 0) + 1))
            .log('done')
            .consume(12_345),
      })
      const one = call(venue, 1, [pool, WRITABLE])
      const { err, logs, unitsConsumed, readInner } = await run([one, one, one])
      return { err, logs, unitsConsumed, innerInstructions: readInner(), data: dataOf(vm, pool) }
    }
    expect(await outcome()).toEqual(await outcome())
  })
})
