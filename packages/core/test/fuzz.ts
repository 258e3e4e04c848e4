import fc from 'fast-check'
import { expect } from 'vitest'
import { isTernError } from '../src/errors.ts'

/** Random byte strings of each kind that every decoder meets: enough in every run, more in `npm run proof`. */
export const fuzzRuns = { numRuns: process.env.PROOF === '1' ? 5_000 : 1_000 }

/** Reading takes no longer, whatever the bytes. */
const mostMs = 1
/** How often it may have: machines pause, and code is compiled. What the bytes are to blame for comes again each time. */
const mostTries = 30
const tooSlow = `took longer than ${mostMs} ms, ${mostTries} times`

/**
 * What `read` answers or throws, when it takes no longer than reading may. Each try calls it again: what keeps what it once worked out
 * is prompt the second time, so `read` gives it what was not seen before, each time something else, where first sight is to be prompt.
 */
export function promptly<T>(read: () => T): T {
  for (let i = 0; i < mostTries; i++) {
    const began = performance.now()
    const isPrompt = () => performance.now() - began < mostMs
    try {
      const answer = read()
      if (isPrompt()) return answer
    } catch (error) {
      if (isPrompt()) throw error
    }
  }
  return expect.fail(tooSlow)
}

/** The same of what answers later: it waits for nothing but its own work. */
export async function promptlyLater<T>(read: () => Promise<T>): Promise<T> {
  for (let i = 0; i < mostTries; i++) {
    const began = performance.now()
    const isPrompt = () => performance.now() - began < mostMs
    try {
      const answer = await read()
      if (isPrompt()) return answer
    } catch (error) {
      if (isPrompt()) throw error
    }
  }
  return expect.fail(tooSlow)
}

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

/** Whatever the bytes, `read` answers or throws one of Tern's errors whose code begins as told, in under a millisecond. */
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
