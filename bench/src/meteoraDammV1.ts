import { createRequire } from 'node:module'
import { PublicKey } from '@solana/web3.js'
import {
  type DammV1Shape,
  dammV1Clock,
  makeDammV1Pool,
  makeStakePool,
  type VaultShape,
} from '../../packages/venues/test/meteoraDammV1Pools.ts'
import { cases, over, type Race } from './measure.ts'
import { bn } from './sdk.ts'

/** Loaded with `require`: its ES module fails under Node, because of a named import from CommonJS. */
const sdk = createRequire(import.meta.url)(
  '@meteora-ag/dynamic-amm-sdk',
) as typeof import('@meteora-ag/dynamic-amm-sdk')
const sdkName = '@meteora-ag/dynamic-amm-sdk 1.4.1'

const now = dammV1Clock.unixTimestamp
const plain = (total: bigint): VaultShape => ({ total, supply: total, share: total })
/** A vault with earnings. A part of the earnings is locked. */
const earning = (total: bigint, share: bigint): VaultShape => ({
  ...{ total, supply: (total * 9n) / 10n, share },
  state: {
    ...{ last_updated_locked_profit: total / 500n, last_report: now - 3_000n },
    locked_profit_degradation: 46_296_296n,
  },
})
const stake = makeStakePool(1_187_654_321n, 1_000_000_000n)

/** The max of the races' amounts, in raw units of each token, is a few percent of these reserves. */
const kinds: Readonly<Record<string, { readonly shape: DammV1Shape; readonly atLeast: number }>> = {
  'a constant product': {
    ...{ shape: { a: plain(10n ** 15n), b: plain(10n ** 12n) }, atLeast: 20 },
  },
  'a constant product in earning vaults': {
    shape: { a: plain(10n ** 15n), b: earning(10n ** 16n, 10n ** 12n) },
    atLeast: 20,
  },
  'a stable curve': {
    shape: { a: earning(10n ** 15n, 10n ** 12n), b: earning(10n ** 18n, 10n ** 15n), stable: { amp: 500n } },
    atLeast: 8,
  },
  'a stable curve of a staked token': {
    shape: {
      ...{
        a: earning(10n ** 18n, 10n ** 15n),
        b: earning(10n ** 18n, 10n ** 15n),
        stake,
        state: { stake: stake.address },
      },
      stable: {
        amp: 100n,
        token_a_multiplier: 1n,
        depeg_type: 3,
        base_virtual_price: 1_187_654n,
        base_cache_updated: now,
      },
    },
    atLeast: 8,
  },
}

function sdkVault({ total, state }: VaultShape) {
  return {
    totalAmount: bn(total),
    lockedProfitTracker: {
      lastUpdatedLockedProfit: bn(state?.last_updated_locked_profit ?? 0n),
      lastReport: bn(state?.last_report ?? 0n),
      lockedProfitDegradation: bn(state?.locked_profit_degradation ?? 0n),
    },
  }
}

/** The SDK's parameters for a quote. Its own code for reading accounts needs a connection. */
function paramsOf({ a, b, stable, state }: DammV1Shape, mints: readonly [PublicKey, PublicKey]) {
  const curve = {
    amp: bn(stable?.amp ?? 100n),
    tokenMultiplier: {
      ...{ tokenAMultiplier: bn(stable?.token_a_multiplier ?? 1_000n), tokenBMultiplier: bn(1n), precisionFactor: 9 },
    },
    depeg: {
      baseVirtualPrice: bn(stable?.base_virtual_price ?? 0n),
      baseCacheUpdated: bn(stable?.base_cache_updated ?? 0n),
      depegType: stable?.depeg_type === 3 ? { splStake: {} } : { none: {} },
    },
  }
  return {
    ...{ vaultA: sdkVault(a), vaultB: sdkVault(b), vaultALpSupply: bn(a.supply), vaultBLpSupply: bn(b.supply) },
    ...{ poolVaultALp: bn(a.share), poolVaultBLp: bn(b.share), currentTime: Number(now), currentSlot: 1 },
    ...{ vaultAReserve: bn(a.total), vaultBReserve: bn(b.total), depegAccounts: new Map() },
    poolState: {
      ...{ tokenAMint: mints[0], tokenBMint: mints[1], enabled: true, stake: new PublicKey(state?.stake ?? mints[0]) },
      bootstrapping: { activationType: 1, activationPoint: bn(0n), whitelistedVault: mints[0] },
      fees: {
        ...{ tradeFeeNumerator: bn(250n), tradeFeeDenominator: bn(100_000n) },
        ...{ protocolTradeFeeNumerator: bn(20_000n), protocolTradeFeeDenominator: bn(100_000n) },
      },
      curveType: stable === undefined ? { constantProduct: {} } : { stable: curve },
    },
  }
}

function racesOf(kind: string, { shape, atLeast }: (typeof kinds)[string], side: 0 | 1): readonly Race[] {
  const { venue, address, accounts } = makeDammV1Pool(shape)
  const pool = venue.open(address, accounts)
  const tokenIn = pool.tokens[side].mint
  const holding = side === 0 ? shape.a : shape.b
  // From a millionth to a tenth of the pool, evenly spread on a logarithmic scale, all different.
  const amounts = Array.from(
    { length: cases },
    (_, i) => (holding.share * BigInt(Math.round(1e6 * 10 ** ((5 * i) / cases)))) / 10n ** 12n + BigInt(i),
  )
  const mints = pool.tokens.map(({ mint }) => new PublicKey(mint)) as unknown as readonly [PublicKey, PublicKey]
  const params = paramsOf(shape, mints)
  const paid = mints[side]
  const quote = (amount: unknown) => sdk.calculateSwapQuote(paid as never, amount as never, params as never)
  for (const exactIn of amounts) {
    const [ours, theirs] = [pool.quote({ tokenIn, exactIn }, dammV1Clock).amountOut, quote(bn(exactIn)).amountOut]
    if (String(ours) !== String(theirs)) throw new RangeError(`the quotes are not the same: ${ours} and ${theirs}`)
  }
  const requests = amounts.map(exactIn => ({ tokenIn, exactIn }))
  return [
    {
      ...{ name: `meteora_damm_v1 ${side === 0 ? 'A to B' : 'B to A'}, ${kind}: whole quote, in`, cases, atLeast },
      rival: `${sdkName} calculateSwapQuote`,
      tern: over(requests, request => pool.quote(request, dammV1Clock)),
      theirs: over(amounts.map(bn), quote),
    },
  ]
}

/** Makes every race of the venue. It checks first that both sides give the same answers. */
export function races(): readonly (readonly Race[])[] {
  return Object.entries(kinds).map(([kind, one]) => ([0, 1] as const).flatMap(side => racesOf(kind, one, side)))
}
