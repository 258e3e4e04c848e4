import fc from 'fast-check'
import { expect } from 'vitest'
import { isTernError } from '../src/errors.ts'

/** The number of random byte strings that each decoder gets. `npm run proof` tries more. */
export const fuzzRuns = { numRuns: process.env.PROOF === '1' ? 5_000 : 1_000 }

/** The max milliseconds of a read, for any bytes. */
const maxMs = 1
/** The max tries. A pause of the machine or a compilation makes a try slow by chance; slow bytes make every try slow. */
const maxTries = 30
const tooSlow = `took longer than ${maxMs} ms, ${maxTries} times`

/**
 * Returns or throws the result of `read`, and fails the test if every try is slow.
 * Each try calls `read` again. A decoder that keeps results is fast at the second try, so give it other bytes in each call
 * to test the first sight of bytes.
 */
export function promptly<T>(read: () => T): T {
  for (let i = 0; i < maxTries; i++) {
    const began = performance.now()
    const isPrompt = () => performance.now() - began < maxMs
    try {
      const answer = read()
      if (isPrompt()) return answer
    } catch (error) {
      if (isPrompt()) throw error
    }
  }
  return expect.fail(tooSlow)
}

/** Does the same for a promise. `read` must not wait for anything but its own work. */
export async function promptlyLater<T>(read: () => Promise<T>): Promise<T> {
  for (let i = 0; i < maxTries; i++) {
    const began = performance.now()
    const isPrompt = () => performance.now() - began < maxMs
    try {
      const answer = await read()
      if (isPrompt()) return answer
    } catch (error) {
      if (isPrompt()) throw error
    }
  }
  return expect.fail(tooSlow)
}

/** Makes bytes of the kinds that a hostile node might send: `valid` cut, grown or with changed bytes, or random bytes. */
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

/** Expects that `read` takes under a millisecond for any bytes, leaves them unchanged, and throws only errors with a code that matches `area`. */
export function expectOnlyTernErrors(valid: Uint8Array, read: (bytes: Uint8Array) => unknown, area: RegExp): void {
  fc.assert(
    fc.property(hostileBytes(valid), bytes => {
      const before = bytes.slice()
      try {
        promptly(() => read(bytes))
      } catch (error) {
        expect(isTernError(error) && area.test(error.code) ? 'one of ours' : error).toBe('one of ours')
      }
      expect(bytes).toEqual(before)
    }),
    fuzzRuns,
  )
}
