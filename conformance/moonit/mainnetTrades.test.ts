import { type Address, rentExemption, wrappedNativeMint } from '@tern/core'
import {
  configAddress,
  curveAddress,
  decodeConfig,
  decodeCurve,
  encodeBuy,
  encodeSell,
  moonit,
  program,
} from '@tern/venues/moonit'
import { prepareCurve } from '@tern/venues/moonit/internal'
import { describe, expect, it } from 'vitest'
import {
  moonitClock as clock,
  makeMoonitCurve,
  moonitConfig,
  moonitMint,
} from '../../packages/venues/test/moonitPools.ts'
import { proves } from '../src/evidence.ts'
import { readFixture, readRecorded } from '../src/fixtures.ts'

type Amounts = Readonly<Record<'in' | 'out', string>>
interface Sent {
  readonly accounts: readonly (readonly [Address, string])[]
  readonly data: string
}
interface Measured {
  readonly simulated: Readonly<Record<'totalSupply' | 'sold' | 'marketcapThreshold', string>> &
    Readonly<Record<'decimals' | 'coefB' | 'feeBps', number>> & {
      readonly buys: readonly Amounts[]
      readonly sales: readonly Amounts[]
    }
  readonly buy: Readonly<Record<'tokens' | 'cost' | 'dexFee' | 'helioFee' | 'soldAfter', string>> & {
    readonly computeUnits: number
  }
  readonly instructions: Readonly<Record<'buy' | 'sell', Sent>>
}

const measured = readFixture<Measured>('moonit/measured.json')
const accounts = readRecorded('moonit', ['config', 'curve'])
const recorded = (address: Address) => accounts.get(address) ?? expect.fail(`no ${address}`)
const curveOnMainnet = '4CYhuDhT4c9ATZpJceoQG8Du4vCjf5ZKvxsyXpJoVub4' as Address
const evidence = proves('moonit')
const onLinear = 'six trades on a linear curve, simulated on mainnet'
const onProduct = 'a buy on a constant product, recorded or simulated on mainnet'

const { simulated, buy } = measured
const linear = () => {
  const { address, accounts } = makeMoonitCurve({
    state: {
      total_supply: BigInt(simulated.totalSupply),
      curve_amount: BigInt(simulated.totalSupply) - BigInt(simulated.sold),
      decimals: simulated.decimals,
      curve_type: 0,
      coef_b: simulated.coefB,
      marketcap_threshold: BigInt(simulated.marketcapThreshold),
    },
    feeBps: simulated.feeBps,
  })
  return moonit.open(address, accounts)
}
const productBefore = () => {
  const sold = BigInt(buy.soldAfter) - BigInt(buy.tokens)
  const { address, accounts } = makeMoonitCurve({ state: { curve_amount: 10n ** 18n - sold } })
  return moonit.open(address, accounts)
}

describe('trades measured on mainnet', () => {
  it('bought the quote on a linear curve', evidence(onLinear, ['exactIn'], undefined, 'B→A'), () => {
    for (const { in: amount, out } of simulated.buys) {
      const quote = linear().quote({ tokenIn: wrappedNativeMint, exactIn: BigInt(amount) }, clock)
      expect([quote.amountIn, quote.amountOut]).toEqual([BigInt(amount), BigInt(out)])
      expect(quote.fees[0]?.amount).toBe(BigInt(amount) / 100n)
    }
  })

  it('sold the quote on a linear curve', evidence(onLinear, ['exactIn'], undefined, 'A→B'), () => {
    for (const { in: amount, out } of simulated.sales) {
      const quote = linear().quote({ tokenIn: moonitMint, exactIn: BigInt(amount) }, clock)
      expect([quote.amountIn, quote.amountOut]).toEqual([BigInt(amount), BigInt(out)])
    }
  })

  it('bought exact tokens at the quote', evidence(onProduct, ['exactOut'], undefined, 'B→A'), () => {
    const quote = productBefore().quote({ tokenIn: wrappedNativeMint, exactOut: BigInt(buy.tokens) }, clock)
    const fee = BigInt(buy.dexFee) + BigInt(buy.helioFee)
    expect(quote.fees).toEqual([{ kind: 'protocol', mint: wrappedNativeMint, amount: fee }])
    expect(quote.amountIn).toBe(BigInt(buy.cost) + fee)
    expect(fee * BigInt(moonitConfig.dex_fee_share)).toBeGreaterThanOrEqual(BigInt(buy.dexFee) * 100n)
    expect(buy.computeUnits).toBeLessThan(quote.computeUnits)
  })
})

describe('accounts of mainnet', () => {
  it('hold the lamports that the formula takes for the tokens sold', () => {
    const { data, lamports } = recorded(curveOnMainnet)
    const state = decodeCurve(data)
    expect(state.curve_type).toBe(1)
    const curve = prepareCurve('constantProductV1', state, 100n)
    expect(curve?.paymentFor(curve.sold)).toBe(lamports - rentExemption(data.length))
  })

  it('have the addresses and settings that trades assume', async () => {
    const { data } = recorded(curveOnMainnet)
    expect(await curveAddress(decodeCurve(data).mint)).toBe(curveOnMainnet)
    const { config_authority, ...rest } = decodeConfig(recorded(configAddress).data)
    expect(rest).toEqual({ ...moonitConfig, config_authority: undefined })
    expect(config_authority).toMatch(/^\w{32,44}$/)
  })
})

describe('instructions of mainnet', () => {
  it.each(['buy', 'sell'] as const)('have the bytes and accounts of ours: %s', side => {
    const sent = measured.instructions[side]
    const bytes = Buffer.from(sent.data, 'hex')
    const at = (index: number) => sent.accounts[index]?.[0] as Address
    const encode = side === 'buy' ? encodeBuy : encodeSell
    const made = encode(
      {
        ...{ sender: at(0), sender_token_account: at(1), curve_account: at(2), curve_token_account: at(3) },
        ...{ dex_fee: at(4), helio_fee: at(5), mint: at(6) },
      },
      {
        tokens: bytes.readBigUInt64LE(8),
        lamports: bytes.readBigUInt64LE(16),
        fixed: bytes[24] === 0 ? 'exactIn' : 'exactOut',
      },
    )
    expect(made.programAddress).toBe(program)
    const flags = (role: number) => `${role & 1 ? 'w' : ''}${role & 2 ? 's' : ''}`
    expect((made.accounts ?? []).map(({ address, role }) => [address, flags(role)])).toEqual(sent.accounts)
    // The senders allowed a slippage in basis points. Ours is the limit itself.
    expect(Buffer.from(made.data ?? []).subarray(0, 25)).toEqual(bytes.subarray(0, 25))
    expect(Buffer.from(made.data ?? []).subarray(25)).toEqual(Buffer.alloc(8))
  })
})
