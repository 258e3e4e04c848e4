import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  associatedTokenAddress,
  type Clock,
  isTernError,
  type TernError,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { maxU64 } from '@tern/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns, promptly } from '../../core/test/fuzz.ts'
import { readEffects } from '../src/effects/index.ts'
import type { Pool, Quote, SwapRequest } from '../src/venue.ts'
import { at, timesAhead, timesAround } from './clockMoves.ts'
import { digestsOf } from './digestsOf.ts'
import type { PoolCase } from './poolCase.ts'
import { readTrade } from './readTrade.ts'

export type { PoolCase } from './poolCase.ts'

/** Random pools for each property: enough for every run, more in `npm run proof`. */
const manyRuns = process.env.PROOF === '1' ? 300 : 100

const someAddress = 'SysvarRent111111111111111111111111111111111' as Address
/** The parties of encoded swaps. */
export const parties = {
  owner: 'SysvarC1ock11111111111111111111111111111111' as Address,
  payer: 'SysvarC1ock11111111111111111111111111111111' as Address,
  tokenAccountIn: 'SysvarS1otHashes111111111111111111111111111' as Address,
  tokenAccountOut: 'SysvarStakeHistory1111111111111111111111111' as Address,
}

/** The trader with associated token accounts. They identify the paid mint if an instruction does not name it. */
async function associatedParties({ tokens }: Pool, { tokenIn, tokenOut }: Quote): Promise<typeof parties> {
  const accountOf = (mint: Address) => {
    const token = tokens.find(one => one.mint === mint)
    return associatedTokenAddress(parties.owner, mint, token?.program ?? tokenProgram)
  }
  return { ...parties, tokenAccountIn: await accountOf(tokenIn), tokenAccountOut: await accountOf(tokenOut) }
}

/** Amounts of every magnitude within 64 bits. */
const amounts = fc
  .integer({ min: 1, max: 64 })
  .chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))
const sides = fc.constantFrom<0 | 1>(0, 1)

/** Returns the quote, or `undefined` for a documented refusal. Throws any other error. */
function ask(pool: Pool, request: SwapRequest, clock: Clock): Quote | undefined {
  try {
    return pool.quote(request, clock)
  } catch (error) {
    if (isTernError(error) && /^quote\/(nothingOut|beyondReserves|noLiquidity|notEnoughTickArrays)$/.test(error.code))
      return undefined
    throw error
  }
}

/** The refusals allowed for a 64-bit amount above 0 of a token of the pool. */
export const documentedRefusals =
  /^quote\/(nothingOut|beyondReserves|notOpen|complete|paused|noLiquidity|notEnoughTickArrays)$/

const min = (a: bigint, b: bigint) => (a < b ? a : b)

const tokenOf = (pool: Pool, side: 0 | 1) => pool.tokens[side].mint

/** Opens a pool from accounts that a node might send. Fails for any error outside the catalogue. */
function openSafely({ venue, address, mint }: PoolCase, accounts: AccountSet): Pool | undefined {
  try {
    return promptly(() => venue.open(address, accounts, mint))
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

/** Returns the error of the catalogue, or `undefined` without an error. */
function refusalOf(ask: () => unknown): TernError | undefined {
  try {
    ask()
  } catch (error) {
    if (isTernError(error)) return error
    throw error
  }
}

/** Caches a few hundred pools of `cases`, each by a number, because to create a pool takes longer than to test it. */
export function numbered<T>(make: (seed: number) => T): (seed: number) => T {
  const made = new Map<number, T>()
  return seed => {
    const one = made.get(seed) ?? make(seed)
    made.set(seed, one)
    return one
  }
}
export const seeds = fc.nat(199)

/** Returns the pool of a number. */
export function caseOf(cases: fc.Arbitrary<PoolCase>, seed: number): PoolCase {
  const [one] = fc.sample(cases, { seed, numRuns: 1 })
  if (one === undefined) return expect.fail('no case')
  return one
}

/** Checks the properties that every venue keeps, for any pool of `cases`. */
export function venueContract(name: string, cases: fc.Arbitrary<PoolCase>): void {
  const numberedCase = numbered(seed => caseOf(cases, seed))
  const numberedPool = numbered(seed => {
    const { venue, address, accounts, mint } = numberedCase(seed)
    return venue.open(address, accounts, mint)
  })

  describe(`${name} keeps the contract`, () => {
    const check = (property: (one: PoolCase, pool: Pool, side: 0 | 1, amount: bigint) => void) =>
      fc.assert(
        fc.property(cases, sides, amounts, (one, side, amount) =>
          property(one, one.venue.open(one.address, one.accounts, one.mint), side, amount),
        ),
        { numRuns: manyRuns },
      )

    it('brings no less for a larger input, except for roundings if a unit of the input buys many units', () => {
      check(({ clock, coarseness = 0n, backstep = coarseness > 0n ? 1n : 0n }, pool, side, amount) => {
        const tokenIn = tokenOf(pool, side)
        const less = ask(pool, { tokenIn, exactIn: amount }, clock)
        const larger = amount + (amount >> 3n) + 1n + coarseness
        const more = ask(pool, { tokenIn, exactIn: min(larger, maxU64) }, clock)
        if (less === undefined || more === undefined) return
        // Fees that are rounded up separately may each take a unit more of a sale that brought a unit more.
        expect(more.amountOut + backstep).toBeGreaterThanOrEqual(less.amountOut)
      })
    })

    it('lets no round trip gain', () => {
      check(({ clock, roundingGain }, pool, side, amount) => {
        const there = ask(pool, { tokenIn: tokenOf(pool, side), exactIn: amount }, clock)
        if (there === undefined) return
        const back = ask(pool, { tokenIn: there.tokenOut, exactIn: there.amountOut }, clock)
        const gain = roundingGain?.[side] ?? 0n
        if (back !== undefined) expect(back.amountOut).toBeLessThanOrEqual(there.amountIn + gain)
      })
    })

    it('charges no more for an exact output than the exact input that brought it', () => {
      check(({ clock, overpay = 0n, roundingGain }, pool, side, amount) => {
        const tokenIn = tokenOf(pool, side)
        const given = ask(pool, { tokenIn, exactIn: amount }, clock)
        if (given === undefined) return
        const request = { tokenIn, exactOut: given.amountOut }
        // If roundings favour the trader, an exact output worth less than a unit may have no price.
        const asked = roundingGain === undefined ? pool.quote(request, clock) : ask(pool, request, clock)
        if (asked === undefined) return
        expect(asked.amountOut).toBeGreaterThanOrEqual(given.amountOut)
        const extra = typeof overpay === 'bigint' ? overpay : overpay[side]
        expect(asked.amountIn).toBeLessThanOrEqual(given.amountIn + extra)
      })
    })

    it('charges enough for an exact output, up to a unit of rounding', () => {
      check(({ clock, coarseness = 0n, exactOutDiscountPpm = 0n }, pool, side, amount) => {
        const tokenIn = tokenOf(pool, side)
        const asked = ask(pool, { tokenIn, exactOut: amount }, clock)
        if (asked === undefined) return
        expect(asked.amountOut).toBeGreaterThanOrEqual(amount)
        const discount = (amount * exactOutDiscountPpm + 999_999n) / 1_000_000n
        const isPaidBy = (more: bigint) => {
          const paid = ask(pool, { tokenIn, exactIn: min(asked.amountIn + more, maxU64) }, clock)
          return (paid?.amountOut ?? 0n) + discount + 1n >= amount
        }
        const more = Array.from({ length: Number(coarseness) + 1 }, (_, units) => BigInt(units))
        expect(more.some(isPaidBy)).toBe(true)
      })
    })

    it('takes no more than the given input, and counts each fee within it', () => {
      check(({ clock, coarseness = 0n }, pool, side, amount) => {
        const tokenIn = tokenOf(pool, side)
        const quote = ask(pool, { tokenIn, exactIn: amount }, clock)
        if (quote === undefined) return
        expect([quote.tokenIn, quote.tokenOut]).toEqual([tokenIn, tokenOf(pool, side === 0 ? 1 : 0)])
        expect(quote.amountIn).toBeLessThanOrEqual(amount)
        if (quote.filled === 'whole') expect(amount - quote.amountIn).toBeLessThanOrEqual(coarseness)
        const onInput = quote.fees.filter(fee => fee.mint === tokenIn).reduce((sum, fee) => sum + fee.amount, 0n)
        expect(onInput).toBeLessThanOrEqual(quote.amountIn)
        for (const fee of quote.fees) expect(fee.amount).toBeGreaterThanOrEqual(0n)
        for (const ratio of [quote.currentPrice, quote.executionPrice, quote.priceImpact])
          expect(ratio.denominator).toBeGreaterThan(0n)
      })
    })

    it('reports no more price impact than the loss against the current price, which also has the fees', () => {
      check(({ clock, roundingGain }, pool, side, amount) => {
        const quote = ask(pool, { tokenIn: tokenOf(pool, side), exactIn: amount }, clock)
        if (quote === undefined) return
        const { numerator, denominator } = quote.currentPrice
        const worth = quote.amountIn * numerator
        const difference = worth - quote.amountOut * denominator
        const lost = roundingGain !== undefined && difference < 0n ? 0n : difference
        const { priceImpact } = quote
        expect(priceImpact.numerator * worth).toBeLessThanOrEqual(priceImpact.denominator * lost)
      })
    })

    it("quotes the same if a later version made the program's accounts longer", async () => {
      await fc.assert(
        fc.asyncProperty(seeds, sides, amounts, fc.integer({ min: 1, max: 200 }), async (seed, side, amount, more) => {
          const { venue, address, accounts, mint, clock } = numberedCase(seed)
          const grown = [...accounts].map(([key, account]) => {
            if (account === null || !venue.programs.includes(account.owner)) return [key, account] as const
            const data = new Uint8Array(account.data.length + more)
            data.set(account.data)
            return [key, { ...account, data }] as const
          })
          const later = new Map(grown)
          expect(await venue.accountsToRead(address, later, mint)).toEqual([])
          const pool = numberedPool(seed)
          const request = { tokenIn: tokenOf(pool, side), exactIn: amount }
          const then = ask(venue.open(address, later, mint), request, clock)
          expect(then).toEqual(ask(pool, request, clock))
        }),
        fuzzRuns,
      )
    })

    it('never quotes more than the pool holds', () => {
      check(({ clock, holds }, pool, side, amount) => {
        const tokenIn = tokenOf(pool, side)
        const held = holds[side === 0 ? 1 : 0]
        const quote = ask(pool, { tokenIn, exactIn: amount }, clock)
        if (quote !== undefined) expect(quote.amountOut).toBeLessThanOrEqual(held)
        expect(ask(pool, { tokenIn, exactOut: held + 1n }, clock)).toBeUndefined()
      })
    })

    it('reports reserves that it holds, unless it is a bonding curve', () => {
      check(({ clock, holds, lent = [0n, 0n] }, pool) => {
        const reserves = pool.reserves?.(clock)
        expect(reserves === undefined).toBe(pool.curve !== undefined)
        for (const side of [0, 1] as const)
          if (reserves !== undefined) expect(reserves[side]).toBeLessThanOrEqual(holds[side] + lent[side])
      })
    })

    it('refuses zero, and tokens that are not its own', () => {
      check(({ clock, zero = 'quote/zeroAmount' }, pool, side) => {
        const tokenIn = tokenOf(pool, side)
        const codeOf = (request: SwapRequest) => {
          try {
            return pool.quote(request, clock).amountOut
          } catch (error) {
            return isTernError(error) ? error.code : error
          }
        }
        expect(codeOf({ tokenIn, exactIn: 0n })).toBe(zero)
        expect(codeOf({ tokenIn, exactOut: 0n })).toBe(zero)
        for (const wrong of [-1n, 2n ** 64n]) {
          expect(codeOf({ tokenIn, exactIn: wrong })).toBe('amount/outOfRange')
          expect(codeOf({ tokenIn, exactOut: wrong })).toBe('amount/outOfRange')
        }
        expect(codeOf({ tokenIn: someAddress, exactIn: 1n })).toBe('quote/tokenNotInPool')
      })
    })

    it('returns the same result for a second call or a second opening, and changes nothing', () => {
      check(({ venue, address, accounts, clock, mint }, pool, side, amount) => {
        const before = digestsOf(accounts)
        const request = { tokenIn: tokenOf(pool, side), exactIn: amount }
        const first = ask(pool, request, clock)
        ask(pool, { tokenIn: request.tokenIn, exactOut: amount }, clock)
        expect(ask(pool, request, clock)).toEqual(first)
        expect(ask(venue.open(address, accounts, mint), request, clock)).toEqual(first)
        expect(digestsOf(accounts)).toEqual(before)
      })
    })

    const times = fc.tuple(cases, sides, amounts, timesAround)

    it('is not open exactly while it reports an opening time', () => {
      fc.assert(
        fc.property(times, ([one, side, amount, moved]) => {
          const { clock, venue, address, accounts, mint } = one
          const pool = venue.open(address, accounts, mint)
          const then = at(clock, moved)
          const opens = pool.opensAtSeconds?.(then)
          const refused = refusalOf(() => pool.quote({ tokenIn: tokenOf(pool, side), exactIn: amount }, then))
          if (isTernError(refused, 'quote/notOpen')) expect(refused.facts.openTimeSeconds).toBe(opens)
          // A paused or empty pool reports that first.
          else if (opens !== undefined) expect(refused?.code).toMatch(/^quote\/(paused|noLiquidity)$/)
          if (opens !== undefined) expect(opens).toBeGreaterThanOrEqual(then.unixTimestamp)
        }),
        { numRuns: manyRuns },
      )
    })

    it('reports every change of quotes with time, and its unit', () => {
      fc.assert(
        fc.property(times, timesAhead, ([one, side, amount, moved], later) => {
          const { clock, venue, address, accounts, mint } = one
          const pool = venue.open(address, accounts, mint)
          const then = at(clock, moved)
          const changesWith = pool.changesWith?.(then)
          const answerAt = (when: Clock) => {
            const request = { tokenIn: tokenOf(pool, side), exactIn: amount }
            let quote: Quote | undefined
            const refused = refusalOf(() => {
              quote = pool.quote(request, when)
            })
            return [quote, refused?.code]
          }
          const ahead = (unit: 'slots' | 'seconds', by: bigint) =>
            answerAt(at(then, { slots: 0n, seconds: 0n, [unit]: by }))
          const now = answerAt(then)
          for (const unit of ['slots', 'seconds'] as const)
            if (changesWith !== unit) for (const by of [1n, later[unit]]) expect(ahead(unit, by)).toEqual(now)
          if (pool.opensAtSeconds?.(then) !== undefined) expect(changesWith).toBeDefined()
        }),
        { numRuns: manyRuns },
      )
    })

    it('encodes swaps whose instruction reads back as the request', async () => {
      await fc.assert(
        fc.asyncProperty(cases, sides, amounts, fc.boolean(), async (one, side, amount, isExactIn) => {
          const pool = one.venue.open(one.address, one.accounts, one.mint)
          const tokenIn = tokenOf(pool, side)
          const quote = ask(pool, isExactIn ? { tokenIn, exactIn: amount } : { tokenIn, exactOut: amount }, one.clock)
          if (quote === undefined) return
          const parties = await associatedParties(pool, quote)
          const instructions = await pool.swap(quote, isExactIn ? quote.amountOut : quote.amountIn, parties)
          const read = instructions.flatMap(({ programAddress, accounts = [], data }) => {
            const found = readTrade(
              programAddress,
              accounts.map(({ address }) => address),
              Uint8Array.from(data ?? []),
            )
            return found?.kind === 'swap' ? [found] : []
          })
          // The instruction has the requested amount as the max input or min output, even if the program's roundings
          // take less or give more.
          expect(read.map(({ maxIn, minOut }) => ({ maxIn, minOut }))).toEqual([
            isExactIn ? { maxIn: amount, minOut: quote.amountOut } : { maxIn: quote.amountIn, minOut: amount },
          ])
          const mode = isExactIn || pool.hasExactOut?.(tokenIn) === false ? 'exactIn' : 'exactOut'
          if (quote.filled === 'whole' && amount >= (one.dust ?? 0n)) expect(read[0]?.mode).toBe(mode)
          const inLamports = (mint: Address) => pool.nativeSettlement === 'lamports' && mint === wrappedNativeMint
          // The vault's reader states every byte and account of each of these instructions.
          for (const { programAddress: program, accounts = [], data = [] } of instructions) {
            const named = accounts.map(({ address }) => address)
            const strict = readEffects({ program, accounts: named, data: Uint8Array.from(data) })
            expect(strict?.walletPlaces.map(place => named[place])).toContain(parties.owner)
          }
          const { owner } = parties
          expect(read[0]?.accounts).toMatchObject({
            owner,
            pool: pool.address,
            tokenAccountIn: inLamports(quote.tokenIn) ? owner : parties.tokenAccountIn,
            tokenAccountOut: inLamports(quote.tokenOut) ? owner : parties.tokenAccountOut,
          })
          const [mintIn, mintOut] = one.namesNoMints ? ['byTerms', 'byTerms'] : [quote.tokenIn, quote.tokenOut]
          expect(read[0]?.accounts).toMatchObject({ mintIn, mintOut })
        }),
        { numRuns: 60 },
      )
    })

    it('requests every account that it needs, without duplicates', async () => {
      await fc.assert(
        fc.asyncProperty(cases, async one => {
          const { venue, address, accounts, mint, checkedBySwap = [], optional = checkedBySwap } = one
          const read = new Map<Address, AccountSnapshot | null>()
          for (;;) {
            const next = await venue.accountsToRead(address, read, mint)
            if (next.length === 0) break
            for (const key of next) {
              expect(read.has(key)).toBe(false)
              read.set(key, accounts.get(key) ?? null)
            }
          }
          expect(openSafely(one, read)).toBeDefined()
          for (const missing of read.keys()) {
            const without = new Map([...read].filter(([key]) => key !== missing))
            expect(() => venue.open(address, without, mint)).toThrow('Dex accounts not ready for pool')
            without.set(missing, null)
            if (optional.includes(missing)) expect(openSafely(one, without)).toBeDefined()
            else expect(() => venue.open(address, without, mint)).toThrow('Dex accounts not ready for pool')
          }
        }),
        { numRuns: 20 },
      )
    })

    it('meets truncated, lengthened or foreign accounts with errors of the catalogue', () => {
      fc.assert(
        fc.property(seeds, fc.nat(), fc.nat(), (seed, n, length) => {
          const one = numberedCase(seed)
          const { address, accounts, shortest } = one
          const there = [...accounts].flatMap(([key, account]) => (account === null ? [] : [{ key, account }]))
          const { key, account } = there[n % there.length] ?? expect.fail('no account')
          const { data } = account
          const longer = new Uint8Array(data.length + 1)
          longer.set(data)
          const shorter = data.subarray(0, length % data.length)
          const opened = (changed: AccountSnapshot) => openSafely(one, new Map([...accounts, [key, changed]]))
          if (one.checkedBySwap?.includes(key)) return
          expect(opened({ ...account, owner: someAddress })).toBeUndefined()
          expect(opened({ ...account, data: new Uint8Array(data.length) })).toBeUndefined()
          const cut = opened({ ...account, data: shorter })
          // A mint truncated before its extensions is still a mint, so any result is fine.
          if (key === address && shorter.length < (shortest ?? data.length)) expect(cut).toBeUndefined()
          opened({ ...account, data: longer })
        }),
        fuzzRuns,
      )
    })

    it('meets flipped bits with a quote, a documented refusal or an error of the catalogue', async () => {
      const flips = fc.array(fc.record({ account: fc.nat(), bit: fc.nat() }), { minLength: 1, maxLength: 6 })
      await fc.assert(
        fc.asyncProperty(seeds, sides, amounts, flips, fc.boolean(), async (seed, side, amount, flipped, isExactIn) => {
          const one = numberedCase(seed)
          const accounts = new Map(one.accounts)
          const keys = [...accounts.keys()]
          for (const { account: n, bit } of flipped) {
            const key = keys[n % keys.length] as Address
            const account = accounts.get(key)
            if (!account) continue
            const data = Uint8Array.from(account.data)
            const at = bit % (8 * data.length)
            data[at >> 3] = (data[at >> 3] ?? 0) ^ (1 << (at & 7))
            accounts.set(key, { ...account, data })
          }
          const pool = openSafely(one, accounts)
          if (pool === undefined) return
          const request = { tokenIn: tokenOf(pool, side), ...(isExactIn ? { exactIn: amount } : { exactOut: amount }) }
          let quote: Quote
          try {
            quote = promptly(() => pool.quote(request, one.clock))
          } catch (error) {
            expect(isTernError(error) ? error.code : error).toMatch(documentedRefusals)
            return
          }
          for (const value of [quote.amountIn, quote.amountOut]) expect(BigInt.asUintN(64, value)).toBe(value)
          await pool.swap(quote, 0n, parties).catch((error: unknown) => {
            if (!isTernError(error)) throw error
          })
        }),
        fuzzRuns,
      )
    })
  })
}
