import {
  type AccountSet,
  type AccountSnapshot,
  type Address,
  associatedTokenAddress,
  encodeBase58,
  isTernError,
  systemProgram,
  token2022Program,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes, instructionsSysvar, programAddress } from '@tern/core/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fuzzRuns } from '../../../core/test/fuzz.ts'
import { anyBytes } from '../../test/anyBytes.ts'
import { everythingIn } from '../../test/everythingIn.ts'
import {
  type DbcShape,
  dbcClock,
  dbcConfig,
  dbcMint,
  dbcPool,
  sampleConfig,
  samplePool,
  withTail,
} from '../../test/meteoraDbcPools.ts'
import { usdcMint } from '../../test/pumpfunPools.ts'
import { readTrade } from '../../test/readTrade.ts'
import { type Entry, extraMetas, type Hooked, hookProgram as hook, makeHookedPool } from '../../test/transferHooks.ts'
import { parties as anybody, type PoolCase } from '../../test/venueContract.ts'
import { extraMetasAddress } from '../transferHook.ts'
import { poolAuthority } from './addresses.ts'
import { hookedSwapLayout } from './hookedInstructions.ts'
import { meteoraDbc, program } from './index.ts'
import { poolConfigLayout } from './layout.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const { owner } = anybody
const base = await associatedTokenAddress(owner, dbcMint, token2022Program)
const referral = k(200)
const metasAddress = await extraMetasAddress(hook, dbcMint)
const vault = samplePool.base_vault
const buying = { owner, payer: owner, tokenAccountIn: k(201), tokenAccountOut: base }
const selling = { owner, payer: owner, tokenAccountIn: base, tokenAccountOut: k(201) }
/** At half of a single stretch that raises 60 SOL. */
const curve = {
  ...{ sqrt_start_price: 1n << 57n, migration_sqrt_price: 3n << 57n, migration_base_threshold: 0n },
  migration_quote_threshold: 60_000_000_000n,
  curve: withTail([{ sqrt_price: 3n << 57n, liquidity: 60_000_000_000n << 70n }]),
}
const traded: DbcShape = { config: curve, state: { sqrt_price: 2n << 57n, quote_reserve: 30_000_000_000n } }

const derived = async (...seeds: (string | Uint8Array)[]) => (await programAddress(hook, seeds))[0]
const hooked = (entries: readonly Entry[], others?: Hooked['others'], shape = traded) =>
  makeHookedPool(shape, { metas: extraMetas(entries), ...(others && { others }) })
const buy = { tokenIn: wrappedNativeMint, exactIn: 10n ** 9n }
const sell = { tokenIn: dbcMint, exactIn: 10n ** 9n }

/** Returns the accounts after the accounts that every swap names, with their number for each purpose. */
async function given(
  { address, accounts }: PoolCase,
  request: typeof buy,
  parties: object = {},
  read: AccountSet = accounts,
) {
  const pool = meteoraDbc.open(address, read)
  const both = { ...(request === buy ? buying : selling), ...parties }
  const [swap, ...more] = await pool.swap(pool.quote({ ...request, referralPpm: 1n }, dbcClock), 1n, both)
  expect(more).toEqual([])
  const { slices, ...asked } = hookedSwapLayout.decode(Uint8Array.from(swap?.data ?? []))
  return {
    ...{ asked, slices: slices.map(({ accounts_type, length }) => [accounts_type, length]) },
    handed: (swap?.accounts ?? []).slice(15).map(({ address, role }) => [address, role]),
    named: (swap?.accounts ?? []).slice(0, 15),
    read: readTrade(
      program,
      (swap?.accounts ?? []).map(one => one.address),
      Uint8Array.from(swap?.data ?? []),
    ),
  }
}

async function readAll({ address, accounts }: PoolCase): Promise<readonly (readonly Address[])[]> {
  const read = new Map<Address, AccountSnapshot | null>()
  const asked: (readonly Address[])[] = []
  for (;;) {
    const next = await meteoraDbc.accountsToRead(address, read)
    if (next.length === 0) return asked
    asked.push(next)
    for (const key of next) {
      expect(read.has(key)).toBe(false)
      read.set(key, accounts.get(key) ?? null)
    }
  }
}

const codeOf = (error: unknown) => (isTernError(error) ? error.code : error)
const refusal = (...asked: Parameters<typeof given>) => given(...asked).then(() => 'not refused', codeOf)

describe('a pool of a token whose transfers call a program', () => {
  it("requests the list of the hook's accounts and the accounts that follow from it, with the others, without duplicates", async () => {
    const record = k(50)
    const others = new Map([
      [record, addressBytes(k(51))],
      [k(51), addressBytes(k(52))],
    ])
    const plain = await hooked([{ at: k(53) }, { derived: [{ data: [2, 32, 32] }, { key: 3 }] }])
    expect(await readAll(plain)).toEqual([[dbcPool], [dbcConfig], [metasAddress]])
    const pool = await hooked(
      [{ at: record }, { keyInData: [5, 0] }, { keyInData: [6, 0] }, { derived: [{ data: [1, 0, 4] }] }],
      others,
    )
    expect(await readAll(pool)).toEqual([[dbcPool], [dbcConfig], [metasAddress], [record, dbcMint], [k(51)]])
    const inUsdc = await hooked([], undefined, { ...traded, config: { ...curve, quote_mint: usdcMint } })
    expect((await readAll(inUsdc)).at(-1)).toEqual([usdcMint, await extraMetasAddress(hook, dbcMint)])
  })

  it('is quoted like other pools, as a special case without evidence from the chain', async () => {
    const { address, accounts } = await hooked([])
    const plain = await makeHookedPool(traded, { metas: null })
    const quote = meteoraDbc.open(address, accounts).quote(buy, dbcClock)
    expect(quote).toEqual(meteoraDbc.open(plain.address, plain.accounts).quote(buy, dbcClock))
    expect(quote).toMatchObject({ specialCase: 'transferHook', computeUnits: 320_000 })
  })

  it('is bought from with the accounts for the transfer from the vault, in the order of the interface', async () => {
    const pool = await hooked([
      { at: k(60), rights: 2 },
      { derived: [{ literal: 'pass' }, { key: 1 }, { data: [2, 32, 32] }], rights: 2 },
      { derived: [{ key: 0 }, { key: 2 }, { key: 3 }, { data: [0, 32, 32] }] },
      { at: vault, rights: 2 },
    ])
    const { asked, slices, handed, named, read } = await given(pool, buy)
    const [mint, authority] = [addressBytes(dbcMint), addressBytes(poolAuthority)]
    expect(handed).toEqual([
      [k(60), 1],
      [await derived('pass', mint, addressBytes(owner)), 1],
      [await derived(addressBytes(vault), addressBytes(base), authority, authority), 0],
      [vault, 0],
      [hook, 0],
      [metasAddress, 0],
    ])
    expect([asked, slices]).toEqual([{ amount_0: 10n ** 9n, amount_1: 1n, swap_mode: 1 }, [[0, 6]]])
    expect(named[7]).toEqual({ address: dbcMint, role: 1 })
    expect(read).toMatchObject({
      mode: 'exactIn',
      maxIn: 10n ** 9n,
      minOut: 1n,
      handedOn: handed.map(([one]) => one),
    })
  })

  it('is sold to with the accounts for the transfer into the vault', async () => {
    const pool = await hooked([
      { derived: [{ key: 0 }, { key: 2 }, { key: 3 }, { argument: [8, 8] }] },
      { derived: [{ data: [0, 0, 32] }, { data: [2, 32, 32] }] },
    ])
    const amount = new Uint8Array(new BigUint64Array([10n ** 9n]).buffer)
    expect((await given(pool, sell)).handed).toEqual([
      [await derived(addressBytes(base), addressBytes(vault), addressBytes(owner), amount), 0],
      [await derived(addressBytes(dbcMint), addressBytes(poolAuthority)), 0],
      [hook, 0],
      [metasAddress, 0],
    ])
  })

  it('pays a referrer by a separate transfer if the fee is in the token', async () => {
    const entries = [{ derived: [{ key: 2 }] }]
    const onOutput = await hooked(entries, undefined, { ...traded, config: { ...curve, collect_fee_mode: 1 } })
    const { slices, handed } = await given(onOutput, buy, { referral })
    expect(slices).toEqual([
      [0, 3],
      [1, 3],
    ])
    expect(handed.map(([one]) => one)).toEqual([
      ...[await derived(addressBytes(base)), hook, metasAddress],
      ...[await derived(addressBytes(referral)), hook, metasAddress],
    ])
    expect((await given(onOutput, sell, { referral })).slices).toEqual([[0, 3]])
    expect((await given(await hooked(entries), buy, { referral })).slices).toEqual([[0, 3]])
    const unread = await hooked([{ keyInData: [2, 64] }], undefined, {
      ...traded,
      config: { ...curve, collect_fee_mode: 1 },
    })
    expect(await refusal(unread, buy, { referral })).toBe('pool/accountsNotReady')
  })

  it("shows its transaction before the hook's accounts", async () => {
    const pool = await hooked([], undefined, { ...traded, config: { ...curve, enable_first_swap_with_min_fee: 1 } })
    const { slices, handed, read } = await given(pool, buy)
    expect(handed.map(([one]) => one)).toEqual([instructionsSysvar, hook, metasAddress])
    expect([slices, read?.kind]).toEqual([[[0, 2]], 'swap'])
  })

  it("is traded with only the hook's program if the list of its accounts is missing", async () => {
    for (const metas of [null, new Uint8Array()])
      expect(await given(await makeHookedPool(traded, { metas }), buy)).toMatchObject({
        slices: [[0, 1]],
        handed: [[hook, 0]],
      })
  })

  it.each<[string, Entry, typeof buy]>([
    ['signs', { at: k(70), rights: 1 }, buy],
    ['signs and is derived', { derived: [{ literal: 'a' }], rights: 1 }, sell],
    ['is the wallet that buys', { keyInData: [2, 32] }, buy],
    ['is the wallet that buys, and signs', { keyInData: [2, 32], rights: 3 }, buy],
    ['is the wallet that sells', { keyInData: [0, 32] }, sell],
  ])('is not traded with a program that takes an account which %s', async (_, entry, request) => {
    const pool = await hooked([{ at: k(71) }, entry])
    await expect(given(pool, request)).rejects.toMatchObject({
      code: 'token/hookSigner',
      facts: expect.objectContaining({ mint: dbcMint, program: hook }),
    })
  })

  it('is not traded if the hook takes the account that pays for the transaction', async () => {
    expect(await refusal(await hooked([{ at: k(72) }]), buy, { payer: k(72) })).toBe('token/hookSigner')
    // An account that the transfer already names gets no signature.
    expect((await given(await hooked([{ at: poolAuthority, rights: 3 }]), buy)).handed[0]).toEqual([poolAuthority, 0])
  })

  it('opens and quotes without the list or with an invalid list, and refuses a trade with a clear error', async () => {
    const whole = await hooked([{ keyInData: [5, 0] }])
    const nonsense = await hooked([{ keyInData: [5, 0] }])
    expect(await readAll(nonsense)).toHaveLength(3)
    expect(meteoraDbc.open(whole.address, whole.accounts).quote(buy, dbcClock).filled).toBe('whole')
    expect(await refusal(whole, buy)).toBe('layout/invalidValue')
    const unread = new Map([...whole.accounts].filter(([key]) => key !== metasAddress))
    await expect(given(whole, buy, {}, unread)).rejects.toMatchObject({
      code: 'pool/accountsNotReady',
      facts: { pool: dbcPool, missing: [metasAddress] },
    })
    const record = await hooked([{ at: k(80) }, { keyInData: [5, 0] }])
    await expect(given(record, buy)).rejects.toMatchObject({ facts: { pool: dbcPool, missing: [k(80)] } })
    expect(
      await refusal(await hooked([{ at: k(80) }, { keyInData: [5, 0] }], new Map([[k(80), new Uint8Array(31)]])), buy),
    ).toBe('layout/wrongSize')
    const plainTerms = new Map(whole.accounts)
    const config = whole.accounts.get(dbcConfig) ?? expect.fail('no config')
    plainTerms.set(dbcConfig, { ...config, data: poolConfigLayout.encode(sampleConfig) })
    expect(await refusal(whole, buy, {}, plainTerms)).toBe('layout/wrongSize')
  })

  it("is swapped in or refused with Tern's errors, for any bytes in the list of accounts", async () => {
    const pools = await Promise.all([
      hooked(
        [{ at: k(90) }, { derived: [{ literal: 'x' }, { key: 5 }, { data: [2, 32, 32] }] }, { keyInData: [5, 0] }],
        new Map([[k(90), addressBytes(k(91))]]),
      ),
      hooked([]),
    ])
    const harms = fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...pools),
        harms,
        fc.nat(200),
        fc.constantFrom(buy, sell),
        async (pool, changes, length, request) => {
          const account = pool.accounts.get(metasAddress) ?? expect.fail('none')
          const data = changes.reduce((bytes, [at, byte]) => bytes.with(at % bytes.length, byte), account.data)
          const harmed = new Map([...pool.accounts, [metasAddress, { ...account, data: data.slice(0, 8 + length) }]])
          await meteoraDbc.accountsToRead(pool.address, harmed)
          const said = await refusal(pool, request, {}, harmed)
          expect(said).toMatch(
            /^(not refused|token\/hookSigner|pool\/accountsNotReady|layout\/\w+|address\/noProgramAddress)$/,
          )
        },
      ),
      fuzzRuns,
    )
  })
})

const record = new Map([[k(90), addressBytes(systemProgram)]])
const cases = await Promise.all([
  hooked([]),
  hooked([{ at: k(90) }, { keyInData: [5, 0] }, { derived: [{ key: 2 }, { data: [0, 32, 32] }] }], record),
])
anyBytes('meteora_dbc, whose tokens call a program,', fc.constantFrom(...cases), everythingIn('meteoraDbc'))
