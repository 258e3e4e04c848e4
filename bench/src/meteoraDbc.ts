import { createRequire } from 'node:module'
import { Connection } from '@solana/web3.js'
import { wrappedNativeMint } from '@tern/core'
import { decodePoolConfig, decodeVirtualPool, type PoolConfig } from '@tern/venues/meteoraDbc'
import {
  curveOf,
  feeRule,
  type Side,
  swapExactOut,
  swapPartialFill,
  virtualPoolLayout,
} from '@tern/venues/meteoraDbc/internal'
import {
  dbcClock,
  dbcConfig,
  dbcPool,
  makeDbcPool,
  samplePool,
  withTail,
} from '../../packages/venues/test/meteoraDbcPools.ts'
import { bareReads } from './bareReads.ts'
import { cases, over, type Race } from './measure.ts'

const require = createRequire(import.meta.url)
/** Loaded with `require`, as the other SDKs are. Its ES module holds the same build. */
const sdk = require('@meteora-ag/dynamic-bonding-curve-sdk') as typeof import('@meteora-ag/dynamic-bonding-curve-sdk')
const sdkName = '@meteora-ag/dynamic-bonding-curve-sdk 1.5.12'
type Big = Parameters<typeof sdk.swapQuoteExactOut>[3]
const BN = require('bn.js') as new (digits: string) => Big
const big = (value: bigint) => new BN(value.toString())

const threshold = 85_000_000_000n
const start = 97_539_491_088_464_050n
/** The square root of the price at the end of a curve that raises 85 SOL. It is 3.9 times the root at the start. */
const end = 380_289_371_323_205_464n

/** Makes terms with this many segments that divide the threshold equally, each with its own liquidity. */
function termsOf(stretches: number): Partial<PoolConfig> {
  const each = threshold / BigInt(stretches)
  const curve = Array.from({ length: stretches }, (_, i) => {
    const at = (n: number) => start + ((end - start) * BigInt(n)) / BigInt(stretches)
    return { sqrt_price: at(i + 1), liquidity: (each << 128n) / (at(i + 1) - at(i)) + 1n }
  })
  return { sqrt_start_price: start, migration_sqrt_price: end, curve: withTail(curve) }
}

async function rowsFor(stretches: number): Promise<readonly Race[]> {
  const one = await makeDbcPool({ config: termsOf(stretches), state: { sqrt_price: start } })
  const [poolData, configData] = [dbcPool, dbcConfig].map(key => one.accounts.get(key)?.data ?? new Uint8Array())
  const state = decodeVirtualPool(poolData ?? new Uint8Array())
  const config = decodePoolConfig(configData ?? new Uint8Array())
  const { coder } = sdk.createDbcProgram(new Connection('http://127.0.0.1:9')).program
  const theirPool = coder.accounts.decode('virtualPool', Buffer.from(poolData ?? []))
  const theirConfig = coder.accounts.decode('poolConfig', Buffer.from(configData ?? []))
  const side: Side = {
    ...{ curve: curveOf(config, state), isBuy: true, fees: feeRule(config, state, 'buy') },
    ...{ isFeeOnInput: true, reserveOut: state.base_reserve },
  }
  const amounts = Array.from({ length: cases }, (_, i) => (threshold * BigInt(i + 1)) / BigInt(cases + 1))
  const point = dbcClock.unixTimestamp
  const tokens = amounts.map(amount => swapPartialFill(side, point, amount)?.amountOut ?? 1n)
  const pool = one.venue.open(one.address, one.accounts)
  const [bnAmounts, bnTokens, bnPoint] = [amounts.map(big), tokens.map(big), big(point)]
  const mint = wrappedNativeMint
  const requests = amounts.map(amount => ({ tokenIn: mint, exactIn: amount }))
  const what = `${stretches} ${stretches === 1 ? 'stretch' : 'stretches'}`
  const theirQuote = (amount: Big) =>
    sdk.swapQuotePartialFill(theirPool, theirConfig, false, amount, 0, false, bnPoint, false)
  return [
    {
      name: `meteora_dbc curve alone, ${what}, buy exact-in`,
      rival: `${sdkName} swapQuotePartialFill`,
      cases,
      atLeast: stretches === 1 ? 9 : 25,
      tern: over(amounts, amount => swapPartialFill(side, point, amount)),
      theirs: over(bnAmounts, theirQuote),
      limit: { is: 'one stretch', run: over(amounts, bareStretch(side)) },
    },
    {
      name: `meteora_dbc curve alone, ${what}, buy exact-out`,
      rival: `${sdkName} swapQuoteExactOut`,
      cases,
      atLeast: stretches === 1 ? 9 : 25,
      tern: over(tokens, amount => swapExactOut(side, point, amount)),
      theirs: over(bnTokens, amount =>
        sdk.swapQuoteExactOut(theirPool, theirConfig, false, amount, 0, false, bnPoint, false),
      ),
      limit: { is: 'one stretch', run: over(tokens, bareStretchBack(side, tokens)) },
    },
    {
      name: `meteora_dbc whole quote, ${what}, buy exact-in`,
      rival: `${sdkName} swapQuotePartialFill`,
      cases,
      tern: over(requests, request => pool.quote(request, dbcClock)),
      theirs: over(bnAmounts, theirQuote),
    },
  ]
}

/**
 * Computes the tokens that the first segment gives for an amount, without the fee, the search for the segment and the
 * answer.
 */
function bareStretch({ curve }: { readonly curve: { readonly buyIn: readonly Stretch[] } }) {
  const { from = 1n, liquidity = 1n } = curve.buyIn[0] ?? {}
  return (amount: bigint) => {
    const rise = (amount << 128n) / liquidity
    return (liquidity * rise) / (from * (from + rise))
  }
}

/**
 * Computes the cost of an amount of tokens in the first segment. Amounts are taken modulo the smallest, so that each
 * fits into that segment.
 */
function bareStretchBack(
  { curve }: { readonly curve: { readonly buyIn: readonly Stretch[] } },
  amounts: readonly bigint[],
) {
  const { from = 1n, liquidity = 1n } = curve.buyIn[0] ?? {}
  const [min = 1n] = amounts
  const scaled = liquidity * from
  return (amount: bigint) => {
    const moved = (amount % min) + 1n
    const to = (scaled - 1n) / (liquidity - moved * from) + 1n
    return (liquidity * (to - from)) >> 128n
  }
}

interface Stretch {
  readonly from: bigint
  readonly liquidity: bigint
}

async function decodings(): Promise<readonly Race[]> {
  const { accounts, address, venue } = await makeDbcPool({
    config: termsOf(9),
    state: { ...samplePool, sqrt_price: start },
  })
  const [poolData, configData] = [address, dbcConfig].map(key => accounts.get(key)?.data ?? new Uint8Array())
  const [pool, config] = [poolData ?? new Uint8Array(), configData ?? new Uint8Array()]
  const [theirPool, theirConfig] = [Buffer.from(pool), Buffer.from(config)]
  const { coder } = sdk.createDbcProgram(new Connection('http://127.0.0.1:9')).program
  const once = Array.from({ length: cases }, (_, i) => i)
  const at = virtualPoolLayout.offsets
  return [
    {
      name: 'meteora_dbc decode VirtualPool, every field',
      rival: `${sdkName} account coder`,
      cases,
      atLeast: 10,
      tern: over(once, () => decodeVirtualPool(pool)),
      theirs: over(once, () => coder.accounts.decode('virtualPool', theirPool)),
      limit: bareReads(pool, [at.config, at.creator, at.base_mint, at.base_vault, at.quote_vault], cases),
    },
    {
      name: 'meteora_dbc decode PoolConfig, every field',
      rival: `${sdkName} account coder`,
      cases,
      tern: over(once, () => decodePoolConfig(config)),
      theirs: over(once, () => coder.accounts.decode('poolConfig', theirConfig)),
    },
    {
      name: 'meteora_dbc open a pool from its accounts, against both decoded',
      rival: `${sdkName} account coder`,
      cases,
      tern: over(once, () => venue.open(address, accounts)),
      theirs: over(once, () => [
        coder.accounts.decode('virtualPool', theirPool),
        coder.accounts.decode('poolConfig', theirConfig),
      ]),
    },
  ]
}

export async function races(): Promise<readonly (readonly Race[])[]> {
  return [await rowsFor(1), await rowsFor(9), await decodings()]
}
