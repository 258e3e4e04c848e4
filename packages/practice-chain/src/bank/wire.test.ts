import { encodeBase58 } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { newSigner, sign, transfer } from '../../test/transactions.ts'
import { isWritableIndex, readWire, readWireMessage } from './wire.ts'

const blockhash = encodeBase58(new Uint8Array(32).fill(3))

describe('a transaction on the wire', () => {
  it('is read as it was written, in both versions', async () => {
    const [payer, to] = await Promise.all([newSigner(), newSigner()])
    for (const version of [0, 'legacy'] as const) {
      const bytes = await sign(blockhash, [payer], [transfer(payer.address, to.address, 5n)], version)
      const wire = readWire(bytes)
      if (typeof wire === 'string') throw new TypeError(wire)
      const { message, signature, messageOffset, blockhashOffset } = wire
      expect(signature).toBe(encodeBase58(bytes.subarray(1, 65)))
      expect(message).toMatchObject({
        version,
        signers: 1,
        blockhash,
        readonlySigners: 0,
        readonlyOthers: 1,
        lookups: [],
      })
      expect(message.accounts.slice(0, 2)).toEqual([payer.address, to.address])
      expect(message.accounts.map((_, i) => isWritableIndex(message, i))).toEqual([true, true, false])
      expect(bytes.subarray(messageOffset)).toEqual(message.bytes)
      expect(encodeBase58(bytes.subarray(blockhashOffset, blockhashOffset + 32))).toBe(blockhash)
      expect(readWireMessage(message.bytes)).toMatchObject({ blockhash })
    }
  })

  it('is a transaction or a reason, for any bytes', async () => {
    const payer = await newSigner()
    const bytes = await sign(blockhash, [payer], [transfer(payer.address, payer.address, 5n)])
    const changed = fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)).map(([at, value]) => bytes.with(at, value))
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), changed), input => {
        const wire = readWire(input)
        if (typeof wire !== 'string') expect(wire.message.accounts.length).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('has no extra bytes, no missing bytes, and only lengths in their shortest form', async () => {
    const payer = await newSigner()
    const bytes = await sign(blockhash, [payer], [transfer(payer.address, payer.address, 5n)])
    expect(readWire(bytes.subarray(0, -1))).toBe('the bytes end too early')
    expect(readWire(Uint8Array.from([...bytes, 0]))).toBe('1 bytes too many')
    expect(readWire(Uint8Array.from([0x81, 0, ...bytes.subarray(1)]))).toBe('no signatures')
    expect(readWire(bytes.with(65, 0x85))).toBe('unknown message version 5')
  })
})
