import { type Address, encodeBase58 } from '@tern/core'
import { upgradeableLoader } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { parseInstruction } from './parseInstruction.ts'

const accounts = Array.from({ length: 9 }, (_, i) => encodeBase58(new Uint8Array(32).fill(i + 1)) as Address)
const [a, b, c, d, e, f, g, h] = accounts
const olderLoader = 'BPFLoader2111111111111111111111111111111111' as Address

function parsed(program: Address, count: number, data: readonly number[]): unknown {
  const instruction = { program, accounts: accounts.slice(0, count), data: Uint8Array.from(data) }
  const found = parseInstruction(instruction, 1) as
    | { program: string; parsed: { type: string; info: unknown } }
    | undefined
  return found && [found.program, found.parsed.type, found.parsed.info]
}

const write = [1, 0, 0, 0, 7, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 1, 2, 3]

describe('instructions of the loader of upgradeable programs', () => {
  const loader = (count: number, ...data: readonly number[]) =>
    (parsed(upgradeableLoader, count, data) as unknown[] | undefined)?.slice(1)

  it('are parsed in its terms', () => {
    expect(parsed(upgradeableLoader, 2, write)).toEqual([
      'bpf-upgradeable-loader',
      'write',
      { offset: 7, bytes: 'AQID', account: a, authority: b },
    ])
    expect(loader(1, 0, 0, 0, 0)).toEqual(['initializeBuffer', { account: a }])
    expect(loader(2, 0, 0, 0, 0)).toEqual(['initializeBuffer', { account: a, authority: b }])
    expect(loader(8, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0)).toEqual([
      'deployWithMaxDataLen',
      {
        ...{ maxDataLen: 256n, payerAccount: a, programDataAccount: b, programAccount: c, bufferAccount: d },
        ...{ rentSysvar: e, clockSysvar: f, systemProgram: g, authority: h },
      },
    ])
    expect(loader(7, 3, 0, 0, 0)).toEqual([
      'upgrade',
      {
        ...{ programDataAccount: a, programAccount: b, bufferAccount: c, spillAccount: d },
        ...{ rentSysvar: e, clockSysvar: f, authority: g },
      },
    ])
    expect(loader(2, 4, 0, 0, 0)).toEqual(['setAuthority', { account: a, authority: b, newAuthority: null }])
    expect(loader(3, 4, 0, 0, 0)).toEqual(['setAuthority', { account: a, authority: b, newAuthority: c }])
    expect(loader(3, 5, 0, 0, 0)).toEqual(['close', { account: a, recipient: b, authority: c, programAccount: null }])
    expect(loader(2, 6, 0, 0, 0, 9, 0, 0, 0)).toEqual([
      'extendProgram',
      { additionalBytes: 9, programDataAccount: a, programAccount: b, systemProgram: null, payerAccount: null },
    ])
    expect(loader(3, 7, 0, 0, 0)).toEqual(['setAuthorityChecked', { account: a, authority: b, newAuthority: c }])
  })

  it('are left unchanged if a part is missing', () => {
    expect(loader(1, ...write)).toBeUndefined()
    expect(loader(2, ...write.slice(0, -1))).toBeUndefined()
    expect(loader(7, 2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0)).toBeUndefined()
    expect(loader(8, 200, 0, 0, 0)).toBeUndefined()
    expect(loader(2, 1, 0, 0, 0, 7, 0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 255)).toBeUndefined()
  })
})

it('instructions of the older loader are parsed, too', () => {
  expect(parsed(olderLoader, 1, write.with(0, 0))).toEqual([
    'bpf-loader',
    'write',
    { offset: 7, bytes: 'AQID', account: a },
  ])
  expect(parsed(olderLoader, 2, [1, 0, 0, 0])).toEqual(['bpf-loader', 'finalize', { account: a }])
  expect(parsed(olderLoader, 1, [1, 0, 0, 0])).toBeUndefined()
})
