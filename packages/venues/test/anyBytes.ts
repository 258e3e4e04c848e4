import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  encodeBase58,
  encodeBase64,
  isTernError,
  wrappedNativeMint,
} from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns, promptly, promptlyLater } from '../../core/test/fuzz.ts'
import { readEffects } from '../src/effects/index.ts'
import { readLanded } from '../src/effects/readLanded.ts'
import { type ExecutedEffects, readEvents, readExecuted } from '../src/read.ts'
import type { Pool } from '../src/venue.ts'
import { declaredEffects } from './declaredEffects.ts'
import { newcomer } from './newcomer.ts'
import { caseOf, documentedRefusals, numbered, type PoolCase, parties, seeds } from './venueContract.ts'

/** A layout of accounts, instructions or events: its discriminator and its decoder. */
interface Layout {
  readonly discriminator: Uint8Array
  /** Set if its fields have fixed offsets. */
  readonly size?: number
  decode(data: Uint8Array): unknown
}

function isLayout(value: unknown): value is Layout {
  return typeof value === 'object' && value !== null && 'decode' in value && 'discriminator' in value
}

/** Returns the functions that decode a whole account. */
function decodersOf(folder: object): readonly ((data: Uint8Array) => unknown)[] {
  const named = Object.entries(folder).filter(([name, value]) => /^decode[A-Z]/.test(name) && value.length === 1)
  return named.map(([, decode]) => decode)
}

/** A way to damage bytes. */
type Harm = (data: Uint8Array) => Uint8Array

const flips: fc.Arbitrary<Harm> = fc.array(fc.nat(), { minLength: 1, maxLength: 8 }).map(bits => data => {
  const changed = Uint8Array.from(data)
  for (const bit of bits) {
    const at = bit % (8 * Math.max(1, changed.length))
    changed[at >> 3] = (changed[at >> 3] ?? 0) ^ (1 << (at & 7))
  }
  return changed
})
/** Replaces a number by the min, the max, or a value next to a limit. */
const borders: fc.Arbitrary<Harm> = fc
  .record({
    at: fc.nat(),
    size: fc.constantFrom(1, 2, 4, 8, 16, 32),
    value: fc.constantFrom([0, 0], [255, 255], [255, 127], [0, 128], [1, 0], [254, 255]),
  })
  .map(({ at, size, value: [low = 0, high = 0] }) => data => {
    const changed = Uint8Array.from(data)
    const from = at % Math.max(1, changed.length)
    const middle = low === high || low === 255 ? low : 0
    for (let i = 0; i < size && from + i < changed.length; i++)
      changed[from + i] = i === 0 ? low : i === size - 1 ? high : middle
    return changed
  })
const cuts: fc.Arbitrary<Harm> = fc.nat().map(n => data => data.slice(0, n % (data.length + 1)))
const growths: fc.Arbitrary<Harm> = fc
  .uint8Array({ minLength: 1, maxLength: 300 })
  .map(more => data => Uint8Array.from([...data, ...more]))
/** Replaces all bytes except the discriminator. */
const replacements: fc.Arbitrary<Harm> = fc
  .record({ noise: fc.uint8Array({ minLength: 1, maxLength: 64 }), kept: fc.constantFrom(0, 8, 8, 8) })
  .map(
    ({ noise, kept }) =>
      data =>
        data.map((byte, i) => (i < kept ? byte : (noise[i % noise.length] ?? 0))),
  )
const harms = fc.oneof(flips, borders, cuts, growths, replacements)

/** Returns a reader's result, or `undefined` for Tern's error. @throws any other error. */
function attempt<T>(read: () => T): T | undefined {
  try {
    return promptly(read)
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

async function attemptLater<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read()
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

const amounts = fc
  .integer({ min: 1, max: 64 })
  .chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))

function harmed({ accounts }: PoolCase, done: readonly { readonly account: number; readonly harm: Harm }[]) {
  const changed = new Map(accounts)
  const keys = [...accounts.keys()]
  for (const { account: n, harm } of done) {
    const key = keys[n % keys.length] as Address
    const account = changed.get(key)
    if (account) changed.set(key, { ...account, data: harm(account.data) } satisfies AccountSnapshot)
  }
  return changed
}

async function openHarmed(one: PoolCase, accounts: AccountSet): Promise<Pool | undefined> {
  await attemptLater(() => promptlyLater(() => one.venue.accountsToRead(one.address, accounts, one.mint)))
  return attempt(() => one.venue.open(one.address, accounts, one.mint))
}

/** Checks that quotes of an opened pool are 64-bit amounts or documented refusals. */
function quoteBothWays(pool: Pool, { clock }: PoolCase, amount: bigint): void {
  for (const { mint } of pool.tokens)
    for (const asked of [{ exactIn: amount }, { exactOut: amount }]) {
      try {
        const { amountIn, amountOut } = promptly(() => pool.quote({ tokenIn: mint, ...asked }, clock))
        for (const value of [amountIn, amountOut]) expect(BigInt.asUintN(64, value)).toBe(value)
      } catch (error) {
        expect(isTernError(error) ? error.code : error).toMatch(documentedRefusals)
      }
    }
}

async function swapsOf(one: PoolCase) {
  const pool = one.venue.open(one.address, one.accounts, one.mint)
  const made = pool.tokens.map(({ mint }) =>
    attemptLater(async () =>
      pool.swap(pool.quote({ tokenIn: mint, exactIn: 1_000_000n }, one.clock), 0n, { ...parties, pick: () => 0 }),
    ),
  )
  return (await Promise.all(made)).flatMap(swap => swap ?? [])
}

const anyAddresses = Array.from({ length: 60 }, (_, i) => encodeBase58(new Uint8Array(32).fill(i + 1)) as Address)

/** Replaces the trader by a new address, because readers cache addresses that they derived for others. */
function byNewcomer(accounts: readonly Address[]): readonly Address[] {
  const trader = newcomer()
  return accounts.map(address => (address === parties.owner ? trader : address))
}

/** Lists every address in the effects of an instruction. */
function addressesOf(read: Partial<ExecutedEffects> | undefined): readonly Address[] {
  if (read === undefined) return []
  const { named = [], takes = [], brings = [], opens = [], closes = [], signs = [], handedOn = [], mints = [] } = read
  const sides = [...takes, ...brings].flatMap(({ account, mint }) => (mint === 'byTerms' ? [account] : [account, mint]))
  const single = [read.pool, read.into, read.to, read.config, read.creator, read.wallet].flatMap(one => one ?? [])
  return [
    ...[...named, ...sides, ...signs, ...handedOn, ...mints, ...single, ...(read.pools ?? [])],
    ...opens.map(({ account }) => account),
    ...closes.flatMap(({ account, destination }) => [account, destination]),
  ]
}

/**
 * Checks that readers of any bytes return a result or throw an error of the catalogue, in under a millisecond.
 * Covers accounts (`accountsToRead`, `open`, quotes and each decoder), instructions and events.
 * @param folder everything that the venue's `index.ts` exports.
 */
export function anyBytes(name: string, cases: fc.Arbitrary<PoolCase>, folder: object): void {
  const layouts = Object.values(folder).filter(isLayout)
  const decoders = decodersOf(folder)
  const numberedCase = numbered(seed => caseOf(cases, seed))
  const programs = numberedCase(0).venue.programs
  const beginnings = fc.constantFrom(...layouts.map(one => one.discriminator), new Uint8Array())
  const noise = fc
    .tuple(beginnings, fc.uint8Array({ maxLength: 400 }))
    .map(([begin, rest]) => Uint8Array.from([...begin, ...rest]))
  // Mostly zeros: lengths of texts and lists that fit into the rest.
  const sparse = fc.uint8Array({ minLength: 1, maxLength: 400 }).map(all => all.map(byte => (byte < 200 ? 0 : byte)))
  const records = fc
    .tuple(fc.constantFrom(...layouts), fc.oneof(sparse, fc.uint8Array({ minLength: 1, maxLength: 64 })))
    .map(([{ discriminator, size, decode }, filling]) => {
      const record = new Uint8Array(size ?? discriminator.length + filling.length)
      for (let i = 0; i < record.length; i++) record[i] = filling[i % filling.length] ?? 0
      record.set(discriminator)
      return { record, decode }
    })

  describe(`${name} reads any bytes`, () => {
    it('of accounts: a pool opens and quotes, or throws a documented error', async () => {
      const done = fc.array(fc.record({ account: fc.nat(), harm: harms }), { minLength: 1, maxLength: 3 })
      await fc.assert(
        fc.asyncProperty(seeds, done, amounts, async (seed, harmsDone, amount) => {
          const one = numberedCase(seed)
          const { unseen } = one
          if (unseen) attempt(() => one.venue.open(one.address, unseen(), one.mint))
          const pool = await openHarmed(one, harmed(one, harmsDone))
          if (pool !== undefined) quoteBothWays(pool, one, amount)
        }),
        fuzzRuns,
      )
    })

    it('of records: a decoder returns a record, or throws a documented error', () => {
      fc.assert(
        fc.property(seeds, fc.nat(), harms, noise, records, (seed, n, harm, bytes, { record, decode }) => {
          const accounts = [...numberedCase(seed).accounts.values()]
          const account = harm(accounts[n % accounts.length]?.data ?? new Uint8Array())
          const harmedRecord = harm(record)
          for (const decode of decoders) for (const data of [account, harmedRecord]) attempt(() => decode(data))
          for (const data of [bytes, record, harmedRecord]) attempt(() => decode(data))
        }),
        fuzzRuns,
      )
    })

    it("of instructions: a result names only the instruction's own accounts", async () => {
      const swaps = numbered(seed => swapsOf(numberedCase(seed)))
      const lists = fc.option(fc.nat(40))
      await fc.assert(
        fc.asyncProperty(seeds, fc.nat(), harms, noise, lists, async (seed, n, harm, bytes, count) => {
          const made = await swaps(seed)
          const swap = made[n % Math.max(1, made.length)]
          const own = swap?.accounts?.map(({ address }) => address) ?? []
          const accounts = Array.from({ length: count ?? own.length }, (_, i) => own[i] ?? parties.owner)
          for (const data of [bytes, harm(Uint8Array.from(swap?.data ?? []))])
            for (const program of programs) {
              const executed = attempt(() => readExecuted({ program, accounts, data }, one => one))
              for (const address of addressesOf(executed))
                expect([...accounts, program, wrappedNativeMint]).toContain(address)
              attempt(() => readExecuted({ program, accounts: byNewcomer(accounts), data }))
            }
        }),
        fuzzRuns,
      )
    })

    const declared = declaredEffects.filter(one => one.programs.some(program => programs.includes(program)))
    const layouts = declared.flatMap(({ programs, effects }) =>
      effects.map(({ layout }) => ({ program: programs[0] as Address, begins: layout.discriminator })),
    )
    it("of any instruction with effects: a result names only the instruction's own accounts", () => {
      const rest = fc.uint8Array({ maxLength: 400 })
      const lists = fc.array(fc.constantFrom(...anyAddresses), { maxLength: 40 })
      const lengths = fc.constantFrom('exact', 'atLeast', 'named')
      fc.assert(
        fc.property(
          fc.constantFrom(...layouts),
          rest,
          harms,
          lists,
          lengths,
          (layout, rest, harm, accounts, length) => {
            const { program, begins } = layout
            const whole = Uint8Array.from([...begins, ...rest])
            for (const data of [whole, harm(whole)]) {
              const one = { program, accounts, data }
              const read = promptly(() => (length === 'exact' ? readEffects(one) : readLanded(one, length)))
              // An address in the data is not an account.
              for (const address of addressesOf(read && { ...read, walletsInData: [] }))
                expect([...accounts, program, wrappedNativeMint]).toContain(address)
              promptly(() => readExecuted({ program, accounts, data }))
            }
          },
        ),
        fuzzRuns,
      )
    })

    it('of events: a result is events or nothing', async () => {
      const [program] = programs
      if (program === undefined) return
      const swaps = numbered(seed => swapsOf(numberedCase(seed)))
      await fc.assert(
        fc.asyncProperty(
          seeds,
          fc.oneof(
            noise,
            records.map(({ record }) => record),
          ),
          harms,
          async (seed, begun, harm) => {
            const bytes = harm(begun)
            const instructions = (await swaps(seed)).map(({ accounts = [], data = [] }) => ({
              program,
              accounts: accounts.map(({ address }) => address),
              data: harm(Uint8Array.from(data)),
            }))
            const written = `Program data: ${encodeBase64(bytes)}`
            const logs = [`Program ${program} invoke [1]`, written, `Program ${program} success`]
            for (const event of await promptlyLater(() => readEvents(program, { logs, instructions })))
              expect(event.kind).toBeTypeOf('string')
          },
        ),
        fuzzRuns,
      )
    })
  })
}
