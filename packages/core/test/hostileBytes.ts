import fc from 'fast-check'
import { expect } from 'vitest'
import { isTernError } from '../src/errors.ts'

/** `valid` as a hostile node might send it: cut, grown, with bytes changed; or bytes of no origin at all. */
function hostileBytes(valid: Uint8Array): fc.Arbitrary<Uint8Array> {
  const changed = fc
    .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 6 })
    .map(changes => changes.reduce((bytes, [at, byte]) => bytes.with(at, byte), valid))
  return fc.oneof(
    changed,
    fc.tuple(changed, fc.nat(valid.length)).map(([bytes, length]) => bytes.subarray(0, length)),
    fc.tuple(changed, fc.uint8Array({ maxLength: 80 })).map(([bytes, more]) => Uint8Array.of(...bytes, ...more)),
    fc.uint8Array({ maxLength: valid.length + 40 }),
  )
}

/** Whatever the bytes, `read` answers or throws one of Tern's errors whose code begins as told. */
export function expectOnlyTernErrors(valid: Uint8Array, read: (bytes: Uint8Array) => unknown, area: RegExp): void {
  fc.assert(
    fc.property(hostileBytes(valid), bytes => {
      const before = bytes.slice()
      try {
        read(bytes)
      } catch (error) {
        expect(isTernError(error) && area.test(error.code) ? 'one of ours' : error).toBe('one of ours')
      }
      expect(bytes).toEqual(before)
    }),
    { numRuns: 1500 },
  )
}
