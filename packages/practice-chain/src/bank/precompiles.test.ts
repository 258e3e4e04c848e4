import { createSign, generateKeyPairSync } from 'node:crypto'
import { AccountRole } from '@solana/kit'
import { type Address, encodeBase58 } from '@tern/core'
import { instructionsSysvar } from '@tern/core/internal'
import { describe, expect, it } from 'vitest'
import { balance, latest, memo, openBank, sol } from '../../test/openBank.ts'
import { call, openMachine, venue } from '../../test/scriptedMachine.ts'
import { type Instruction, sign } from '../../test/transactions.ts'
import { Script } from '../effects/script.ts'
import type { Bank } from './bank.ts'

const ed25519 = 'Ed25519SigVerify111111111111111111111111111' as Address
const secp256r1 = 'Secp256r1SigVerify1111111111111111111111111' as Address
const secp256k1 = 'KeccakSecp256k11111111111111111111111111111' as Address
const u16 = (...values: number[]) => values.flatMap(value => [value & 255, value >> 8])
const text = new TextEncoder().encode('tern practises')

async function landed(bank: Bank, wire: Uint8Array) {
  const result = await bank.submit(wire, { preflight: 'skip' })
  return (result.accepted ? bank.transaction(result.signature) : null) ?? expect.fail('refused')
}

/** Verifies the same Ed25519 signature of `text` `count` times. All bytes are in the instruction's own data. */
async function ed25519Instruction(count: number): Promise<Instruction> {
  const { publicKey, privateKey } = await crypto.subtle.generateKey('Ed25519', true, ['sign'])
  const key = new Uint8Array(await crypto.subtle.exportKey('raw', publicKey))
  const signature = new Uint8Array(await crypto.subtle.sign('Ed25519', privateKey, text))
  const at = 2 + 14 * count
  const own = 0xffff
  const offsets = Array.from({ length: count }, () => u16(at, own, at + 64, own, at + 96, text.length, own)).flat()
  return { programAddress: ed25519, data: Uint8Array.from([count, 0, ...offsets, ...signature, ...key, ...text]) }
}

/** The Ethereum address of the secp256k1 key of 32 bytes 7, and its signature of the Keccak hash of `text`. */
const ethereumAddress = Buffer.from('4a62316623ad457f02cdc5d997ded67a383ec569', 'hex')
const recoverable = Buffer.from(
  '17be80e1f8e7f5b488c32238d4e14a1907f96894cf4601200471be887d67d2e55e1bb4077c63c9534aaec39e5baacac43b069551d0c5b3a255fd2617e4101e9501',
  'hex',
)

/** Verifies the signature. The instruction must be the transaction's first. */
function secp256k1Instruction(signature: Uint8Array): Instruction {
  const at = 12
  const offsets = [...u16(at), 0, ...u16(at + 65), 0, ...u16(at + 85, text.length), 0]
  return {
    programAddress: secp256k1,
    data: Uint8Array.from([1, ...offsets, ...signature, ...ethereumAddress, ...text]),
  }
}

/** Verifies a P-256 signature of `text`, as passkeys make it. The chain accepts only the smaller value of s. */
function secp256r1Instruction(): Instruction {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const odd = (Buffer.from(y, 'base64url').at(-1) ?? 0) & 1
  const key = Uint8Array.of(2 + odd, ...Buffer.from(x, 'base64url'))
  const signature = createSign('sha256').update(text).sign({ key: privateKey, dsaEncoding: 'ieee-p1363' })
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n
  const s = BigInt(`0x${signature.subarray(32).toString('hex')}`)
  const min = s > order / 2n ? order - s : s
  signature.set(Buffer.from(min.toString(16).padStart(64, '0'), 'hex'), 32)
  const own = 0xffff
  const offsets = u16(16, own, 80, own, 113, text.length, own)
  return { programAddress: secp256r1, data: Uint8Array.from([1, 0, ...offsets, ...signature, ...key, ...text]) }
}

describe('signatures that an instruction verifies', () => {
  it('cost as much as the transaction’s own, valid or not', async () => {
    const { bank, payer } = await openBank()
    const fine = await ed25519Instruction(3)
    const record = await landed(bank, await sign(latest(bank), [payer], [fine]))
    expect([record.err, record.fee]).toEqual([null, 20_000n])
    const data = Uint8Array.from(fine.data ?? [])
    const wrong = data.with(data.length - 1, 0)
    const failed = await landed(bank, await sign(latest(bank), [payer], [{ ...fine, data: wrong }]))
    expect([failed.err, failed.fee]).toEqual([{ InstructionError: [0, { Custom: 2 }] }, 20_000n])
    expect(balance(bank, payer.address)).toBe(100n * sol - 40_000n)
  })

  it('may use Ethereum’s curve', async () => {
    const { bank, payer } = await openBank()
    const record = await landed(bank, await sign(latest(bank), [payer], [secp256k1Instruction(recoverable), memo('x')]))
    expect([record.err, record.fee]).toEqual([null, 10_000n])
    const wrong = new Uint8Array(recoverable).with(3, (recoverable[3] as number) ^ 1)
    const failed = await landed(bank, await sign(latest(bank), [payer], [secp256k1Instruction(wrong)]))
    expect(failed.err).toMatchObject({ InstructionError: [0, { Custom: expect.any(Number) }] })
    expect(failed.fee).toBe(10_000n)
  })
})

describe('passkeys', () => {
  it('are verified on their curve', async () => {
    const { bank, payer } = await openBank()
    const fine = secp256r1Instruction()
    const record = await landed(bank, await sign(latest(bank), [payer], [fine]))
    expect([record.err, record.fee]).toEqual([null, 10_000n])
    const data = Uint8Array.from(fine.data ?? [])
    const failed = await landed(
      bank,
      await sign(latest(bank), [payer], [{ ...fine, data: data.with(data.length - 1, 0) }]),
    )
    expect(failed.err).toEqual({ InstructionError: [0, { Custom: 2 }] })
  })
})

describe('the instructions sysvar', () => {
  it('shows a program the transaction’s instructions and its own position', async () => {
    const seen: Uint8Array[] = []
    const { run } = await openMachine({
      [venue]: ({ accounts }) => {
        seen.push(accounts[0]?.data ?? new Uint8Array())
        return new Script()
      },
    })
    const look = (data: Uint8Array) => call(venue, data, [instructionsSysvar, AccountRole.READONLY])
    expect((await run([memo('first'), look(Uint8Array.of(7, 8, 9))])).err).toBe(null)
    const data = seen[0] ?? new Uint8Array()
    const view = new DataView(data.buffer, data.byteOffset, data.length)
    expect([view.getUint16(0, true), view.getUint16(data.length - 2, true)]).toEqual([2, 1])
    // The second instruction: an account with its flags, the program, the data.
    const second = view.getUint16(4, true)
    expect(view.getUint16(second, true)).toBe(1)
    expect(encodeBase58(data.subarray(second + 3, second + 35))).toBe(instructionsSysvar)
    expect(encodeBase58(data.subarray(second + 35, second + 67))).toBe(venue)
    expect(view.getUint16(second + 67, true)).toBe(3)
    expect([...data.subarray(second + 69, second + 72)]).toEqual([7, 8, 9])
  })
})
