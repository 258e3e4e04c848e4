import { type AccountSnapshot, type Address, encodeBase58, systemProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { sortByAddress } from './sortByAddress.ts'

const account: AccountSnapshot = {
  owner: systemProgram,
  lamports: 1n,
  executable: false,
  data: new Uint8Array(),
  slot: 1n,
}
const sorted = async (addresses: readonly Address[]) =>
  Array.from(await sortByAddress(addresses.map(address => [address, account] as const)), ([address]) => address)
const byBytes = (addresses: readonly Address[]) =>
  addresses.toSorted((a, b) => Buffer.compare(addressBytes(a), addressBytes(b)))

/** Many begin with zero bytes, so their texts have different lengths. */
const anyAddress = fc
  .tuple(fc.nat(32), fc.uint8Array({ minLength: 32, maxLength: 32 }))
  .map(([zeros, bytes]) => encodeBase58(bytes.fill(0, 0, zeros)) as Address)

it('sorts addresses by their bytes', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyAddress), async addresses => {
      expect(await sorted(addresses)).toEqual(byBytes(addresses))
    }),
  )
})

it('sorts a long list part by part', async () => {
  const many = Array.from({ length: 20_000 }, (_, i) => {
    const bytes = new Uint8Array(32).fill(7)
    new DataView(bytes.buffer).setUint32(0, Math.imul(i, 2_654_435_761))
    return encodeBase58(bytes) as Address
  })
  expect(await sorted(many)).toEqual(byBytes(many))
})
