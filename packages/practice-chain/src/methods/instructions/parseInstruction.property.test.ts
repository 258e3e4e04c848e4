import {
  type Address,
  addressLookupTableProgram,
  associatedTokenProgram,
  encodeBase58,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { upgradeableLoader } from '@tern/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseInstruction } from './parseInstruction.ts'

const accounts = Array.from({ length: 8 }, (_, i) => encodeBase58(new Uint8Array(32).fill(i + 1)) as Address)
const u8 = (value: number) => Uint8Array.of(value)
const u32 = (value: number) => new Uint8Array(new Uint32Array([value]).buffer)

describe('any instruction', () => {
  it('is parsed or left unchanged', () => {
    const programs = [
      ...[systemProgram, tokenProgram, token2022Program, associatedTokenProgram, addressLookupTableProgram],
      ...[
        upgradeableLoader,
        'Stake11111111111111111111111111111111111111',
        'Vote111111111111111111111111111111111111111',
      ],
    ]
    const tag = fc.oneof(
      fc.nat(46).map(u8),
      fc.nat(18).map(u32),
      fc.constantFrom(
        Buffer.from([210, 225, 30, 162, 88, 184, 77, 141]),
        Buffer.from([221, 233, 49, 45, 181, 202, 220, 200]),
      ),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...(programs as Address[])),
        fc.nat(8),
        tag,
        fc.uint8Array({ maxLength: 90 }),
        (program, count, ...data) => {
          const found = parseInstruction(
            { program, accounts: accounts.slice(0, count), data: Buffer.concat(data) },
            null,
          )
          if (found === undefined) return
          expect(found).toMatchObject({
            parsed: { type: expect.any(String), info: expect.toBeOneOf([expect.anything(), null]) },
            stackHeight: null,
          })
          expect(
            JSON.stringify(found, (_, value) =>
              value === undefined ? 'missing' : typeof value === 'bigint' ? 0 : value,
            ),
          ).not.toContain('missing')
        },
      ),
      { numRuns: 5_000 },
    )
  })
})
