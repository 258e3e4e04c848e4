import { AccountRole } from '@solana/kit'
import {
  type Address,
  computeBudgetProgram,
  encodeBase58,
  memoProgram,
  rentExemption,
  systemProgram,
  token2022Program,
} from '@tern/core'
import { recentBlockhashesSysvar } from '@tern/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { balance, latest, memo, openBank, sol, u64 } from '../../test/openBank.ts'
import { signRaw } from '../../test/rawTransaction.ts'
import { type Instruction, newSigner, refusalOf, sign, transfer } from '../../test/transactions.ts'
import { simulatedPrograms } from '../lists/simulatedPrograms.ts'
import type { Bank } from './bank.ts'

const budget = (tag: number, value: bigint, size: number): Instruction => ({
  programAddress: computeBudgetProgram,
  data: Uint8Array.of(tag, ...u64(value).subarray(0, size)),
})
const heapFrame = (bytes: number) => budget(1, BigInt(bytes), 4)
const unitLimit = (units: number) => budget(2, BigInt(units), 4)
const unitPrice = (price: bigint) => budget(3, price, 8)
const sizeLimit = (bytes: number) => budget(4, BigInt(bytes), 4)
const call = (programAddress: Address, data = new Uint8Array()): Instruction => ({ programAddress, data })
const addressOf = (fill: number) => encodeBase58(new Uint8Array(32).fill(fill)) as Address

/** Submits a transaction that must land, successful or failed, and returns its record. */
async function landed(bank: Bank, wire: Uint8Array) {
  const result = await bank.submit(wire, { preflight: 'skip' })
  const record = result.accepted ? bank.transaction(result.signature) : null
  return record ?? expect.fail(JSON.stringify(result, (_, v) => (typeof v === 'bigint' ? `${v}` : v)).slice(0, 200))
}

describe('the fee', () => {
  it('is 5,000 a signature and the priority fee rounded up', async () => {
    const { bank, payer } = await openBank()
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1_000, max: 3_000_000 }), fc.bigInt(0n, 10_000_000n), async (units, price) => {
        const wire = await sign(latest(bank), [payer], [unitLimit(units), unitPrice(price), memo('fee')])
        const before = balance(bank, payer.address)
        const { fee } = await landed(bank, wire)
        const priority = (BigInt(Math.min(units, 1_400_000)) * price + 999_999n) / 1_000_000n
        expect([fee, before - balance(bank, payer.address)]).toEqual([5_000n + priority, 5_000n + priority])
        await bank.tick()
      }),
      { numRuns: 30 },
    )
  })

  it('counts 3,000 units for a built-in program and 200,000 for another program, unless the message sets a limit', async () => {
    const { bank, payer } = await openBank()
    const feeOf = async (...list: Instruction[]) =>
      (await landed(bank, await sign(latest(bank), [payer], [unitPrice(1_000_000n), ...list]))).fee - 5_000n
    expect(await feeOf()).toBe(3_000n)
    expect(await feeOf(transfer(payer.address, payer.address, 1n))).toBe(6_000n)
    expect(await feeOf(memo('a'))).toBe(203_000n)
    expect(await feeOf(...['1', '2', '3', '4', '5', '6', '7'].map(memo))).toBe(1_400_000n)
    expect(await feeOf(unitLimit(123_456), memo('b'))).toBe(123_456n)
  })

  it('is taken neither from a payer without the lamports, nor from an account of another kind', async () => {
    const { bank, payer } = await openBank()
    const poor = await newSigner()
    const use = async () => refusalOf(bank, await sign(latest(bank), [poor], [memo('poor')]))
    const put = (lamports: bigint, owner = systemProgram, data = new Uint8Array()) =>
      bank.setAccount(poor.address, { owner, lamports, data, executable: false })
    expect(await use()).toBe('AccountNotFound')
    put(4_999n)
    expect(await use()).toBe('InsufficientFundsForFee')
    put(sol, token2022Program)
    expect(await use()).toBe('InvalidAccountForFee')
    put(sol, systemProgram, new Uint8Array(3))
    expect(await use()).toBe('InvalidAccountForFee')
    put(rentExemption(0) + 4_999n)
    expect(await use()).toEqual({ InsufficientFundsForRent: { account_index: 0 } })
    const dear = await sign(latest(bank), [payer], [unitLimit(1_400_000), unitPrice(2n ** 64n - 1n), memo('dear')])
    expect(await refusalOf(bank, dear)).toBe('InsufficientFundsForFee')
    expect(bank.simulate(dear)).toMatchObject({ result: { fee: 2n ** 64n - 1n } })
    put(5_000n)
    expect(await use()).toBe(undefined)
    expect(bank.account(poor.address)).toBe(null)
    expect(balance(bank, payer.address)).toBe(100n * sol)
  })
})

describe('compute-budget instructions', () => {
  it('must be unique, well formed and within bounds', async () => {
    const { bank, payer } = await openBank()
    const outcome = async (...list: Instruction[]) => {
      const wire = await sign(latest(bank), [payer], [...list, memo('x')])
      const before = balance(bank, payer.address)
      const result = await bank.submit(wire, { preflight: 'skip' })
      if (result.accepted) return bank.transaction(result.signature)?.err ?? null
      // A wrong budget keeps the transaction from landing, so it costs nothing.
      expect(balance(bank, payer.address)).toBe(before)
      return result.refusal.kind === 'transaction' ? { refused: result.refusal.simulation.err } : result.refusal.kind
    }
    const invalid = (index: number) => ({ refused: { InstructionError: [index, 'InvalidInstructionData'] } })
    expect(await outcome(unitLimit(50_000), unitPrice(1n), heapFrame(64 * 1_024), sizeLimit(1 << 20))).toBe(null)
    expect(await outcome(unitLimit(50_000), unitLimit(60_000))).toEqual({ refused: { DuplicateInstruction: 1 } })
    expect(await outcome(unitPrice(1n), memo('y'), unitPrice(1n))).toEqual({ refused: { DuplicateInstruction: 2 } })
    expect(await outcome(heapFrame(32 * 1_024), heapFrame(32 * 1_024))).toEqual({
      refused: { DuplicateInstruction: 1 },
    })
    for (const bytes of [0, 1_024, 31 * 1_024, 257 * 1_024, 64 * 1_024 + 1])
      expect([bytes, await outcome(heapFrame(bytes))]).toEqual([bytes, invalid(0)])
    for (const bytes of [32 * 1_024, 256 * 1_024])
      expect([bytes, await outcome(heapFrame(bytes))]).toEqual([bytes, null])
    expect(await outcome(sizeLimit(0))).toEqual({ refused: 'InvalidLoadedAccountsDataSizeLimit' })
    expect(await outcome(call(computeBudgetProgram, Uint8Array.of(9)))).toEqual(invalid(0))
    expect(await outcome(unitPrice(1n), call(computeBudgetProgram))).toEqual(invalid(1))
    expect(await outcome(unitLimit(0))).toEqual({ InstructionError: [0, 'ComputationalBudgetExceeded'] })
    expect(await outcome(unitLimit(300))).toEqual({ InstructionError: [1, 'ComputationalBudgetExceeded'] })
  })
})

describe('a transaction whose accounts cannot be loaded', () => {
  it('lands for its fee and does nothing else', async () => {
    const { bank, payer } = await openBank()
    const [to, missing] = [(await newSigner()).address, addressOf(9)]
    const wire = await sign(latest(bank), [payer], [transfer(payer.address, to, sol), call(missing)])
    expect(await refusalOf(bank, wire)).toBe('ProgramAccountNotFound')
    expect(bank.simulate(wire)).toMatchObject({
      result: { err: 'ProgramAccountNotFound', logs: [], unitsConsumed: 0n },
    })
    expect(balance(bank, payer.address)).toBe(100n * sol)
    const record = await landed(bank, wire)
    expect(record).toMatchObject({ err: 'ProgramAccountNotFound', fee: 5_000n, logs: [], computeUnitsConsumed: 0n })
    expect(record.postBalances[0]).toBe(100n * sol - 5_000n)
    expect(balance(bank, payer.address)).toBe(100n * sol - 5_000n)
    expect(bank.account(to)).toBe(null)
    expect(await refusalOf(bank, wire)).toBe('AlreadyProcessed')
    expect(bank.status(record.signature)?.err).toBe('ProgramAccountNotFound')
    expect(await refusalOf(bank, await sign(latest(bank), [payer], [memo('on')]))).toBe(undefined)
    expect(balance(bank, payer.address)).toBe(100n * sol - 10_000n)
  })

  it('names the called account that is not a program', async () => {
    const { bank, payer } = await openBank()
    const errorOf = async (...list: Instruction[]) => (await landed(bank, await sign(latest(bank), [payer], list))).err
    const wallet = await newSigner()
    await bank.airdrop(wallet.address, sol)
    expect(await errorOf(call(wallet.address))).toBe('InvalidProgramForExecution')
    expect(await errorOf(memo('fine'), call(wallet.address), call(addressOf(9)))).toBe('InvalidProgramForExecution')
    expect(await errorOf(memo('fine'), call(addressOf(9)), call(wallet.address))).toBe('ProgramAccountNotFound')
    const upgradeable = 'BPFLoaderUpgradeab1e11111111111111111111111' as Address
    bank.setAccount(addressOf(8), { owner: upgradeable, lamports: sol, executable: false, data: new Uint8Array(40) })
    expect(await errorOf(memo('fine'), call(addressOf(8)))).toEqual({ InstructionError: [1, 'UnsupportedProgramId'] })
    // If the payer cannot pay, that error comes first.
    const poor = await newSigner()
    expect(await refusalOf(bank, await sign(latest(bank), [poor], [call(addressOf(9))]))).toBe('AccountNotFound')
    bank.setAccount(poor.address, { owner: systemProgram, lamports: 10n, executable: false, data: new Uint8Array() })
    const result = await bank.submit(await sign(latest(bank), [poor], [call(addressOf(9))]), { preflight: 'skip' })
    expect(result).toMatchObject({ refusal: { simulation: { err: 'InsufficientFundsForFee' } } })
  })

  it('counts the bytes that it loads: 64 for each account, and the code of its programs', async () => {
    const { bank, payer } = await openBank()
    const large = addressOf(7)
    bank.setAccount(large, { owner: systemProgram, lamports: sol, executable: false, data: new Uint8Array(10_000) })
    const programSize = (address: Address) => {
      const program = bank.account(address) ?? expect.fail('no program')
      const code = program.owner.startsWith('BPFLoaderUpgradeab1e')
        ? 64 + (bank.account(encodeBase58(program.data.subarray(4, 36)) as Address)?.data.length ?? 0)
        : 0
      return 64 + program.data.length + code
    }
    const upgradeable = simulatedPrograms[0]?.address ?? expect.fail('no program')
    const exact = [computeBudgetProgram, memoProgram, upgradeable]
      .map(programSize)
      .reduce((a, b) => a + b, 64 + 64 + 10_000)
    const withLimit = async (bytes: number) => {
      const accounts = [large, upgradeable].map(address => ({ address, role: AccountRole.READONLY }))
      const list = [sizeLimit(bytes), { ...memo('size'), accounts }]
      return (await landed(bank, await sign(latest(bank), [payer], list))).err
    }
    expect(await withLimit(exact - 1)).toBe('MaxLoadedAccountsDataSizeExceeded')
    expect(await withLimit(1)).toBe('MaxLoadedAccountsDataSizeExceeded')
    // The memo program accepts signers only, so it was loaded and ran.
    expect(await withLimit(exact)).toEqual({ InstructionError: [1, 'MissingRequiredSignature'] })
    const twice = await sign(latest(bank), [payer], [sizeLimit(1), sizeLimit(2), memo('twice')])
    expect(await refusalOf(bank, twice)).toEqual({ DuplicateInstruction: 1 })
    const poor = await newSigner()
    expect(await refusalOf(bank, await sign(latest(bank), [poor], [sizeLimit(1)]))).toBe('AccountNotFound')
  })

  it('is undone by a rollback, and may take all of a payer’s lamports', async () => {
    const { bank, payer } = await openBank()
    await bank.tick()
    await landed(bank, await sign(latest(bank), [payer], [call(addressOf(9))]))
    await bank.rollback(1n)
    expect(balance(bank, payer.address)).toBe(100n * sol)
    const all = await newSigner()
    await bank.airdrop(all.address, rentExemption(0))
    bank.setAccount(all.address, { owner: systemProgram, lamports: 5_000n, executable: false, data: new Uint8Array() })
    await landed(bank, await sign(latest(bank), [all], [call(addressOf(9))]))
    expect(bank.account(all.address)).toBe(null)
  })
})

describe('an error in the transaction itself', () => {
  const nothing = { program: 1, accounts: [], data: new Uint8Array() }

  it('is found for any blockhash', async () => {
    const { bank, payer } = await openBank()
    const other = await newSigner()
    const base = { signers: [payer] as const, others: [memoProgram], readonlyOthers: 1 }
    const outcomes = async (raw: Partial<Parameters<typeof signRaw>[0]>) => {
      const fresh = await refusalOf(
        bank,
        await signRaw({ ...base, blockhash: latest(bank), instructions: [nothing], ...raw }),
      )
      const old = await refusalOf(
        bank,
        await signRaw({ ...base, blockhash: addressOf(5), instructions: [nothing], ...raw }),
      )
      expect([undefined, fresh]).toContain(old === 'BlockhashNotFound' ? undefined : old)
      return fresh
    }
    expect(await outcomes({})).toBe(undefined)
    expect(await outcomes({ instructions: [{ ...nothing, program: 0 }] })).toBe('malformed')
    expect(await outcomes({ instructions: [{ ...nothing, program: 2 }] })).toBe('malformed')
    expect(await outcomes({ instructions: [{ ...nothing, accounts: [2] }] })).toBe('malformed')
    expect(await outcomes({ readonlySigners: 1 })).toBe('malformed')
    expect(await outcomes({ readonlyOthers: 2 })).toBe('malformed')
    expect(await outcomes({ instructions: new Array(65).fill(nothing) })).toBe('malformed')
    expect(
      await outcomes({
        instructions: new Array(64).fill({ ...nothing, program: 2 }),
        others: [memoProgram, systemProgram],
      }),
    ).toEqual({
      InstructionError: [0, 'InvalidInstructionData'],
    })
    expect(await outcomes({ lookups: [{ table: memoProgram, writable: [], readonly: [] }] })).toBe('malformed')
    expect(await outcomes({ others: [memoProgram, other.address, other.address] })).toBe('AccountLoadedTwice')
    expect(await outcomes({ lookups: [{ table: other.address, writable: [0], readonly: [] }] })).toBe(
      'AddressLookupTableNotFound',
    )
    expect(await outcomes({ lookups: [{ table: memoProgram, writable: [0], readonly: [] }] })).toBe(
      'InvalidAddressLookupTableOwner',
    )
  })

  it('comes in a cluster’s order: the signature before the age and the duplicate', async () => {
    const { bank, payer } = await openBank()
    const wire = await sign(latest(bank), [payer], [memo('once')])
    const forged = wire.with(9, (wire[9] as number) ^ 1)
    expect(await refusalOf(bank, wire)).toBe(undefined)
    expect(await refusalOf(bank, wire)).toBe('AlreadyProcessed')
    expect(await refusalOf(bank, forged)).toBe('signature')
    expect(bank.simulate(forged, { signatures: 'verify' })).toMatchObject({ refusal: { kind: 'signature' } })
    expect(bank.simulate(forged)).toMatchObject({ result: { err: 'AlreadyProcessed' } })
    const old = await sign(addressOf(5), [payer], [memo('old')])
    expect(await refusalOf(bank, old.with(9, (old[9] as number) ^ 1))).toBe('signature')
    expect(await refusalOf(bank, old)).toBe('BlockhashNotFound')
    const noProgram = await sign(latest(bank), [payer], [call(addressOf(9))])
    const result = await bank.submit(noProgram.with(9, (noProgram[9] as number) ^ 1), { preflight: 'skip' })
    expect(result).toMatchObject({ refusal: { kind: 'signature' } })
  })

  it('is more than 64 locked accounts', async () => {
    const { bank, payer } = await openBank()
    const table = addressOf(77)
    const header = new Uint8Array(56)
    header.set([1, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255])
    const addresses = Array.from({ length: 70 }, (_, i) => new Uint8Array(32).fill(100 + i))
    bank.setAccount(table, {
      owner: 'AddressLookupTab1e1111111111111111111111111' as Address,
      lamports: sol,
      executable: false,
      data: Buffer.concat([header, ...addresses]),
    })
    const locking = (count: number) =>
      signRaw({
        signers: [payer],
        others: [memoProgram],
        readonlyOthers: 1,
        blockhash: latest(bank),
        instructions: [nothing],
        lookups: [{ table, writable: [], readonly: Array.from({ length: count - 2 }, (_, i) => i) }],
      })
    expect(await refusalOf(bank, await locking(64))).toBe(undefined)
    expect(await refusalOf(bank, await locking(65))).toBe('TooManyAccountLocks')
  })

  it('is not a write lock on a sysvar or a program: these stay readonly', async () => {
    const { bank, payer } = await openBank()
    const wire = await signRaw({
      signers: [payer],
      others: [recentBlockhashesSysvar, memoProgram],
      blockhash: latest(bank),
      instructions: [{ program: 2, accounts: [], data: new Uint8Array() }],
    })
    expect((await landed(bank, wire)).err).toBe(null)
    const take = await signRaw({
      signers: [payer],
      others: [recentBlockhashesSysvar, systemProgram],
      blockhash: latest(bank),
      instructions: [
        { program: 2, accounts: [0, 1], data: transfer(payer.address, payer.address, 1n).data as Uint8Array },
      ],
    })
    expect((await landed(bank, take)).err).toEqual({ InstructionError: [0, 'ReadonlyLamportChange'] })
  })
})

describe('rent', () => {
  it('is due for accounts that a transaction leaves behind, and a failure keeps the fee', async () => {
    const { bank, payer } = await openBank()
    const to = (await newSigner()).address
    const wire = await sign(latest(bank), [payer], [transfer(payer.address, to, 890_879n)])
    const record = await landed(bank, wire)
    expect(record.err).toEqual({ InsufficientFundsForRent: { account_index: 1 } })
    expect(record.postBalances.slice(0, 2)).toEqual([100n * sol - 5_000n, 0n])
    expect(bank.account(to)).toBe(null)
    const role = AccountRole.READONLY
    expect(
      await refusalOf(
        bank,
        await sign(
          latest(bank),
          [payer],
          [
            {
              ...transfer(payer.address, to, 1n),
              accounts: [
                { address: payer.address, role: AccountRole.WRITABLE_SIGNER },
                { address: to, role },
              ],
            },
          ],
        ),
      ),
    ).toEqual({
      InstructionError: [0, 'ReadonlyLamportChange'],
    })
  })
})
