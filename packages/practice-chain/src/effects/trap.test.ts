import { type Address, encodeBase58 } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { readTrap } from './trap.ts'

const addressOf = (fill: number): Address => encodeBase58(new Uint8Array(32).fill(fill)) as Address
const [venue, stranger, pool] = [addressOf(11), addressOf(12), addressOf(13)]
const isSimulated = (program: Address) => program === venue

function header(address: Address, lamports: bigint): Uint8Array {
  const bytes = Buffer.alloc(88)
  bytes.set([0xff, 0, 1, 0])
  bytes.set(addressBytes(address), 8)
  bytes.set(addressBytes(venue), 40)
  bytes.writeBigUInt64LE(lamports, 72)
  bytes.writeBigUInt64LE(2n, 80)
  return bytes
}

/**
 * The data line of a trap: digest, program, instruction data, order, awaited note, return data, all lengths, then each
 * account.
 */
function dataLine(program: Address, awaiting?: readonly [Uint8Array, Uint8Array]): string {
  const fields = [
    new Uint8Array(32).fill(1),
    addressBytes(program),
    Uint8Array.of(9),
    Uint8Array.of(0, 0),
    ...(awaiting ?? [new Uint8Array(), new Uint8Array()]),
    new Uint8Array(32),
    header(pool, 5n),
    Uint8Array.of(7, 8),
  ]
  return `Program data: ${fields.map(field => Buffer.from(field).toString('base64')).join(' ')}`
}

const trap = 'custom program error: 0x54524150'
const ending = (program: Address, reason: string) => [
  `Program ${program} consumed 5000 of 200000 compute units`,
  `Program ${program} failed: ${reason}`,
]

describe('a trap', () => {
  it('gives the invocation with each account at its positions', () => {
    const found = readTrap([`Program ${venue} invoke [1]`, dataLine(venue), ...ending(venue, trap)], isSimulated)
    expect(found?.digest).toBe('01'.repeat(32))
    expect(found?.invocation).toMatchObject({ program: venue, data: Uint8Array.of(9) })
    expect(found?.invocation.accounts).toHaveLength(2)
    expect(found?.invocation.accounts[0]).toEqual({
      address: pool,
      owner: venue,
      lamports: 5n,
      isSigner: false,
      isWritable: true,
      isExecutable: false,
      data: Uint8Array.of(7, 8),
    })
  })

  it('gives the input of a continuation after `await`', () => {
    const line = dataLine(venue, [Uint8Array.of(12, 1, 2), Uint8Array.of(...addressBytes(stranger), 3)])
    const [consumed = '', failed = ''] = ending(venue, trap)
    const logs = [`Program ${venue} invoke [1]`, line, consumed, `Program return: ${venue} Aw==`, failed]
    const found = readTrap(logs, isSimulated)
    const returned = { program: stranger, data: Uint8Array.of(3) }
    expect(found?.invocation.awaited).toEqual({ note: Uint8Array.of(1, 2), returned })
  })

  it.each([
    ['fails as one but is nobody’s stand-in', [dataLine(stranger), ...ending(stranger, trap)]],
    ['claims to be another program', [dataLine(venue), ...ending(stranger, trap)]],
    ['speaks of another program', [dataLine(stranger), ...ending(venue, trap)]],
    ['fails with another error', [dataLine(venue), ...ending(venue, 'custom program error: 0x1')]],
    ['wrote such a line earlier', [dataLine(venue), 'Program log: and more', ...ending(venue, trap)]],
    [
      'fails after another program has',
      [...ending(stranger, 'custom program error: 0x1'), dataLine(venue), ...ending(venue, trap)],
    ],
    ['has not failed', [dataLine(venue), `Program ${venue} success`]],
    ['names no program', ['Program data: AAAA AAAA AAAA AAAA', ...ending(venue, trap)]],
  ])('is not read if a program %s', (_, logs) => {
    expect(readTrap(logs, isSimulated)).toBe(undefined)
  })
})
