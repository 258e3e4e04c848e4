import { type AccountSnapshot, type Address, systemProgram, tokenProgram, wrappedNativeMint } from '@tern/core'
import { mintLayout, tokenAccountLayout } from '@tern/core/internal'
import {
  configAddress,
  decodeAmmConfig,
  decodePoolState,
  poolAddress,
  program,
  raydiumCpmm,
  vaultAddress,
} from '@tern/venues/raydiumCpmm'
import {
  ammConfigLayout,
  authority,
  authorityBump,
  type Curve,
  observationAddress,
  poolStateLayout,
  swapBaseInput,
  swapBaseOutput,
} from '@tern/venues/raydiumCpmm/internal'
import Decimal from 'decimal.js'
import { cases, over, type Race } from './measure.ts'
import { type Bn, bn, raydiumSdk, raydiumSdkName } from './sdk.ts'

const token = 'ToKENZfgrgTS6p5tHxK5PW7Fz6YSjVqKDDgCxxzW7fy' as Address
/** Reserves of a young pool: 850 SOL and 206.9 million tokens of six decimals. */
const reserves = [850_000_000_000n, 206_900_000_000_000n] as const
const rates = { trade: 2_500n, protocol: 120_000n, fund: 40_000n, creator: 500n }

const curve: Curve = {
  reserveIn: reserves[0],
  reserveOut: reserves[1],
  tradeFeeRate: rates.trade,
  protocolFeeRate: rates.protocol,
  fundFeeRate: rates.fund,
  creatorFeeRate: 0n,
  isCreatorFeeOnInput: true,
}
const creatorCurve: Curve = { ...curve, creatorFeeRate: rates.creator, isCreatorFeeOnInput: false }

/** Amounts from 0.001 to some 100 SOL, evenly spread on a logarithmic scale, all different. */
const amountsIn = Array.from({ length: cases }, (_, i) => BigInt(Math.round(1e6 * 10 ** ((5 * i) / cases))) + BigInt(i))
const amountsOut = amountsIn.map(amount => swapBaseInput(curve, amount).outputAmount)

async function pool() {
  const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
    owner,
    data,
    lamports: 1_000_000_000n,
    executable: false,
    slot: 1n,
  })
  const config = await configAddress(0)
  const address = await poolAddress(config, wrappedNativeMint, token)
  const [vault0, vault1] = [await vaultAddress(address, wrappedNativeMint), await vaultAddress(address, token)]
  const mint = (decimals: number) =>
    mintLayout.encode({
      mintAuthorityOption: 0,
      mintAuthority: systemProgram,
      supply: 10n ** 15n,
      decimals,
      isInitialized: true,
      freezeAuthorityOption: 0,
      freezeAuthority: systemProgram,
    })
  const vault = (ofMint: Address, amount: bigint) =>
    tokenAccountLayout.encode({
      mint: ofMint,
      owner: authority,
      amount,
      delegateOption: 0,
      delegate: systemProgram,
      state: 1,
      isNativeOption: 0,
      isNative: 0n,
      delegatedAmount: 0n,
      closeAuthorityOption: 0,
      closeAuthority: systemProgram,
    })
  const state = poolStateLayout.encode({
    amm_config: config,
    pool_creator: authority,
    token_0_vault: vault0,
    token_1_vault: vault1,
    lp_mint: authority,
    token_0_mint: wrappedNativeMint,
    token_1_mint: token,
    token_0_program: tokenProgram,
    token_1_program: tokenProgram,
    observation_key: await observationAddress(address),
    auth_bump: authorityBump,
    status: 0,
    lp_mint_decimals: 9,
    mint_0_decimals: 9,
    mint_1_decimals: 6,
    lp_supply: 13_261_598_696_000n,
    protocol_fees_token_0: 60_000_000n,
    protocol_fees_token_1: 7_000_000_000n,
    fund_fees_token_0: 20_000_000n,
    fund_fees_token_1: 2_000_000_000n,
    open_time: 1_700_000_000n,
    recent_epoch: 700n,
    creator_fee_on: 0,
    enable_creator_fee: false,
    padding1: new Uint8Array(6),
    creator_fees_token_0: 0n,
    creator_fees_token_1: 0n,
    padding: new Uint8Array(224),
  })
  const configData = ammConfigLayout.encode({
    bump: 255,
    disable_create_pool: false,
    index: 0,
    trade_fee_rate: rates.trade,
    protocol_fee_rate: rates.protocol,
    fund_fee_rate: rates.fund,
    create_pool_fee: 150_000_000n,
    protocol_owner: authority,
    fund_owner: authority,
    creator_fee_rate: rates.creator,
    padding: new Uint8Array(120),
  })
  const accounts = new Map([
    [address, account(program, state)],
    [config, account(program, configData)],
    [vault0, account(tokenProgram, vault(wrappedNativeMint, reserves[0] + 80_000_000n))],
    [vault1, account(tokenProgram, vault(token, reserves[1] + 9_000_000_000n))],
    [wrappedNativeMint, account(tokenProgram, mint(9))],
    [token, account(tokenProgram, mint(6))],
  ])
  return { opened: raydiumCpmm.open(address, accounts), state, config: configData }
}

/**
 * Makes every race of the venue. It checks first that both sides give the same answers. The groups run one after the
 * other, because
 * the SDK's whole quote would slow down the SDK's curve in the races for the curve alone.
 */
export async function races(): Promise<readonly (readonly Race[])[]> {
  const { opened, state, config } = await pool()
  const clock = { slot: 1n, unixTimestamp: 1_800_000_000n, epoch: 900n }
  const exactIn = amountsIn.map(amount => ({ tokenIn: wrappedNativeMint, exactIn: amount }))
  const exactOut = amountsOut.map(amount => ({ tokenIn: wrappedNativeMint, exactOut: amount }))
  const [bnIn, bnOut] = [amountsIn.map(bn), amountsOut.map(bn)]
  const [rin, rout, none] = [bn(curve.reserveIn), bn(curve.reserveOut), bn(0n)]
  const [trade, protocol, fund, creator] = [bn(rates.trade), bn(rates.protocol), bn(rates.fund), bn(rates.creator)]
  const { CurveCalculator: sdk, CpmmPoolInfoLayout, CpmmConfigInfoLayout } = raydiumSdk
  const sdkIn = (amount: Bn) => sdk.swapBaseInput(amount, rin, rout, trade, none, protocol, fund, true)
  const sdkOut = (amount: Bn) => sdk.swapBaseOutput(amount, rin, rout, trade, none, protocol, fund, true)
  for (const [i, amount] of amountsIn.entries()) {
    const ours = opened.quote({ tokenIn: wrappedNativeMint, exactIn: amount }, clock).amountOut
    if (String(sdkIn(bn(amount)).outputAmount) !== String(ours)) throw new RangeError('the quotes are not the same')
    const input = opened.quote({ tokenIn: wrappedNativeMint, exactOut: ours }, clock).amountIn
    if (String(sdkOut(bn(amountsOut[i] ?? 0n)).inputAmount) !== String(input))
      throw new RangeError('the quotes are not the same')
  }

  // An SDK object without a connection. Its public quote reads nothing, but is a method of this object.
  const { cpmm } = await raydiumSdk.Raydium.load({
    connection: {},
    disableLoadToken: true,
    disableFeatureCheck: true,
  } as unknown as Parameters<typeof raydiumSdk.Raydium.load>[0])
  const sdkPool = {
    mintA: { address: wrappedNativeMint },
    mintB: { address: token },
    feeOn: 0,
    baseReserve: rin,
    quoteReserve: rout,
    poolPrice: new Decimal(String(curve.reserveOut)).div(String(curve.reserveIn)),
    configInfo: { tradeFeeRate: trade, creatorFeeRate: none, protocolFeeRate: protocol, fundFeeRate: fund },
  }
  const sdkQuote = (amountIn: unknown, swapBaseIn: unknown) =>
    cpmm.computeSwapAmount({
      ...{ pool: sdkPool, amountIn, swapBaseIn, outputMint: token, slippage: 0.01 },
    } as unknown as Parameters<typeof cpmm.computeSwapAmount>[0])

  const low = `${raydiumSdkName} CurveCalculator`
  const [stateBuffer, configBuffer] = [Buffer.from(state), Buffer.from(config)]
  const once = Array.from({ length: cases }, () => undefined)
  const parts: readonly Race[] = [
    {
      name: 'raydium_cpmm whole quote, exact-in, against the curve alone',
      rival: `${low}.swapBaseInput`,
      cases,
      tern: over(exactIn, request => opened.quote(request, clock)),
      theirs: over(bnIn, sdkIn),
    },
    {
      name: 'raydium_cpmm whole quote, exact-out, against the curve alone',
      rival: `${low}.swapBaseOutput`,
      cases,
      tern: over(exactOut, request => opened.quote(request, clock)),
      theirs: over(bnOut, sdkOut),
    },
    {
      name: 'raydium_cpmm curve alone, exact-in',
      rival: `${low}.swapBaseInput`,
      cases,
      tern: over(amountsIn, amount => swapBaseInput(curve, amount)),
      theirs: over(bnIn, sdkIn),
    },
    {
      name: 'raydium_cpmm curve alone, exact-out',
      rival: `${low}.swapBaseOutput`,
      cases,
      tern: over(amountsOut, amount => swapBaseOutput(curve, amount)),
      theirs: over(bnOut, sdkOut),
    },
    {
      name: 'raydium_cpmm curve alone, exact-in, creator fee on the output',
      rival: `${low}.swapBaseInput`,
      cases,
      tern: over(amountsIn, amount => swapBaseInput(creatorCurve, amount)),
      theirs: over(bnIn, amount => sdk.swapBaseInput(amount, rin, rout, trade, creator, protocol, fund, false)),
    },
    {
      name: 'raydium_cpmm decode PoolState, every field',
      rival: `${raydiumSdkName} CpmmPoolInfoLayout.decode`,
      cases,
      atLeast: 10,
      tern: over(once, () => decodePoolState(state)),
      theirs: over(once, () => CpmmPoolInfoLayout.decode(stateBuffer)),
    },
    {
      name: 'raydium_cpmm decode AmmConfig, every field',
      rival: `${raydiumSdkName} CpmmConfigInfoLayout.decode`,
      cases,
      tern: over(once, () => decodeAmmConfig(config)),
      theirs: over(once, () => CpmmConfigInfoLayout.decode(configBuffer)),
    },
    {
      name: 'raydium_cpmm decode both accounts of a pool',
      rival: `${raydiumSdkName} CpmmPoolInfoLayout and CpmmConfigInfoLayout`,
      cases,
      tern: over(once, () => [decodePoolState(state), decodeAmmConfig(config)]),
      theirs: over(once, () => [CpmmPoolInfoLayout.decode(stateBuffer), CpmmConfigInfoLayout.decode(configBuffer)]),
    },
  ]
  const wholes: readonly Race[] = [
    {
      name: 'raydium_cpmm whole quote, exact-in',
      rival: `${raydiumSdkName} cpmm.computeSwapAmount`,
      cases,
      tern: over(exactIn, request => opened.quote(request, clock)),
      theirs: over(bnIn, amount => sdkQuote(amount, true)),
    },
    {
      name: 'raydium_cpmm whole quote, exact-out',
      rival: `${raydiumSdkName} cpmm.computeSwapAmount`,
      cases,
      tern: over(exactOut, request => opened.quote(request, clock)),
      theirs: over(bnOut, amount => sdkQuote(amount, false)),
    },
  ]
  return [parts, wholes]
}
