import {
  appendTransactionMessageInstructions,
  type Blockhash,
  compileTransactionMessage,
  createTransactionMessage,
  decompileTransactionMessage,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  type Instruction,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
} from '@solana/kit'
import { type Address, isTernError } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addresses, addressOf } from '../../test/addresses.ts'
import { compileMessage, transactionSize } from './message.ts'
import { splitBatches } from './split.ts'
import { transferInstruction } from './systemInstructions.ts'

const owner = addressOf(1)
const lifetime = { kind: 'blockhash', blockhash: addressOf(9), lastValidBlockHeight: 150n } as const
const budget = { unitLimit: 200_000, priorityFeeLamports: 0n }
const decode = (bytes: Uint8Array) => {
  const read = decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(bytes))
  return { ...read, instructions: read.instructions as readonly Instruction[] }
}
const blob = (size: number): Instruction => ({ programAddress: addressOf(7), data: new Uint8Array(size) })

const codeOf = (work: () => unknown) => {
  try {
    work()
  } catch (error) {
    return isTernError(error) ? `${error.code}: ${error.message}` : error
  }
  return undefined
}

describe('a message', () => {
  it.each([0, 'legacy'] as const)('decodes to its parts in version %s', version => {
    fc.assert(
      fc.property(fc.array(addresses, { minLength: 1, maxLength: 8 }), receivers => {
        const instructions = receivers.map((to, i) => transferInstruction(owner, to, BigInt(i)))
        const message = compileMessage({ feePayer: owner, lifetime, instructions, version })
        const read = decode(message.bytes)
        expect(read.version).toBe(version)
        expect(read.feePayer.address).toBe(owner)
        expect(read.lifetimeConstraint).toMatchObject({ blockhash: lifetime.blockhash })
        expect(read.instructions.map(({ data }) => Array.from(data ?? []))).toEqual(
          instructions.map(({ data }) => Array.from(data ?? [])),
        )
        expect(message.signers).toEqual([owner])
      }),
    )
  })

  const accounts = fc.array(fc.record({ address: fc.integer({ min: 2, max: 9 }).map(addressOf), role: fc.nat(3) }))
  const anInstruction = fc.record({
    programAddress: fc.integer({ min: 20, max: 23 }).map(addressOf),
    accounts,
    data: fc.uint8Array({ maxLength: 200 }),
  })
  /** Compiles the message with Kit. */
  function compiledByKit(version: 0 | 'legacy', instructions: readonly Instruction[]) {
    const empty = setTransactionMessageFeePayer(owner, createTransactionMessage({ version }))
    const life = { ...lifetime, blockhash: lifetime.blockhash as string as Blockhash }
    const message = setTransactionMessageLifetimeUsingBlockhash(life, empty)
    const compiled = compileTransactionMessage(appendTransactionMessageInstructions(instructions, message))
    return getCompiledTransactionMessageEncoder().encode(compiled)
  }

  it.each([0, 'legacy'] as const)('has the length and meaning of Kit’s message in version %s', version => {
    fc.assert(
      fc.property(fc.array(anInstruction, { minLength: 1, maxLength: 4 }), instructions => {
        const { bytes } = compileMessage({ feePayer: owner, lifetime, instructions, version })
        const theirs = compiledByKit(version, instructions)
        expect(bytes.length).toBe(theirs.length)
        expect(bytes.slice(0, 4)).toEqual(theirs.slice(0, 4))
        expect(decode(bytes)).toEqual(decode(Uint8Array.from(theirs)))
      }),
    )
  })

  it('names accounts of a lookup table by a byte each, but never signers or called programs', () => {
    const table = addressOf(200)
    const entries = fc.uniqueArray(fc.integer({ min: 1, max: 24 }).map(addressOf), { minLength: 3, maxLength: 12 })
    fc.assert(
      fc.property(fc.array(anInstruction, { minLength: 1, maxLength: 4 }), entries, (instructions, inTable) => {
        const lookupTables = [{ address: table, addresses: inTable }]
        const plain = compileMessage({ feePayer: owner, lifetime, instructions })
        const short = compileMessage({ feePayer: owner, lifetime, instructions, lookupTables })
        expect(short.signers).toEqual(plain.signers)
        expect(short.bytes.length).toBeLessThanOrEqual(plain.bytes.length)
        const compiled = getCompiledTransactionMessageDecoder().decode(short.bytes)
        const read = decompileTransactionMessage(compiled, { addressesByLookupTableAddress: { [table]: inTable } })
        const accountsOf = (message: { readonly instructions: readonly Instruction[] }) =>
          message.instructions.map(({ accounts = [], programAddress }) => [
            programAddress,
            ...accounts.map(({ address, role }) => [address, role]),
          ])
        const plainly = decompileTransactionMessage(getCompiledTransactionMessageDecoder().decode(plain.bytes))
        expect(accountsOf(read)).toEqual(accountsOf(plainly))
        if (compiled.version !== 0) expect.fail('of another version')
        const called = new Set(instructions.map(({ programAddress }) => programAddress))
        const lookable = inTable.filter(
          address =>
            !called.has(address) &&
            !plain.signers.includes(address) &&
            instructions.some(({ accounts = [] }) => accounts.some(one => one.address === address)),
        )
        const looked = lookable.length < 2 ? [] : lookable
        expect(looked.filter(address => compiled.staticAccounts.includes(address))).toEqual([])
        expect(plain.bytes.length - short.bytes.length).toBe(looked.length === 0 ? 0 : 31 * looked.length - 34)
      }),
    )
  })

  it('does not look up an address that a table hides', () => {
    const accounts = [5, 6, 7].map(byte => ({ address: addressOf(byte), role: 1 }))
    const instructions = [{ programAddress: addressOf(20), accounts }]
    const compiledWith = (addresses: readonly (Address | undefined)[]) => {
      const lookupTables = [{ address: addressOf(200), addresses }]
      const { bytes } = compileMessage({ feePayer: owner, lifetime, instructions, lookupTables })
      const compiled = getCompiledTransactionMessageDecoder().decode(bytes)
      if (compiled.version !== 0) expect.fail('of another version')
      return compiled
    }
    const { staticAccounts, addressTableLookups } = compiledWith([addressOf(5), undefined, addressOf(7)])
    expect(staticAccounts).toContain(addressOf(6))
    expect(addressTableLookups).toMatchObject([{ writableIndexes: [0, 2] }])
    expect(compiledWith([addressOf(5), undefined, undefined]).addressTableLookups ?? []).toEqual([])
  })

  it('has 64 accounts at most, also if tables make it short', () => {
    const addresses = Array.from({ length: 63 }, (_, i) => addressOf(i + 20))
    const lookupTables = [{ address: addressOf(200), addresses }]
    const compiledWith = (count: number) => {
      const accounts = addresses.slice(0, count).map(address => ({ address, role: 1 }))
      const instructions = [{ programAddress: addressOf(2), accounts }]
      return codeOf(() => compileMessage({ feePayer: owner, lifetime, instructions, lookupTables }))
    }
    expect(compiledWith(62)).toBeUndefined()
    expect(compiledWith(63)).toBe('transaction/tooLarge: item ins too big')
  })

  it('ignores lookup tables in the legacy version', () => {
    const to = addressOf(5)
    const instructions = [transferInstruction(owner, to, 1n), transferInstruction(owner, addressOf(6), 1n)]
    const lookupTables = [{ address: addressOf(200), addresses: [to, addressOf(6)] }]
    const request = { feePayer: owner, lifetime, instructions, version: 'legacy' } as const
    expect(compileMessage({ ...request, lookupTables }).bytes).toEqual(compileMessage(request).bytes)
  })

  it('has version 0 by default', () => {
    const { bytes } = compileMessage({ feePayer: owner, lifetime, instructions: [blob(1)] })
    expect(bytes[0]).toBe(0x80)
  })

  it('stays under 1644 characters of base64: 1230 bytes fit, 1231 do not', () => {
    const sizeWith = (bytes: number) =>
      transactionSize(compileMessage({ feePayer: owner, lifetime, instructions: [blob(bytes)] }))
    const frame = sizeWith(1000) - 1000
    expect(sizeWith(1230 - frame)).toBe(1230)
    expect(codeOf(() => sizeWith(1231 - frame))).toBe('transaction/tooLarge: item ins too big')
  })

  it('needs an instruction', () => {
    expect(codeOf(() => compileMessage({ feePayer: owner, lifetime, instructions: [] }))).toBe(
      'transaction/noInstructions: no instructions provided',
    )
  })
})

describe('splitting', () => {
  const split = (instructions: readonly Instruction[]) =>
    splitBatches({ signers: [owner], lifetime, budget, instructions }).map(({ message }) => message)

  it('keeps every instruction, in order, in as few messages as a greedy packing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof({ weight: 9, arbitrary: fc.nat(60) }, fc.nat(1000)), { minLength: 1, maxLength: 60 }),
        sizes => {
          const messages = split(sizes.map(blob))
          const found: number[][] = []
          for (const message of messages) {
            const { instructions } = decode(message.bytes)
            expect(instructions.length).toBeLessThanOrEqual(12)
            expect(4 * Math.ceil(transactionSize(message) / 3)).toBeLessThan(1644)
            expect(instructions[0]?.data?.[0]).toBe(3)
            expect(instructions[1]?.data?.[0]).toBe(2)
            found.push(instructions.slice(2).map(({ data }) => data?.length ?? 0))
          }
          expect(found.flat()).toEqual(sizes)
          for (const [i, batch] of found.entries()) {
            const next = found[i + 1]?.[0]
            if (next === undefined || batch.length === 10) continue
            expect(split([...batch, next].map(blob)).length).toBeGreaterThan(1)
          }
        },
      ),
      { numRuns: 30 },
    )
  })

  it('rejects an oversized instruction, an empty list, and a request without signers', () => {
    expect(codeOf(() => split([blob(1), blob(1300)]))).toBe('transaction/tooLarge: item ins too big')
    expect(codeOf(() => split([]))).toBe('transaction/noInstructions: no instructions provided')
    expect(codeOf(() => splitBatches({ signers: [], lifetime, budget, instructions: [blob(1)] }))).toBe(
      'transaction/noSigners: no signers provided',
    )
  })
})
