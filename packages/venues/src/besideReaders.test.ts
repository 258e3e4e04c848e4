import { type Address, associatedTokenAddress, isTernError, tokenProgram, wrappedNativeMint } from '@tern/core'
import { fuzzRuns } from '@tern/core/fuzz'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addressNamed, encodedInstructions } from '../test/encodedInstructions.ts'
import { type InstructionEffects, readEffects } from './effects/index.ts'
import type { NamedInstruction } from './effects/readEffects.ts'
import { program as pumpAmm } from './pumpAmm/addresses.ts'
import { program as raydiumCpmm } from './raydiumCpmm/addresses.ts'
import { maxSwapRent, readInstruction } from './read.ts'
import type { ReadInstruction } from './readInstruction.ts'

/** The addresses of an encoder's accounts, with the account that pays as the wallet's own for the mint that the test chooses. */
async function instructions(): Promise<readonly NamedInstruction[]> {
  const own = async (payer: string, mint: string, program: string, account: string) =>
    [
      addressNamed(account),
      await associatedTokenAddress(addressNamed(payer), addressNamed(mint), addressNamed(program)),
    ] as const
  const base = new Map([await own('payer', 'base_mint', 'token_base_program', 'input_token_account')])
  const quote = new Map([await own('payer', 'base_mint', 'token_base_program', 'output_token_account')])
  const a = new Map([await own('payer', 'token_a_mint', 'token_a_program', 'input_token_account')])
  const b = new Map([await own('payer', 'token_b_mint', 'token_b_program', 'input_token_account')])
  const inSol = new Map([[addressNamed('quote_mint'), wrappedNativeMint]])
  const inClassic = new Map([[addressNamed('quote_token_program'), tokenProgram]])
  const replaced = [new Map(), base, quote, a, b, inSol, inClassic]
  return (await encodedInstructions()).flatMap(({ made: { programAddress, accounts = [], data = [] } }) =>
    replaced.map(map => ({
      program: programAddress,
      accounts: accounts.map(({ address }) => map.get(address) ?? address),
      data: Uint8Array.from(data),
    })),
  )
}

function old({ program, accounts, data }: NamedInstruction): ReadInstruction | undefined {
  try {
    return readInstruction(program, accounts, data)
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

/** The effects in the older reader's form. */
function inOldForm(read: InstructionEffects | undefined, { accounts }: NamedInstruction) {
  const at = (i: number | undefined) => accounts[i ?? -1] as Address
  if (read === undefined) return undefined
  const { kind, mode, takes, brings, pool, opens, walletPlaces, program } = read
  // The older reader knew no others.
  if (!['swap', 'place', 'withdraw', 'open', 'create'].includes(kind)) return undefined
  if ((kind === 'open' && program !== pumpAmm) || (kind === 'create' && program !== raydiumCpmm)) return undefined
  const [take, second] = takes
  const [bring, other] = brings
  const owner = at(walletPlaces[0])
  if (kind === 'open') {
    const [opened] = opens
    return {
      kind: 'extend',
      payer: opened?.payer,
      account: opened?.account,
      owner: opened?.owner,
      rent: opened?.maxRent,
    }
  }
  if (kind === 'swap')
    return {
      kind,
      mode,
      ...{ mostIn: take?.max, leastOut: bring?.min, owner, pool, handedOn: read.handedOn },
      ...{ tokenAccountIn: take?.account, tokenAccountOut: bring?.account, mintIn: take?.mint, mintOut: bring?.mint },
    }
  if (kind === 'withdraw')
    return {
      kind,
      ...{ mostIn: take?.max, leastOut: [bring?.min, other?.min], owner, pool, lpAccount: take?.account },
      ...{ tokenAccounts: [bring?.account, other?.account], mints: [bring?.mint, other?.mint] },
    }
  return {
    kind: kind === 'place' ? 'deposit' : 'createPool',
    mostIn: [take?.max, second?.max],
    ...(kind === 'place' && { leastOut: bring?.min }),
    ...{ owner, pool, lpAccount: bring?.account },
    ...{ tokenAccounts: [take?.account, second?.account], mints: [take?.mint, second?.mint] },
  }
}

function flat(read: ReadInstruction | undefined) {
  if (read === undefined) return undefined
  const { protocol: _, ...rest } = read
  if (rest.kind === 'extend') {
    const { kind, payer, account, owner, rentLamports } = rest
    return { kind, payer, account, owner, rent: rentLamports }
  }
  const { accounts, ...said } = rest
  return { ...said, ...(rest.kind === 'swap' && { handedOn: rest.handedOn }), ...accounts }
}

/**
 * Explains why the readers differ, from the two results. The list is complete: a difference without a line here fails.
 */
const differences: readonly (readonly [
  why: string,
  isIt: (was: object | undefined, is: ReturnType<typeof inOldForm>, one: NamedInstruction) => boolean,
])[] = [
  [
    'a buy that may be filled in part is a swap without a minimum, not nothing',
    (was, is) => was === undefined && is?.kind === 'swap' && 'leastOut' in is && is.leastOut === 0n,
  ],
  [
    'a swap whose direction no account shows is a swap of unknown mints, not nothing',
    (was, is) => was === undefined && is?.kind === 'swap' && 'mintIn' in is && is.mintIn === 'byTerms',
  ],
  [
    'an indexer reads an instruction with more bytes than its layout, which an Anchor program ignores',
    (was, _, one) => was === undefined && isLong(one),
  ],
]

let whole: readonly NamedInstruction[] = []
const sameKind = (one: NamedInstruction) =>
  whole.filter(
    ({ program, data }) => program === one.program && data.subarray(0, 8).join() === one.data.subarray(0, 8).join(),
  )
const isLong = (one: NamedInstruction) => sameKind(one).some(({ data }) => data.length < one.data.length)

function explain(one: NamedInstruction): string | undefined {
  const was = flat(old(one))
  const is = inOldForm(readEffects(one, 'atLeast'), one)
  try {
    expect(is).toEqual(was)
    return undefined
  } catch {
    const found = differences.find(([, isIt]) => isIt(was, is, one))
    if (found === undefined) expect(is).toEqual(was)
    return found?.[0]
  }
}

describe('effects beside the older readers', () => {
  it('agree about every instruction that an encoder makes, and read it strictly', async () => {
    whole = await instructions()
    for (const one of whole) {
      const was = flat(old(one))
      if (was !== undefined) expect(inOldForm(readEffects(one, 'atLeast'), one)).toEqual(was)
      expect(inOldForm(readEffects(one), one)).toEqual(was)
    }
    expect(whole.filter(one => old(one) !== undefined).length).toBeGreaterThan(100)
  })

  it('agree about rents, or allow less', async () => {
    whole = await instructions()
    const less = new Set<string>()
    for (const one of whole) {
      const was = old(one)
      if (was?.kind !== 'swap') continue
      const read = readEffects(one)
      const rent = read?.opens.reduce((sum, { maxRent }) => sum + maxRent, 0n) ?? -1n
      const before = maxSwapRent(one.program, was)
      const { mintIn, mintOut } = was.accounts
      const isInSol = mintIn === wrappedNativeMint || mintOut === wrappedNativeMint
      expect(rent).toBeLessThanOrEqual(before)
      if (rent === before) continue
      // The older reader takes the largest account for any mint but SOL's; an effect asks which program the mint is of. It
      // also lets a sale of PumpSwap open the volume accumulator, which an instruction of its own opens.
      const isSale = one.program === pumpAmm && read?.instruction === 'sell'
      expect(isInSol ? isSale : true).toBe(true)
      less.add(`${read?.instruction}`)
    }
    expect([...less].sort()).toEqual(
      'buy buy_exact_in buy_exact_out buy_exact_quote_in buy_exact_quote_in_v2 buy_v2 sell sell_exact_in sell_exact_out sell_v2'.split(
        ' ',
      ),
    )
  })

  it('agree about changed bytes and accounts, except for differences with a reason', async () => {
    whole = await instructions()
    const changes = fc.record({
      n: fc.nat(),
      bytes: fc.array(fc.tuple(fc.integer({ min: 8, max: 60 }), fc.constantFrom(0, 1, 2, 3, 255)), { maxLength: 3 }),
      length: fc.option(fc.integer({ min: 0, max: 70 })),
      accounts: fc.option(fc.integer({ min: 0, max: 32 })),
    })
    const seen = new Map<string, number>()
    fc.assert(
      fc.property(changes, ({ n, bytes, length, accounts }) => {
        const one = whole[n % whole.length] as NamedInstruction
        const data = new Uint8Array(length ?? one.data.length)
        data.set(one.data.subarray(0, data.length))
        for (const [at, byte] of bytes) if (at < data.length) data[at] = byte
        const count = accounts ?? one.accounts.length
        const changed = {
          program: one.program,
          data,
          accounts: Array.from({ length: count }, (_, i) => one.accounts[i] ?? addressNamed(`more ${i}`)),
        }
        const why = explain(changed)
        seen.set(why ?? 'same', (seen.get(why ?? 'same') ?? 0) + 1)
      }),
      { ...fuzzRuns, numRuns: 20_000 },
    )
    // Each difference happened, so no reason is out of date.
    expect([...seen.keys()].sort()).toEqual(['same', ...differences.map(([why]) => why)].sort())
  })
})
