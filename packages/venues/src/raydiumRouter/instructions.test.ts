import type { Instruction } from '@solana/instructions'
import { type Address, memoProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import golden from '../../fixtures/raydiumRouter/goldenInstructions.json' with { type: 'json' }
import {
  encodeRouteExactIn,
  encodeRouteExactOut,
  program,
  type RouterHop,
  type RouterMarket,
  type RouterRoute,
  routerPriceLimit,
} from './index.ts'

/** `MIN_SQRT_PRICE_X64` and `MAX_SQRT_PRICE_X64` (libraries/tick_math.rs). */
const [minSqrtPriceX64, maxSqrtPriceX64] = [4_295_048_016n, 79_226_673_521_066_979_257_578_248_091n]

type Name = keyof typeof golden.instructions
/** Accounts by the role that Raydium's client has them in. */
const named = new Map<string, Address>(Object.entries(golden._roles) as [string, Address][])
for (const { accounts } of Object.values(golden.instructions))
  for (const [role, address] of accounts) named.set(`${role}`, address as Address)
const of = (role: string) => named.get(role) ?? expect.fail(role)

const sides = (from: string, to: string) => {
  const account = (one: string) => of(one === 'Mid' ? 'userMid' : `user${one}`)
  return { accountIn: account(from), accountOut: account(to), mintIn: of(`mint${from}`), mintOut: of(`mint${to}`) }
}
const vaults = (one: string) => [of(`vaultA_${one}`), of(`vaultB_${one}`)] as const
const marketOf = (one: string): RouterMarket => ({
  ...{ program: of('openbook program'), authority: of(`marketAuth_${one}`), openOrders: of(`openOrders_${one}`) },
  ...{ market: of(`market_${one}`), bids: of(`bids_${one}`), asks: of(`asks_${one}`), eventQueue: of(`eventQ_${one}`) },
  ...{ baseVault: of(`mBase_${one}`), quoteVault: of(`mQuote_${one}`) },
})
const clmm = (one: string, from: string, to: string, tickArrays: readonly string[]): RouterHop => ({
  ...{ kind: 'clmm', program: of('clmm program'), pool: of(`pool_${one}`), ...sides(from, to) },
  ...{ config: of(`config_${one}`), vaults: vaults(one), observation: of(`obs_${one}`) },
  ...{ bitmapExtension: of(`bitmap ext ${one}`), tickArrays: tickArrays.map(of) },
  sqrtPriceLimitX64: routerPriceLimit(true, 2n ** 64n),
})
const cpmm = (one: string, from: string, to: string): RouterHop => ({
  ...{ kind: 'cpmm', program: of('cpmm program'), authority: of('cpmm authority'), pool: of(`pool_${one}`) },
  ...{ ...sides(from, to), config: of(`config_${one}`), vaults: vaults(one), observation: of(`obs_${one}`) },
})
const amm = (one: string, from: string, to: string, market?: RouterMarket): RouterHop => ({
  ...{ kind: 'ammV4', program: of('amm v4 program'), authority: of(`authority_${one}`), pool: of(`pool_${one}`) },
  ...{ ...sides(from, to), vaults: vaults(one), ...(market && { market }) },
})
const stable = (one: string, from: string, to: string): RouterHop => ({
  ...{ kind: 'stable', program: of('stable program'), authority: of(`authority_${one}`), pool: of(`pool_${one}`) },
  ...{ ...sides(from, to), model: of('stable model data'), vaults: vaults(one), market: marketOf(one) },
})

const owner = of('wallet')
const routes = {
  'clmm+cpmm': [clmm('clmm1a', 'In', 'Mid', ['tick1_1', 'tick2_1']), cpmm('cpmm1b', 'Mid', 'Out')],
  'amm+clmm': [amm('amm2a', 'In', 'Mid'), clmm('clmm2b', 'Mid', 'Out', ['tick3_2'])],
  'amm(status 1)+clmm': [amm('amm2a', 'In', 'Mid', marketOf('amm2a')), clmm('clmm2b', 'Mid', 'Out', ['tick3_2'])],
  'stable+amm': [stable('stable3a', 'In', 'Mid'), amm('amm3b', 'Mid', 'Out')],
  'cpmm+cpmm': [cpmm('cpmm4a', 'In', 'Mid'), cpmm('cpmm4b', 'Mid', 'Out')],
} as const

const flags = ['-', 'W', 'S', 'SW'] as const

/** Puts the instruction in the form of the recorded ones. Raydium's server names the middle account by its derivation. */
const shown = ({ programAddress, accounts = [], data = new Uint8Array() }: Instruction, middle: Address) => ({
  programId: programAddress,
  accounts: accounts.map(({ address, role }) => [address === of('userMid') ? middle : address, flags[role]]),
  data: Buffer.from(data).toString('hex'),
})

describe('a route through Raydium’s router', () => {
  it.each(Object.keys(golden.instructions) as Name[])('equals the instruction of Raydium’s client: %s', name => {
    const { programId, accounts, data } = golden.instructions[name]
    const [, form, mode, which] = /^router\.(local|api)\.(exactIn|exactOut) (.*)$/.exec(name) ?? expect.fail()
    const hops = routes[which as keyof typeof routes] ?? expect.fail(which)
    const middle = of(form === 'api' ? 'wallet ATA of mintMid' : 'userMid')
    const route = { owner, hops, form: form as 'local' | 'api' }
    const made = mode === 'exactIn' ? encodeRouteExactIn(route, 1_000n, 900n) : encodeRouteExactOut(route, 1_100n, 950n)
    expect(shown(made, middle)).toEqual({
      ...{ programId, data },
      accounts: accounts.map(([, address, flag]) => [address, flag]),
    })
    expect(made.programAddress).toBe(program)
  })

  it('limits the square root of a price by a factor of 25, within the program’s range', () => {
    expect(routerPriceLimit(true, 2n ** 64n)).toBe(737_869_762_948_382_064n)
    expect(routerPriceLimit(false, 2n ** 64n)).toBe(25n * 2n ** 64n)
    for (const price of [undefined, minSqrtPriceX64 + 1n])
      expect(routerPriceLimit(true, price)).toBe(minSqrtPriceX64 + 1n)
    for (const price of [undefined, maxSqrtPriceX64 - 1n])
      expect(routerPriceLimit(false, price)).toBe(maxSqrtPriceX64 - 1n)
  })

  it('has one to three hops, and each begins with the output of the hop before', () => {
    const [first, second] = routes['cpmm+cpmm']
    const refused = (hops: readonly RouterHop[], text = 'route type error') => {
      const route: RouterRoute = { owner, hops }
      for (const encode of [encodeRouteExactIn, encodeRouteExactOut]) expect(() => encode(route, 1n, 1n)).toThrow(text)
    }
    refused([])
    refused([second, first])
    refused([first, second, first, second])
    refused([first, { ...second, mintIn: memoProgram }])
    refused([first, { ...second, accountIn: memoProgram }], 'owner route token account check error')
    // SOL that is not wrapped, and a circle.
    refused([{ ...first, accountIn: owner }, second], 'input account check error')
    refused([{ ...first, accountIn: second.accountOut }, second], 'input account check error')
    refused([{ ...first, program: memoProgram }, second], 'invalid program id')
    refused([first, { ...second, program: of('clmm program') }], 'invalid program id')
    const { accounts = [] } = encodeRouteExactIn({ owner, hops: [first] }, 1n, 1n)
    expect(accounts).toHaveLength(17)
  })
})
