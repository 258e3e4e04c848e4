import { type Address, encodeBase58, isTernError } from '@tern/core'
import { addressBytes, programAddress, sha256 } from '@tern/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../core/test/fuzz.ts'
import { type Entry, extraMetas, hookProgram as hook } from '../test/transferHooks.ts'
import { type DataOf, extraAccounts, extraMetasAddress, type HookedTransfer } from './transferHook.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [source, mint, destination, authority] = [k(1), k(2), k(3), k(4)]
const transfer: HookedTransfer = { mint, source, destination, authority, amount: 0x0102030405060708n }
const metasAddress = await extraMetasAddress(hook, mint)

/** Bytes unique to each account, repeated. */
const dataOf: DataOf = (address, from, to) => {
  const bytes = sha256(addressBytes(address))
  return Uint8Array.from({ length: to - from }, (_, i) => bytes[(from + i) % bytes.length] ?? 0)
}
const namedBy = (entries: readonly Entry[], of: HookedTransfer = transfer, data = dataOf) =>
  extraAccounts({ hook, metas: extraMetas(entries) }, of, data)
const addressesOf = async (...asked: Parameters<typeof namedBy>) => (await namedBy(...asked)).map(one => one.address)
const derived = async (program: Address, ...seeds: (string | Uint8Array)[]) => (await programAddress(program, seeds))[0]
const codeOf = (error: unknown) => (isTernError(error) ? error.code : error)

describe('the accounts that a hook takes', () => {
  it("begin with the interface's discriminator", async () => {
    expect(metasAddress).toBe(await derived(hook, 'extra-account-metas', addressBytes(mint)))
    const begin = sha256(new TextEncoder().encode('spl-transfer-hook-interface:execute')).slice(0, 8)
    expect(extraMetas([]).slice(0, 8)).toEqual(begin)
    expect(await namedBy([])).toEqual([])
    expect(await extraAccounts({ hook, metas: new Uint8Array() }, transfer, dataOf)).toEqual([])
  })

  it('are given, derived from every type of seed, and read from data', async () => {
    const amount = Uint8Array.of(8, 7, 6, 5, 4, 3, 2, 1)
    const literal = k(9)
    const config = await derived(hook, 'config', addressBytes(mint))
    const entries: readonly Entry[] = [
      { at: literal, rights: 2 },
      { derived: [{ literal: 'config' }, { key: 1 }] },
      { derived: [{ key: 0 }, { key: 2 }, { key: 3 }, { key: 4 }], by: 5, rights: 2 },
      { derived: [{ argument: [8, 8] }, { data: [6, 5, 20] }] },
      { keyInData: [6, 0] },
    ]
    expect(await namedBy(entries)).toEqual([
      { address: literal, isSigner: false, isWritable: true },
      { address: config, isSigner: false, isWritable: false },
      {
        address: await derived(
          literal,
          ...[source, destination, authority, metasAddress].map(one => addressBytes(one ?? mint)),
        ),
        ...{ isSigner: false, isWritable: true },
      },
      {
        address: await derived(hook, amount, sha256(addressBytes(config)).subarray(5, 25)),
        ...{ isSigner: false, isWritable: false },
      },
      { address: encodeBase58(sha256(addressBytes(config))), isSigner: false, isWritable: false },
    ])
  })

  it('come only from the entry for transfers, at any position, up to its count', async () => {
    const before = [1, 2, 3, 4, 5, 6, 7, 8, 3, 0, 0, 0, 9, 9, 9]
    const bytes = extraMetas([{ at: k(9) }], before)
    expect(await extraAccounts({ hook, metas: Uint8Array.of(...bytes, 0, 0) }, transfer, dataOf)).toHaveLength(1)
    const uncounted = extraMetas([{ at: k(9) }, { at: k(10) }])
    uncounted[12] = 1
    expect(await extraAccounts({ hook, metas: uncounted }, transfer, dataOf)).toHaveLength(1)
  })

  it('have no more rights than at their earlier place', async () => {
    const rights = async (...entries: Entry[]) =>
      (await namedBy(entries)).map(({ isSigner, isWritable }) => [isSigner, isWritable])
    expect(await rights({ at: authority ?? mint, rights: 3 }, { at: k(9), rights: 3 })).toEqual([
      [false, false],
      [true, true],
    ])
    expect(await rights({ at: k(9) }, { at: k(9), rights: 3 })).toEqual([
      [false, false],
      [false, false],
    ])
    expect(await rights({ at: k(9), rights: 2 }, { at: k(9), rights: 3 })).toEqual([
      [false, true],
      [false, true],
    ])
  })

  it('are unknown while a fact that they need is unknown', async () => {
    const asked: Address[] = []
    const unread: DataOf = address => {
      asked.push(address)
      return undefined
    }
    const entries: readonly Entry[] = [
      { derived: [{ key: 2 }] },
      { derived: [{ key: 5 }] },
      { derived: [{ literal: 'of' }], by: 2 },
      { derived: [{ argument: [8, 8] }] },
      { derived: [{ data: [2, 0, 8] }] },
      { derived: [{ data: [1, 0, 8] }] },
      { derived: [{ argument: [0, 8] }] },
    ]
    const anybody = { ...transfer, destination: undefined, amount: undefined }
    const known = await derived(hook, extraMetas([]).slice(0, 8))
    expect(await addressesOf(entries, anybody, unread)).toEqual([...Array(6).fill(undefined), known])
    expect(asked).toEqual([mint])
  })

  it.each([
    ['a kind that there is not', { at: k(9) }, [[16, 3]]],
    ['a seed that there is not', { derived: [] }, [[17, 5]]],
    ['a seed that is cut off', { derived: [{ literal: new Uint8Array(20) }] }, [[18, 31]]],
    ['an account behind itself', { derived: [{ key: 5 }] }, []],
    ['a program behind itself', { derived: [], by: 5 }, []],
    ['data of an account behind itself', { keyInData: [5, 0] }, []],
    ['an argument that there is not', { derived: [{ argument: [9, 8] }] }, []],
    ['a key in arguments that hold none', { keyInArgument: 0 }, []],
    ['a key in nothing', { keyInData: [1, 0] }, [[17, 0]]],
  ] satisfies [string, Entry, [number, number][]][])('are refused with %s', async (_, entry, changes) => {
    const bytes = extraMetas([entry])
    for (const [at, byte] of changes) bytes[at] = byte
    await expect(extraAccounts({ hook, metas: bytes }, transfer, dataOf)).rejects.toMatchObject({
      code: 'layout/invalidValue',
      facts: expect.objectContaining({ field: 'extra_account_metas[0]' }),
    })
  })

  it('are refused if the data are invalid, truncated, or list more than a transaction can name', async () => {
    const whole = extraMetas([{ at: k(9) }])
    const many = extraMetas(Array.from({ length: 65 }, () => ({ at: k(9) })))
    const long = { derived: [{ data: [1, 0, 33] }] } as const
    const codes = [
      whole.subarray(0, 50),
      whole.with(12, 2),
      whole.with(0, 1),
      whole.subarray(0, 11),
      many,
      extraMetas([long]),
    ].map(bytes => extraAccounts({ hook, metas: bytes }, transfer, () => new Uint8Array(33)).catch(codeOf))
    expect(await Promise.all(codes)).toEqual([
      'layout/wrongSize',
      'layout/wrongSize',
      'layout/wrongDiscriminator',
      'layout/wrongDiscriminator',
      'layout/invalidValue',
      'address/noProgramAddress',
    ])
  })

  it("are resolved or refused with Tern's errors, for any bytes", async () => {
    const kinds = fc.constantFrom(0, 1, 1, 2, 2, 3, 128, 133, 200)
    const seedBytes = fc
      .tuple(kinds, fc.nat(5), fc.uint8Array({ minLength: 33, maxLength: 33 }))
      .map(([kind, seed, rest]) => Uint8Array.of(kind, seed, ...rest.map(byte => (byte < 128 ? byte % 8 : byte))))
    const lists = fc.array(seedBytes, { maxLength: 6 }).map(all => {
      const bytes = extraMetas(all.map(() => ({ at: k(9) })))
      for (const [i, one] of all.entries()) bytes.set(one, 16 + 35 * i)
      return bytes
    })
    const cut = fc.tuple(lists, fc.nat(), fc.nat(255)).map(([bytes, at, byte]) => bytes.with(at % bytes.length, byte))
    await fc.assert(
      fc.asyncProperty(fc.oneof(lists, cut, fc.uint8Array({ maxLength: 200 })), async bytes => {
        const answer = await extraAccounts({ hook, metas: bytes }, transfer, dataOf).catch((error: unknown) => {
          if (isTernError(error) && /^(layout|address)\//.test(error.code)) return []
          throw error
        })
        for (const { address } of answer) expect(address).toBeTypeOf('string')
      }),
      fuzzRuns,
    )
  })
})
