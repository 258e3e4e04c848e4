import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filledAddress } from '../test/filledAddress.ts'
import { assembleTransaction } from './assembleTransaction.ts'
import { decodeBase58, encodeBase58 } from './base58.ts'
import { keyPairOwner } from './keyPairOwner.ts'
import type { Message } from './owner.ts'
import { addressBytes } from './parseAddress.ts'

const lifetime = { kind: 'blockhash', blockhash: filledAddress(9), lastValidBlockHeight: 150n } as const
const messageFor = (signers: Message['signers'], bytes: Uint8Array): Message => ({
  bytes,
  signers,
  feePayer: signers[0] ?? filledAddress(0),
  lifetime,
})
const keyPair = async () => (await crypto.subtle.generateKey('Ed25519', false, ['sign', 'verify'])) as CryptoKeyPair

describe('keyPairOwner', () => {
  it('signs each message for the wire, in order', async () => {
    const keys = await keyPair()
    const owner = await keyPairOwner(keys)
    const messages = [1, 2, 3].map(byte => messageFor([owner.address], new Uint8Array(100 + byte).fill(byte)))
    const signed = await owner.signTransactions(messages)
    expect(signed.map(({ message }) => message)).toEqual(messages)
    for (const { bytes, signature, message } of signed) {
      expect(bytes[0]).toBe(1)
      expect(bytes.subarray(65)).toEqual(message.bytes)
      expect(decodeBase58(signature)).toEqual(bytes.slice(1, 65))
      expect(await crypto.subtle.verify('Ed25519', keys.publicKey, bytes.slice(1, 65), bytes.slice(65))).toBe(true)
    }
  })

  it('has the address of its public key', async () => {
    const keys = await keyPair()
    const owner = await keyPairOwner(keys)
    expect(addressBytes(owner.address)).toEqual(new Uint8Array(await crypto.subtle.exportKey('raw', keys.publicKey)))
  })

  it('signs a message that is a window of a larger buffer, and only that window', async () => {
    const keys = await keyPair()
    const owner = await keyPairOwner(keys)
    const frame = new Uint8Array(50).fill(4)
    const [signed] = await owner.signTransactions([messageFor([owner.address], frame.subarray(10, 20))])
    expect(signed?.bytes.length).toBe(75)
    expect(
      await crypto.subtle.verify('Ed25519', keys.publicKey, signed?.bytes.slice(1, 65) ?? frame, frame.slice(10, 20)),
    ).toBe(true)
  })

  it("signs no message if one is another wallet's, with 'Wallet address does not match'", async () => {
    const owner = await keyPairOwner(await keyPair())
    const own = messageFor([owner.address], new Uint8Array(3))
    for (const signers of [
      [filledAddress(5)],
      [owner.address, filledAddress(5)],
      [filledAddress(5), owner.address],
      [],
    ])
      await expect(owner.signTransactions([own, messageFor(signers, new Uint8Array(3))])).rejects.toThrow(
        'Wallet address does not match',
      )
    expect(await owner.signTransactions([])).toEqual([])
  })
})

describe('assembleTransaction', () => {
  it('writes count, signatures and message, the count as compact-u16', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(1, 127, 128, 129, 255, 256), fc.integer({ min: 1, max: 300 })),
        fc.uint8Array({ maxLength: 50 }),
        (count, bytes) => {
          const signers = Array.from({ length: count }, () => filledAddress(1))
          const signatures = signers.map((_, i) => new Uint8Array(64).fill(i & 255))
          const transaction = assembleTransaction(messageFor(signers, bytes), signatures)
          const prefix = count < 128 ? [count] : [(count & 127) | 128, count >> 7]
          const head = prefix.length
          expect([...transaction.bytes.subarray(0, head)]).toEqual(prefix)
          expect(transaction.bytes.length).toBe(head + 64 * count + bytes.length)
          for (const [i, signature] of signatures.entries())
            expect(transaction.bytes.slice(head + 64 * i, head + 64 * (i + 1))).toEqual(signature)
          expect(transaction.bytes.slice(head + 64 * count)).toEqual(bytes)
          expect(transaction.signature).toBe(encodeBase58(new Uint8Array(64)))
        },
      ),
      { numRuns: 40 },
    )
  })

  it('is identified by the first signature', () => {
    const signatures = [new Uint8Array(64).fill(1), new Uint8Array(64).fill(2)]
    const message = messageFor([filledAddress(1), filledAddress(2)], new Uint8Array(1))
    expect(assembleTransaction(message, signatures).signature).toBe(encodeBase58(new Uint8Array(64).fill(1)))
  })

  it('refuses a wrong number of signatures, or a wrong length', () => {
    const one = messageFor([filledAddress(1)], new Uint8Array(1))
    const signature = new Uint8Array(64)
    const refused = (message: Message, signatures: Uint8Array[], code: string) =>
      expect(() => assembleTransaction(message, signatures)).toThrow(expect.objectContaining({ code }))
    refused(one, [], 'transaction/signatureCount')
    refused(one, [signature, signature], 'transaction/signatureCount')
    refused(messageFor([], new Uint8Array(1)), [], 'transaction/signatureCount')
    for (const length of [0, 63, 65]) refused(one, [new Uint8Array(length)], 'transaction/signatureSize')
  })
})
