import { type AccountSnapshot, type Address, systemProgram, tokenProgram, wrappedNativeMint } from '@tern/core'
import { mintLayout } from '@tern/core/internal'
import {
  decodeGlobalConfig,
  decodePlatformConfig,
  decodePoolState,
  poolAddress,
  program,
  raydiumLaunchlab,
} from '@tern/venues/raydiumLaunchlab'
import {
  authorityBump,
  buyExactIn,
  buyExactOut,
  type Curve,
  type CurveTrade,
  type CurveType,
  configAddress,
  curveTypes,
  globalConfigLayout,
  initialCurve,
  platformConfigLayout,
  poolStateLayout,
  prepareCurve,
  sellExactIn,
  sellExactOut,
  vaultAddress,
} from '@tern/venues/raydiumLaunchlab/internal'
import { cases, over, type Race } from './measure.ts'
import { bn, raydiumSdk, raydiumSdkName } from './sdk.ts'

const token = 'ToKENZfgrgTS6p5tHxK5PW7Fz6YSjVqKDDgCxxzW7fy' as Address
const creator = 'SysvarC1ock11111111111111111111111111111111' as Address
const platform = '4Bu96XjU84XjPDSpveTVf6LYGCkfW5FK7SNkREWcEfV4' as Address
const rates = { protocol: 2_500n, platform: 7_500n, creator: 500n, share: 0n }
const totalRaised = 85_000_000_000n

/** Makes a curve on which a third of the tokens for sale is sold, for their cost. */
function startedCurve(type: CurveType) {
  const launch = { type, supply: 10n ** 15n, total_base_sell: 793_100_000_000_000n }
  const begun = initialCurve({ ...launch, total_quote_fund_raising: totalRaised, migrate_type: 1 }, 0n, 0n)
  if (begun === undefined) throw new RangeError(`no curve of ${type}`)
  const fresh = prepareCurve(type, { ...begun, real_base: 0n, real_quote: 0n }, rates)
  const real_base = begun.total_base_sell / 3n
  const state = { ...begun, real_base, real_quote: buyExactOut(fresh, real_base)?.moved ?? 0n }
  return { state, curve: prepareCurve(type, state, rates) }
}

/** Amounts from 0.001 to some 50 SOL, evenly spread on a logarithmic scale, all different. */
const lamports = Array.from(
  { length: cases },
  (_, i) => BigInt(Math.round(1e6 * 10 ** ((4.6 * i) / cases))) + BigInt(i),
)

async function pool() {
  const { state: reserves } = startedCurve('constantProduct')
  const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
    ...{ owner, data, lamports: 1_000_000_000n, executable: false, slot: 1n },
  })
  const config = await configAddress(wrappedNativeMint, 0, 0)
  const address = await poolAddress(token, wrappedNativeMint)
  const state = poolStateLayout.encode({
    ...{ epoch: 1_000n, auth_bump: authorityBump, status: 0, base_decimals: 6, quote_decimals: 9, migrate_type: 1 },
    ...{ supply: 10n ** 15n, ...reserves, total_quote_fund_raising: totalRaised },
    ...{ quote_protocol_fee: 70_000_000n, platform_fee: 0n, migrate_fee: 0n },
    ...{ total_locked_amount: 0n, cliff_period: 0n, unlock_period: 0n, start_time: 0n, allocated_share_amount: 0n },
    ...{ global_config: config, platform_config: platform, base_mint: token, quote_mint: wrappedNativeMint },
    base_vault: await vaultAddress(address, token),
    quote_vault: await vaultAddress(address, wrappedNativeMint),
    ...{ creator, token_program_flag: 0, amm_fee_on: 0, platform_vesting_share: 0n, padding: new Uint8Array(54) },
  })
  const configData = globalConfigLayout.encode({
    ...{ epoch: 1_000n, curve_type: 0, index: 0, migrate_fee: 0n, trade_fee_rate: rates.protocol },
    ...{ max_share_fee_rate: 10_000n, min_base_supply: 10_000_000n, max_lock_rate: 300_000n },
    ...{ min_base_sell_rate: 200_000n, min_base_migrate_rate: 200_000n, min_quote_fund_raising: 30_000_000_000n },
    ...{ quote_mint: wrappedNativeMint, protocol_fee_owner: creator, migrate_fee_owner: creator },
    ...{ migrate_to_amm_wallet: creator, migrate_to_cpswap_wallet: creator, padding: new Uint8Array(128) },
  })
  const platformData = new Uint8Array(944)
  platformData.set(
    platformConfigLayout.encode({
      ...{ epoch: 1_000n, platform_fee_wallet: creator, platform_nft_wallet: creator },
      ...{ platform_scale: 400_000n, creator_scale: 500_000n, burn_scale: 100_000n, fee_rate: rates.platform },
      ...{ name: new Uint8Array(64), web: new Uint8Array(256), img: new Uint8Array(256), cpswap_config: creator },
      ...{ creator_fee_rate: rates.creator, transfer_fee_extension_auth: creator },
      ...{ platform_vesting_wallet: creator, platform_vesting_scale: 0n, platform_cp_creator: creator },
      ...{ restrict_global_config: 0, restrict_curve_param: 0, curve_rule_manager: creator },
      padding: new Uint8Array(74),
    }),
  )
  const mint = mintLayout.encode({
    ...{ mintAuthorityOption: 0, mintAuthority: systemProgram, supply: 10n ** 15n, decimals: 6, isInitialized: true },
    ...{ freezeAuthorityOption: 0, freezeAuthority: systemProgram },
  })
  const accounts = new Map([
    [address, account(program, state)],
    [config, account(program, configData)],
    [platform, account(program, platformData)],
    [token, account(tokenProgram, mint)],
  ])
  return { opened: raydiumLaunchlab.open(address, accounts), state, config: configData, platform: platformData }
}

/** Makes the arguments of the SDK's quotes ahead of the race. */
function sdkRequests(curve: Curve, amounts: readonly bigint[]): readonly object[] {
  const { virtualBase, virtualQuote, realBase, realQuote, remaining, type } = curve
  const state = {
    poolInfo: {
      ...{ virtualA: bn(virtualBase), virtualB: bn(virtualQuote), realA: bn(realBase), realB: bn(realQuote) },
      totalSellA: bn(realBase + remaining),
    },
    curveType: curveTypes.indexOf(type),
    ...{ protocolFeeRate: bn(rates.protocol), platformFeeRate: bn(rates.platform) },
    ...{ creatorFeeRate: bn(rates.creator), shareFeeRate: bn(rates.share), slot: 0 },
  }
  return amounts.map(amount => ({ ...state, amountA: bn(amount), amountB: bn(amount) }))
}

type Method = 'buyExactIn' | 'buyExactOut' | 'sellExactIn' | 'sellExactOut'
const sdk = raydiumSdk.Curve as unknown as Readonly<
  Record<Method, (request: object) => { readonly amountA: { readonly amount: unknown }; readonly amountB: unknown }>
>
const ours = { buyExactIn, buyExactOut, sellExactIn, sellExactOut }

type Bare = Readonly<Partial<Record<Method, (amount: bigint) => bigint>>>

/**
 * Makes a curve's multiplication and division, rounded down or up, without fees and the answer. A linear curve takes
 * square roots.
 */
function bareOf({ type, baseReserve: x, quoteReserve: y, virtualBase, virtualQuote }: Curve): Bare {
  if (type === 'constantProduct')
    return {
      buyExactIn: quote => (x * quote) / (y + quote),
      buyExactOut: base => (y * base - 1n) / (x - base) + 1n,
      sellExactIn: base => (y * base) / (x + base),
      sellExactOut: quote => (x * quote - 1n) / (y - quote) + 1n,
    }
  if (type === 'linearPrice') return {}
  return {
    buyExactIn: quote => (virtualBase * quote) / virtualQuote,
    sellExactIn: base => (virtualQuote * base) / virtualBase,
  }
}

/** Makes the races of a curve. The amounts are lamports, and the tokens that these lamports buy. */
function curveRaces(type: CurveType): readonly Race[] {
  const { curve } = startedCurve(type)
  const spent = type === 'constantProduct' ? lamports : lamports.map(one => (one % 20_000_000_000n) + 1_000n)
  const bases = spent.map(amount => buyExactIn(curve, amount).base / 4n + 1n)
  const proceeds = spent.map(amount => amount / 8n + 1n)
  const amounts: Readonly<Record<Method, readonly bigint[]>> = {
    ...{ buyExactIn: spent, buyExactOut: bases, sellExactIn: bases, sellExactOut: proceeds },
  }
  const methods: readonly Method[] =
    type === 'constantProduct'
      ? ['buyExactIn', 'buyExactOut', 'sellExactIn', 'sellExactOut']
      : ['buyExactIn', 'sellExactIn']
  return methods.map(method => {
    const quote: (curve: Curve, amount: bigint) => CurveTrade | undefined = ours[method]
    const requests = sdkRequests(curve, amounts[method])
    for (const [i, amount] of amounts[method].entries()) {
      const [tern, theirs] = [quote(curve, amount), sdk[method](requests[i] ?? {})]
      const excess = BigInt(String(theirs.amountA.amount)) - (tern?.base ?? -1n)
      // The SDK rounds the square roots of a linear price half up.
      const isSame = excess === 0n || (type === 'linearPrice' && excess === 1n)
      if (!isSame || String(theirs.amountB) !== String(tern?.quote)) throw new RangeError(`${type} ${method} differs`)
    }
    const bare = bareOf(curve)[method]
    return {
      name: `raydium_launchlab ${type} alone, ${method}`,
      rival: `${raydiumSdkName} Curve.${method}`,
      cases,
      atLeast: 20,
      ...(bare && {
        limit: { is: 'multiplications and the division of the curve', run: over(amounts[method], bare) },
      }),
      tern: over(amounts[method], amount => quote(curve, amount)),
      theirs: over(requests, request => sdk[method](request)),
    }
  })
}

/** Makes every race of the venue. It checks first that both sides give the same answers. */
export async function races(): Promise<readonly (readonly Race[])[]> {
  const { opened, state, config, platform: platformData } = await pool()
  const clock = { slot: 1n, unixTimestamp: 1_800_000_000n, epoch: 900n }
  const { curve } = startedCurve('constantProduct')
  const buys = lamports.map(exactIn => ({ tokenIn: wrappedNativeMint, exactIn }))
  const tokens = lamports.map(amount => buyExactIn(curve, amount).base / 4n + 1n)
  const sales = tokens.map(exactIn => ({ tokenIn: token, exactIn }))
  const once = Array.from({ length: cases }, () => undefined)
  const [pooled, configured, owned] = [state, config, platformData].map(one => Buffer.from(one))
  const { LaunchpadPool, LaunchpadConfig, PlatformConfig } = raydiumSdk
  const decode = (layout: { decode(data: Buffer): unknown }, data: Buffer | undefined) =>
    over(once, () => layout.decode(data ?? Buffer.alloc(0)))
  return [
    [
      ...curveTypes.flatMap(curveRaces),
      {
        name: 'raydium_launchlab whole quote, buy, against the curve alone',
        rival: `${raydiumSdkName} Curve.buyExactIn`,
        cases,
        tern: over(buys, request => opened.quote(request, clock)),
        theirs: over(sdkRequests(curve, lamports), request => sdk.buyExactIn(request)),
      },
      {
        name: 'raydium_launchlab whole quote, sale, against the curve alone',
        rival: `${raydiumSdkName} Curve.sellExactIn`,
        cases,
        tern: over(sales, request => opened.quote(request, clock)),
        theirs: over(sdkRequests(curve, tokens), request => sdk.sellExactIn(request)),
      },
      {
        name: 'raydium_launchlab decode PoolState, every field',
        rival: `${raydiumSdkName} LaunchpadPool.decode`,
        cases,
        atLeast: 10,
        tern: over(once, () => decodePoolState(state)),
        theirs: decode(LaunchpadPool, pooled),
      },
      {
        name: 'raydium_launchlab decode GlobalConfig, every field',
        rival: `${raydiumSdkName} LaunchpadConfig.decode`,
        cases,
        tern: over(once, () => decodeGlobalConfig(config)),
        theirs: decode(LaunchpadConfig, configured),
      },
      {
        name: 'raydium_launchlab decode PlatformConfig, every field',
        rival: `${raydiumSdkName} PlatformConfig.decode`,
        cases,
        tern: over(once, () => decodePlatformConfig(platformData)),
        theirs: decode(PlatformConfig, owned),
      },
    ],
  ]
}
