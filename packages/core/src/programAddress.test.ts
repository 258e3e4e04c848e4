import { createAddressWithSeed, getProgramDerivedAddress, isOffCurveAddress } from '@solana/addresses'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { filledAddress } from '../test/filledAddress.ts'
import { tokenProgram } from './addresses.ts'
import { encodeBase58 } from './base58.ts'
import { isOnCurve } from './edwardsCurve.ts'
import { parseAddress } from './parseAddress.ts'
import { addressWithSeed, deriveProgramAddress, programAddress } from './programAddress.ts'

const someBytes = (max: number) => fc.uint8Array({ maxLength: max })
const anAddress = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(bytes => parseAddress(encodeBase58(bytes)))

describe('the curve', () => {
  it('has the points that Kit finds on it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), bytes => {
        expect(isOnCurve(bytes)).toBe(!isOffCurveAddress(parseAddress(encodeBase58(bytes))))
      }),
      { numRuns: 500 },
    )
  })

  it('has every public key on it', async () => {
    for (let i = 0; i < 50; i++) {
      const { publicKey } = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair
      expect(isOnCurve(new Uint8Array(await crypto.subtle.exportKey('raw', publicKey)))).toBe(true)
    }
  })
})

describe('addresses that are derived', () => {
  it('match the addresses that Kit derives from program and seeds', async () => {
    await fc.assert(
      fc.asyncProperty(anAddress, fc.array(someBytes(32), { maxLength: 15 }), async (program, seeds) => {
        const expected = await getProgramDerivedAddress({ programAddress: program, seeds })
        expect(await programAddress(program, seeds)).toEqual(expected)
        expect(deriveProgramAddress(program, seeds)).toEqual(expected)
      }),
      { numRuns: 200 },
    )
  })

  it('match the addresses that Kit derives from a base and a seed', async () => {
    await fc.assert(
      fc.asyncProperty(anAddress, fc.string({ maxLength: 8 }), async (base, seed) => {
        expect(await addressWithSeed(base, seed, tokenProgram)).toBe(
          await createAddressWithSeed({ baseAddress: base, programAddress: tokenProgram, seed }),
        )
      }),
    )
  })

  it('have no seed of more than 32 bytes', async () => {
    await expect(addressWithSeed(filledAddress(1), 'x'.repeat(33), tokenProgram)).rejects.toThrow(
      'unable to find a viable program address nonce',
    )
  })
})
