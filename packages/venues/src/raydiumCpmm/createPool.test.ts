import {
  type AccountSnapshot,
  type Address,
  isTernError,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cpmmAddresses, cpmmClock, type TransferFees } from '../../test/raydiumCpmmPools.ts'
import { encodeMint } from '../../test/tokenBytes.ts'
import { authority, observationAddress } from './addresses.ts'
import { accountsToCreatePool, type CreatePoolRequest, createPool, quoteCreatePool } from './createPool.ts'
import { lpMintAddress, program, vaultAddress } from './index.ts'
import { ammConfigLayout } from './layout.ts'
import { initializeLayout } from './liquidityInstructions.ts'

const { pool, mints, config, vaults, observation, lpMint } = cpmmAddresses
const clock = cpmmClock
const creator = authority
/** In the order opposite to the pool's. */
const tokens = [
  { mint: mints[1], amount: 4_000_000n },
  { mint: mints[0], amount: 1_000_000_000n },
] as const
const plain: CreatePoolRequest = { creator, config, tokens }

const account = (owner: Address, data: Uint8Array, lamports = 1_000_000n): AccountSnapshot => ({
  ...{ owner, data, lamports, executable: false, slot: 7n },
})

interface Shape {
  readonly fees?: TransferFees
  readonly config?: Partial<ReturnType<typeof ammConfigLayout.decode>>
  /** Extensions of token 1, in addition to its transfer fee. */
  readonly extensions?: readonly number[]
  readonly others?: readonly (readonly [Address, AccountSnapshot | null])[]
}

/** The accounts of a config and two mints; token 1 is of Token-2022. */
function accountsOf({ fees, config: rates, extensions = [], others = [] }: Shape) {
  const base = encodeMint(6, fees ?? { bps: 0, newerBps: 0, maximum: 0n }, 500n)
  const mint1 = Uint8Array.from([...base, ...extensions.flatMap(type => [type, 0, 0, 0])])
  const data = ammConfigLayout.encode({
    ...{ bump: 255, disable_create_pool: false, index: 0, trade_fee_rate: 2_500n, protocol_fee_rate: 120_000n },
    ...{ fund_fee_rate: 40_000n, create_pool_fee: 150_000_000n, protocol_owner: authority, fund_owner: authority },
    ...{ creator_fee_rate: 500n, padding: new Uint8Array(120), ...rates },
  })
  return new Map<Address, AccountSnapshot | null>([
    [config, account(program, data)],
    [mints[0], account(tokenProgram, encodeMint(9, undefined, 500n))],
    [mints[1], account(token2022Program, mint1)],
    ...others,
  ])
}

const quote = (shape: Shape = {}, request: Partial<CreatePoolRequest> = {}) =>
  quoteCreatePool({ ...plain, ...request }, accountsOf(shape), clock)

/** Returns the error's code, or the result. */
async function refusalOf(shape: Shape, request: Partial<CreatePoolRequest> = {}): Promise<unknown> {
  try {
    return await quote(shape, request)
  } catch (error) {
    if (isTernError(error)) return error.code
    throw error
  }
}

describe('the creation of a pool', () => {
  it('orders the mints, locks 100 LP tokens, and reports the fee and the opened accounts', async () => {
    const made = await quote()
    expect(made).toMatchObject({
      pool,
      lpMint,
      amounts: [
        { mint: mints[0], tokenProgram, vault: vaults[0], sent: 1_000_000_000n, transferFee: 0n },
        { mint: mints[1], tokenProgram: token2022Program, vault: vaults[1], sent: 4_000_000n, transferFee: 0n },
      ],
      lpSupply: 63_245_553n,
      lpAmount: 63_245_453n,
      price: { numerator: 4_000_000n, denominator: 1_000_000_000n },
      createFee: 150_000_000n,
      opens: [
        { address: pool, bytes: 637, held: 0n },
        { address: observation, bytes: 4075, held: 0n },
        { address: lpMint, bytes: 82, held: 0n },
        { address: vaults[0], bytes: 165, held: 0n },
        { address: vaults[1], bytes: 178, held: 0n },
        { address: made.lpAccount, bytes: 165, held: 0n },
      ],
    })
    expect(await quote({}, { tokens: [tokens[1], tokens[0]] })).toEqual({ ...made, request: expect.anything() })
  })

  it('counts the amounts that arrive after transfer fees', async () => {
    const made = await quote({ fees: { bps: 100, newerBps: 200, maximum: 10n ** 9n } })
    expect(made.amounts[1]).toMatchObject({ sent: 4_000_000n, transferFee: 80_000n })
    // The root of 10^9 · 3,920,000.
    expect(made.lpSupply).toBe(62_609_903n)
    expect(made.price).toEqual({ numerator: 3_920_000n, denominator: 1_000_000_000n })
  })

  it('opens in the next second at the earliest', async () => {
    const opensAt = async (openTimeSeconds?: bigint) =>
      (await quote({}, openTimeSeconds === undefined ? {} : { openTimeSeconds })).openTimeSeconds
    const now = clock.unixTimestamp
    expect(await Promise.all([opensAt(), opensAt(0n), opensAt(now), opensAt(now + 1n), opensAt(now + 500n)])).toEqual([
      ...[now + 1n, now + 1n, now + 1n, now + 1n],
      now + 500n,
    ])
    expect(await refusalOf({}, { openTimeSeconds: -1n })).toBe('amount/outOfRange')
    expect(await refusalOf({}, { openTimeSeconds: 2n ** 64n })).toBe('amount/outOfRange')
  })

  it('reports the lamports that a stranger has sent to its accounts', async () => {
    const sent = (lamports: bigint) => account(systemProgram, new Uint8Array(), lamports)
    const made = await quote({
      others: [
        [pool, sent(5n)],
        [vaults[0], sent(10n ** 9n)],
      ],
    })
    expect(made.opens[0]).toEqual({ address: pool, bytes: 637, held: 5n })
    expect(made.opens[3]).toEqual({ address: vaults[0], bytes: 165, held: 10n ** 9n })
  })

  it('can have the address of a fresh key pair, which signs', async () => {
    const fresh = 'SysvarC1ock11111111111111111111111111111111' as Address
    const made = await quote({}, { pool: fresh })
    const derived = [await lpMintAddress(fresh), await vaultAddress(fresh, mints[0]), await observationAddress(fresh)]
    expect([made.pool, made.lpMint, made.amounts[0].vault, made.opens[1]?.address]).toEqual([fresh, ...derived])
    const accounts = [mints[0], mints[1]] as const
    const [signed] = await createPool(made, accounts)
    const [derivedToo] = await createPool(await quote(), accounts)
    expect(signed?.accounts?.[3]).toEqual({ address: fresh, role: 3 })
    expect(derivedToo?.accounts?.[3]).toEqual({ address: pool, role: 1 })
    expect(initializeLayout.decode(Uint8Array.from(signed?.data ?? []))).toEqual({
      init_amount_0: 1_000_000_000n,
      init_amount_1: 4_000_000n,
      open_time: clock.unixTimestamp + 1n,
    })
  })

  it('reads the config, the mints and every account that the program makes', async () => {
    const made = await quote()
    const read = await accountsToCreatePool(plain)
    expect(new Set(read)).toEqual(new Set([config, ...mints, ...made.opens.map(one => one.address)]))
  })

  it('is refused if an account of it exists', async () => {
    for (const address of [pool, lpMint, vaults[1], observation])
      expect(await refusalOf({ others: [[address, account(program, new Uint8Array(9))]] })).toBe('liquidity/poolExists')
  })

  it('is refused by its config', async () => {
    expect(await refusalOf({ config: { disable_create_pool: true } })).toBe('liquidity/configDisabled')
    expect(await refusalOf({ config: { index: 1 } })).toBe('layout/mismatch')
    expect(await refusalOf({ others: [[config, null]] })).toBe('liquidity/configNotFound')
    const foreign = account(authority, accountsOf({}).get(config)?.data ?? new Uint8Array())
    expect(await refusalOf({ others: [[config, foreign]] })).toBe('layout/wrongOwner')
  })

  it('is refused for amounts of 0, or too small for the locked LP tokens', async () => {
    const refusal = (amount0: bigint, amount1: bigint, fees?: TransferFees) =>
      refusalOf(fees === undefined ? {} : { fees }, {
        tokens: [
          { mint: mints[0], amount: amount0 },
          { mint: mints[1], amount: amount1 },
        ],
      })
    expect(await refusal(0n, 5n)).toBe('liquidity/zeroAmounts')
    expect(await refusal(5n, 0n)).toBe('liquidity/zeroAmounts')
    // A fee is a unit at least.
    expect(await refusal(10_000n, 1n, { bps: 1, newerBps: 1, maximum: 9n })).toBe('liquidity/zeroAmounts')
    expect(await refusal(99n, 101n)).toBe('program/amountTooSmall')
    expect(await refusal(100n, 100n)).toMatchObject({ lpSupply: 100n, lpAmount: 0n })
    expect(await refusal(-1n, 100n)).toBe('amount/outOfRange')
    expect(await refusal(2n ** 64n, 100n)).toBe('amount/outOfRange')
  })

  it('is refused for mints that the program refuses', async () => {
    for (const type of [10, 18, 19, 25]) expect(await refusalOf({ extensions: [type] })).toMatchObject({ pool })
    for (const type of [3, 4, 6, 9, 12, 14, 16, 20, 26, 99])
      expect(await refusalOf({ extensions: [type] }), String(type)).toBe('program/mintNotSupported')
    expect(await refusalOf({ fees: { bps: 0, newerBps: 10_000, maximum: 9n } })).toBe('liquidity/transferFeeTakesAll')
    expect(await refusalOf({}, { tokens: [tokens[0], tokens[0]] })).toBe('liquidity/mintMismatch')
    expect(await refusalOf({ others: [[mints[0], null]] })).toBe('token/accountNotFound')
    expect(await refusalOf({ others: [[mints[0], account(program, encodeMint(9, undefined, 0n))]] })).toBe(
      'layout/tokenAccountOwner',
    )
  })

  it('is quoted or refused with a documented error, for any bytes of its accounts', async () => {
    const whole = accountsOf({ fees: { bps: 100, newerBps: 100, maximum: 9n } })
    const keys = [...whole.keys()]
    const harm = fc.record({ key: fc.constantFrom(...keys), at: fc.nat(300), byte: fc.nat(255), cut: fc.nat(300) })
    await fc.assert(
      fc.asyncProperty(harm, async ({ key, at, byte, cut }) => {
        const harmed = whole.get(key) as AccountSnapshot
        const data = harmed.data.map((one, i) => (i === at ? byte : one)).subarray(0, harmed.data.length - (cut % 9))
        const result = await refusalOf({ others: [...whole, [key, { ...harmed, data }]] })
        if (typeof result === 'string') expect(result).toMatch(/^(liquidity|layout|token|program)\/\w+$/)
      }),
      { numRuns: 500 },
    )
  })
})
