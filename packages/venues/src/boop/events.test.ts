import { type Address, encodeBase58, tokenProgram, wrappedNativeMint } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { boopClock as clock, makeBoopCurve } from '../../test/boopPools.ts'
import { currentPriceOf } from '../../test/currentPrice.ts'
import { addressNamed } from '../../test/encodedInstructions.ts'
import { readEvents } from '../read.ts'
import { bondingCurveAddress, boop, program, readEvent } from './index.ts'
import {
  bondingCurveDeployedEventLayout,
  bondingCurveDeployedFallbackEventLayout,
  bondingCurveVaultAddress,
  encodeCreateToken,
  readInstructionEvent,
  tokenBoughtEventLayout,
  tokenGraduatedEventLayout,
  tokenSoldEventLayout,
} from './internal.ts'

const key = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
const [mint, trader, creator] = [key(1), key(8), key(9)]
const pool = await bondingCurveAddress(mint)
const logged = (event: Uint8Array) => [
  `Program ${program} invoke [1]`,
  `Program data: ${Buffer.from(event).toString('base64')}`,
  `Program ${program} success`,
]
const tag = Uint8Array.from([0xe4, 0x45, 0xa5, 0x2e, 0x51, 0xcb, 0x9a, 0x1d])

/** A curve after 10 SOL, and after a buy or a sale of it. */
const begun = { sol_reserves: 10_000_000_000n, token_reserves: 748_309_874_378_991_739n }
const readAccounts = async () => makeBoopCurve({ state: begun }).accounts

describe('readEvent', () => {
  it('reads a buy, whose input includes the fee', async () => {
    const event = tokenBoughtEventLayout.encode({
      ...{ mint, amount_in: 990n, amount_out: 500n, swap_fee: 10n, buyer: trader, recipient: trader },
    })
    expect(await readEvent(event, [], {})).toEqual({
      ...{ kind: 'trade', protocol: 'boop', pool, mintIn: wrappedNativeMint, mintOut: mint },
      ...{ amountIn: 1_000n, amountOut: 500n, trader },
    })
    await expect(readEvent(event.subarray(0, 100), [], {})).rejects.toMatchObject({ code: 'layout/wrongSize' })
  })

  it('finds an event in the log and in a call of the program to itself', async () => {
    const event = tokenSoldEventLayout.encode({
      ...{ mint, amount_in: 500n, amount_out: 990n, swap_fee: 10n, seller: trader, recipient: trader },
    })
    const sale = {
      ...{ kind: 'trade', protocol: 'boop', pool, mintIn: mint, mintOut: wrappedNativeMint },
      ...{ amountIn: 500n, amountOut: 990n, trader },
    }
    const inner = [{ program, data: Uint8Array.from([...tag, ...event]) }]
    expect(await readEvents(program, { logs: logged(event) })).toEqual([sale])
    expect(await readEvents(program, { logs: [], inner })).toEqual([sale])
    expect(await readEvents(program, { logs: logged(event), inner })).toEqual([sale])
  })

  it.each([
    ['buy', wrappedNativeMint, 10n ** 9n],
    ['sale', mint, 10n ** 15n],
  ] as const)(
    'reads the price after a %s from the tokens that it left, however long the curve has traded since',
    async (way, tokenIn, exactIn) => {
      const { address, accounts } = makeBoopCurve({ state: begun })
      const { amountOut, fees } = boop.open(address, accounts).quote({ tokenIn, exactIn }, clock)
      const fee = fees[0]?.amount ?? 0n
      const isSale = way === 'sale'
      const event = isSale
        ? tokenSoldEventLayout.encode({
            ...{ mint, amount_in: exactIn, amount_out: amountOut, swap_fee: fee, seller: trader, recipient: trader },
          })
        : tokenBoughtEventLayout.encode({
            ...{ mint, amount_in: exactIn - fee, amount_out: amountOut, swap_fee: fee },
            ...{ buyer: trader, recipient: trader },
          })
      const after = isSale
        ? { sol_reserves: begun.sol_reserves - amountOut - fee, token_reserves: begun.token_reserves + exactIn }
        : { sol_reserves: begun.sol_reserves + exactIn - fee, token_reserves: begun.token_reserves - amountOut }
      const later = makeBoopCurve({ state: after })
      const exact = currentPriceOf(boop.open(later.address, later.accounts), tokenIn, clock)
      if (exact === undefined) return expect.fail('no price')
      const vault = await bondingCurveVaultAddress(mint)
      const priceWith = async (held: bigint | undefined) => {
        const balanceOf = (account: Address) => (account === vault ? held : undefined)
        const read = await readEvent(event, [], { readAccounts, balanceOf })
        return read?.kind === 'trade' ? read.priceAfter : undefined
      }
      expect(await priceWith(after.token_reserves)).toEqual(exact)

      // A second trade of the transaction, tokens of a stranger, and unknown balances: equal within a part in ten million.
      for (const held of [after.token_reserves / 2n, after.token_reserves + 10n ** 12n, undefined]) {
        const price = await priceWith(held)
        if (price === undefined) return expect.fail('no price')
        const [a, b] = [price.numerator * exact.denominator, exact.numerator * price.denominator]
        expect(((a > b ? a - b : b - a) * 10_000_000n) / b).toBe(0n)
      }
    },
  )

  it('has no price if the curve is gone, or if the trade is tiny', async () => {
    const bought = { mint, amount_out: 5n, swap_fee: 10n, buyer: trader, recipient: trader }
    const event = tokenBoughtEventLayout.encode({ ...bought, amount_in: 10_000n })
    expect(await readEvent(event, [], { readAccounts })).toHaveProperty('priceAfter')
    const tiny = tokenBoughtEventLayout.encode({ ...bought, amount_in: 9_999n })
    expect(await readEvent(tiny, [], { readAccounts })).not.toHaveProperty('priceAfter')
    const read = await readEvent(event, [], { readAccounts: async () => new Map([[pool, null]]) })
    expect(read).not.toHaveProperty('priceAfter')
  })

  it('reads a launch with the text of the instruction that created its mint', async () => {
    const created = (of: Address, seeds?: 'salt') => {
      const fields = { salt: 5n, name: 'Tern', symbol: 'TERN', uri: 'https://tern.example/tern.json' }
      const { accounts = [], data } = encodeCreateToken({ metadata: key(2), mint: of, payer: trader }, fields, seeds)
      return { program, accounts: accounts.map(({ address }) => address), data: Uint8Array.from(data ?? []) }
    }
    const launch = {
      ...{ kind: 'launch', protocol: 'boop', pool, mint, tokenProgram, creator, timestampSeconds: undefined },
      ...{ name: 'Tern', symbol: 'TERN', uri: 'https://tern.example/tern.json' },
    }
    const event = bondingCurveDeployedEventLayout.encode({ mint, creator })
    expect(await readEvent(event, [created(key(3)), created(mint)], {})).toEqual(launch)
    const unnamed = { ...launch, name: '', symbol: '', uri: '' }
    expect(await readEvent(event, [created(key(3))], {})).toEqual(unnamed)
    const fallback = bondingCurveDeployedFallbackEventLayout.encode({ mint, creator })
    expect(await readEvent(fallback, [], {})).toEqual(unnamed)
    expect(await readEvent(fallback, [created(key(3), 'salt'), created(mint, 'salt')], {})).toEqual(launch)
  })

  it('reads the end of a curve, and no other event', async () => {
    const event = tokenGraduatedEventLayout.encode({
      ...{ mint, sol_for_liquidity: 1n, graduation_fee: 2n, token_for_distributor: 3n },
    })
    expect(await readEvent(event, [], {})).toEqual({ kind: 'completion', protocol: 'boop', pool, mint })
    expect(await readEvent(new Uint8Array(200), [], {})).toBeUndefined()
  })
})

describe('readInstructionEvent', () => {
  const data = (hex: string, more = 0) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(more)])
  const accounts = (count: number) => Array.from({ length: count }, (_, i) => addressNamed(String(i)))

  it.each([
    ['create_raydium_pool', data('412d774dccb25402'), 22, { pool: 8, mint: 4, to: 3 }],
    ['create_raydium_random_pool', data('4e2cad1d84b404ac'), 22, { pool: 8, mint: 4, to: 3 }],
    ['deposit_into_raydium', data('a859631e753158e0', 24), 21, { pool: 18, mint: 19, to: 6 }],
    ['create_meteora_pool', data('f6fe2125e1b029e8'), 21, { pool: 13, mint: 9, to: 5 }],
  ])('reads a migration by %s', (_, bytes, count, { pool, mint, to }) => {
    const named = accounts(count)
    expect(readInstructionEvent({ program, accounts: named, data: bytes })).toEqual({
      ...{ kind: 'migration', protocol: 'boop', pool: named[pool], mint: named[mint], to: named[to] },
    })
  })

  it('reads no migration elsewhere', () => {
    expect(readInstructionEvent({ program, accounts: accounts(15), data: data('2debe1b511da4082') })).toBeUndefined()
  })
})
