import { createRequire } from 'node:module'
import { PublicKey } from '@solana/web3.js'
import { type Address, associatedTokenAddress, systemProgram, token2022Program, wrappedNativeMint } from '@tern/core'
import { decodeFeeConfig } from '@tern/venues/pumpFees'
import {
  bondingCurveAddress,
  buyTokens,
  creatorVaultAddress,
  decodeBondingCurve,
  decodeGlobal,
  type Global,
  program,
  pumpfun,
  sellTokens,
} from '@tern/venues/pumpfun'
import {
  bondingCurveLayout,
  bondingCurveV2Address,
  buyForQuote,
  type Curve,
  encodeBuy,
  encodeSell,
  feeConfig,
  globalAddress,
  globalLayout,
  type TradeAccounts,
  userVolumeAccumulatorAddress,
} from '@tern/venues/pumpfun/internal'
import { cases, over, type Race } from './measure.ts'
import { account, clock, creator, feeAccount, key, keys, lamports, mint, mintAccount } from './pump.ts'
import { bn } from './sdk.ts'

/** Loaded with `require`, as the other SDK is. Its ES module holds the same build. */
const sdk = createRequire(import.meta.url)('@pump-fun/pump-sdk') as typeof import('@pump-fun/pump-sdk')
const sdkName = '@pump-fun/pump-sdk 2.0.0'

const [user, feeRecipient, buyback] = [key(3), key(4), key(5)]

/** The reserves of a curve that has taken in 21 SOL and sold 56 % of its tokens. */
const reserves = {
  virtual_token_reserves: 631_000_000_000_000n,
  virtual_quote_reserves: 51_014_263_074n,
  real_token_reserves: 351_100_000_000_000n,
  real_quote_reserves: 21_014_263_074n,
}
const rates = { lp_fee_bps: 0n, protocol_fee_bps: 95n, creator_fee_bps: 30n }
const curve: Curve = {
  virtualToken: reserves.virtual_token_reserves,
  virtualQuote: reserves.virtual_quote_reserves,
  realToken: reserves.real_token_reserves,
  realQuote: reserves.real_quote_reserves,
  protocolFeeBps: rates.protocol_fee_bps,
  creatorFeeBps: rates.creator_fee_bps,
}
const global: Global = {
  ...{ initialized: true, authority: creator, fee_recipient: feeRecipient },
  ...{ initial_virtual_token_reserves: 1_073_000_000_000_000n, initial_virtual_sol_reserves: 30_000_000_000n },
  ...{ initial_real_token_reserves: 793_100_000_000_000n, token_total_supply: 1_000_000_000_000_000n },
  ...{ fee_basis_points: 95n, withdraw_authority: creator, enable_migrate: true, pool_migration_fee: 15_000_001n },
  ...{ creator_fee_basis_points: 30n, fee_recipients: keys(10, 7), set_creator_authority: creator },
  ...{ admin_set_creator_authority: creator, create_v2_enabled: true, whitelist_pda: creator },
  ...{ reserved_fee_recipient: key(20), mayhem_mode_enabled: true, reserved_fee_recipients: keys(21, 7) },
  ...{ is_cashback_enabled: true, buyback_fee_recipients: [buyback, ...keys(31, 7)], buyback_basis_points: 5_000n },
  ...{ initial_virtual_quote_reserves: 4_292_000_000n, whitelisted_quote_mints: [key(40)] },
  ...{ creator_fee_configurable: false, max_configurable_creator_fee_bps: 0n },
  ...{ holder_reward_claim_authority: systemProgram, is_holder_reward_enabled: false },
}

const tokens = lamports.map(amount => buyForQuote(curve, amount)?.tokenAmount ?? 1n)

async function pool() {
  const address = await bondingCurveAddress(mint)
  const state = new Uint8Array(151)
  state.set(
    bondingCurveLayout.encode({
      ...{ ...reserves, token_total_supply: 1_000_000_000_000_000n, complete: false, creator },
      ...{ is_mayhem_mode: false, is_cashback_coin: false, quote_mint: systemProgram },
      ...{ creator_fee_bps: 0n, can_edit_creator_fee: false, is_holder_reward: false },
    }),
  )
  const fees = feeAccount(rates, 253)
  const globalData = globalLayout.encode(global)
  const accounts = new Map([
    [address, account(program, state)],
    [globalAddress, account(program, globalData)],
    [feeConfig, fees],
    [mint, mintAccount()],
  ])
  return { opened: pumpfun.open(address, accounts, mint), address, state, globalData, feeData: fees.data }
}

async function tradeAccounts(address: Address): Promise<TradeAccounts> {
  return {
    ...{ fee_recipient: feeRecipient, mint, bonding_curve: address, user, token_program: token2022Program },
    associated_bonding_curve: await associatedTokenAddress(address, mint, token2022Program),
    associated_user: await associatedTokenAddress(user, mint, token2022Program),
    creator_vault: await creatorVaultAddress(creator),
    user_volume_accumulator: await userVolumeAccumulatorAddress(user),
    bonding_curve_v2: await bondingCurveV2Address(mint),
    buyback_fee_recipient: buyback,
  }
}

/**
 * Makes every race of the venue. It compares the answers of both sides first. Answers for an exact input may differ by
 * up to two
 * lamports' worth, because the SDK and the program subtract different amounts for rounding (see the conformance tests).
 */
export async function races(): Promise<readonly (readonly Race[])[]> {
  const { opened, address, state, globalData, feeData } = await pool()
  const { PUMP_SDK } = sdk
  type Info = Parameters<typeof PUMP_SDK.decodeGlobal>[0]
  const info = (data: Uint8Array) => ({ data: Buffer.from(data) }) as Info
  const [curveInfo, globalInfo, feeInfo] = [info(state), info(globalData), info(feeData)]
  type Bn = Parameters<typeof PUMP_SDK.getBuyInstructionRaw>[0]['amount']
  const [bnLamports, bnTokens] = [lamports.map(bn) as unknown as Bn[], tokens.map(bn) as unknown as Bn[]]
  const one = {
    global: PUMP_SDK.decodeGlobal(globalInfo),
    feeConfig: PUMP_SDK.decodeFeeConfig(feeInfo),
    bondingCurve: PUMP_SDK.decodeBondingCurve(curveInfo),
    mintSupply: bn(1_000_000_000_000_000n) as unknown as Bn,
    quoteMint: new PublicKey(systemProgram),
  }
  const exactIn = lamports.map(amount => ({ tokenIn: wrappedNativeMint, exactIn: amount }))
  const exactOut = tokens.map(amount => ({ tokenIn: wrappedNativeMint, exactOut: amount }))
  const sales = tokens.map(amount => ({ tokenIn: mint, exactIn: amount }))
  const sdkBuyIn = (amount: Bn) => sdk.getBuyTokenAmountFromSolAmount({ ...one, amount })
  const sdkBuyOut = (amount: Bn) => sdk.getBuySolAmountFromTokenAmount({ ...one, amount })
  const sdkSell = (amount: Bn) => sdk.getSellSolAmountFromTokenAmount({ ...one, amount })
  // The SDK's quotes compute the rates inside, and do not return the fees. A full quote has to compute the rates again.
  const { virtualQuoteReserves, virtualTokenReserves } = one.bondingCurve
  const sdkRates = () => sdk.computeFeesBps({ ...one, virtualQuoteReserves, virtualTokenReserves })
  const sdkFee = (amount: Bn, bps: Bn) => amount.mul(bps).addn(9_999).divn(10_000)
  /** Makes as much of a quote as Tern gives, without the prices: both amounts and both fees. */
  const sdkWholeBuyIn = (amount: Bn) => {
    const bought = sdkBuyIn(amount)
    const { protocolFeeBps, creatorFeeBps } = sdkRates()
    const net = amount.muln(10_000).div(protocolFeeBps.add(creatorFeeBps).addn(10_000))
    return { amount, bought, protocol: sdkFee(net, protocolFeeBps), creator: sdkFee(net, creatorFeeBps) }
  }
  const sdkWholeBuyOut = (amount: Bn) => {
    const cost = sdkBuyOut(amount)
    const { protocolFeeBps, creatorFeeBps } = sdkRates()
    const net = cost.muln(10_000).div(protocolFeeBps.add(creatorFeeBps).addn(10_000))
    return { amount, cost, protocol: sdkFee(net, protocolFeeBps), creator: sdkFee(net, creatorFeeBps) }
  }
  const sdkWholeSell = (amount: Bn) => {
    const net = sdkSell(amount)
    const { protocolFeeBps, creatorFeeBps } = sdkRates()
    const gross = net.muln(10_000).div(protocolFeeBps.add(creatorFeeBps).neg().addn(10_000))
    return { amount, net, protocol: sdkFee(gross, protocolFeeBps), creator: sdkFee(gross, creatorFeeBps) }
  }
  const differ = () => new RangeError('the quotes are not the same')
  for (const [i, request] of exactOut.entries()) {
    if (String(sdkBuyOut(bnTokens[i] as Bn)) !== String(opened.quote(request, clock).amountIn)) throw differ()
    const sale = sales[i] as (typeof sales)[number]
    if (String(sdkSell(bnTokens[i] as Bn)) !== String(opened.quote(sale, clock).amountOut)) throw differ()
    const bought = opened.quote(exactIn[i] as (typeof exactIn)[number], clock).amountOut
    const gap = BigInt(String(sdkBuyIn(bnLamports[i] as Bn))) - bought
    if (gap < -25_000n || gap > 25_000n) throw differ()
  }

  const once = Array.from({ length: cases }, () => undefined)
  const accounts = await tradeAccounts(address)
  const anchor = sdk.getPumpProgram(null as unknown as Parameters<typeof sdk.getPumpProgram>[0])
  const anchorBuy = (amount: Bn) =>
    anchor.coder.instruction.encode('buy', { amount, maxSolCost: amount, trackVolume: { 0: true } })
  const quotes: readonly Race[] = [
    {
      name: 'pumpfun whole quote, buy exact-in, against one amount',
      rival: `${sdkName} getBuyTokenAmountFromSolAmount`,
      cases,
      tern: over(exactIn, request => opened.quote(request, clock)),
      theirs: over(bnLamports, sdkBuyIn),
    },
    {
      name: 'pumpfun whole quote, buy exact-out, against one amount',
      rival: `${sdkName} getBuySolAmountFromTokenAmount`,
      cases,
      tern: over(exactOut, request => opened.quote(request, clock)),
      theirs: over(bnTokens, sdkBuyOut),
    },
    {
      name: 'pumpfun whole quote, sell exact-in, against one amount',
      rival: `${sdkName} getSellSolAmountFromTokenAmount`,
      cases,
      tern: over(sales, request => opened.quote(request, clock)),
      theirs: over(bnTokens, sdkSell),
    },
    {
      name: 'pumpfun whole quote, buy exact-in, against one with fees',
      rival: `${sdkName} getBuyTokenAmountFromSolAmount, computeFeesBps`,
      cases,
      tern: over(exactIn, request => opened.quote(request, clock)),
      theirs: over(bnLamports, sdkWholeBuyIn),
    },
    {
      name: 'pumpfun whole quote, buy exact-out, against one with fees',
      rival: `${sdkName} getBuySolAmountFromTokenAmount, computeFeesBps`,
      cases,
      tern: over(exactOut, request => opened.quote(request, clock)),
      theirs: over(bnTokens, sdkWholeBuyOut),
    },
    {
      name: 'pumpfun whole quote, sell exact-in, against one with fees',
      rival: `${sdkName} getSellSolAmountFromTokenAmount, computeFeesBps`,
      cases,
      tern: over(sales, request => opened.quote(request, clock)),
      theirs: over(bnTokens, sdkWholeSell),
    },
    {
      name: 'pumpfun curve alone, buy exact-in, against the SDK’s quote',
      rival: `${sdkName} getBuyTokenAmountFromSolAmount`,
      cases,
      atLeast: 12,
      tern: over(lamports, amount => buyForQuote(curve, amount)),
      theirs: over(bnLamports, sdkBuyIn),
    },
    {
      name: 'pumpfun curve alone, buy exact-out, against the SDK’s quote',
      rival: `${sdkName} getBuySolAmountFromTokenAmount`,
      cases,
      atLeast: 12,
      tern: over(tokens, amount => buyTokens(curve, amount)),
      theirs: over(bnTokens, sdkBuyOut),
    },
    {
      name: 'pumpfun curve alone, sell exact-in, against the SDK’s quote',
      rival: `${sdkName} getSellSolAmountFromTokenAmount`,
      cases,
      atLeast: 12,
      tern: over(tokens, amount => sellTokens(curve, amount)),
      theirs: over(bnTokens, sdkSell),
    },
  ]
  const decodings: readonly Race[] = [
    {
      name: 'pumpfun decode BondingCurve, every field',
      rival: `${sdkName} decodeBondingCurve`,
      cases,
      atLeast: 10,
      tern: over(once, () => decodeBondingCurve(state)),
      theirs: over(once, () => PUMP_SDK.decodeBondingCurve(curveInfo)),
    },
    {
      name: 'pumpfun decode Global, every field',
      rival: `${sdkName} decodeGlobal`,
      cases,
      tern: over(once, () => decodeGlobal(globalData)),
      theirs: over(once, () => PUMP_SDK.decodeGlobal(globalInfo)),
    },
    {
      name: 'pumpfun decode FeeConfig of 25 tiers, every field',
      rival: `${sdkName} decodeFeeConfig`,
      cases,
      tern: over(once, () => decodeFeeConfig(feeData)),
      theirs: over(once, () => PUMP_SDK.decodeFeeConfig(feeInfo)),
    },
    {
      name: 'pumpfun encode a buy, accounts known, against its data alone',
      rival: `${sdkName} coder.instruction.encode`,
      cases,
      tern: over(tokens, amount => encodeBuy(accounts, amount, amount)),
      theirs: over(bnTokens, anchorBuy),
    },
    {
      name: 'pumpfun encode a sale, accounts known, against its data alone',
      rival: `${sdkName} coder.instruction.encode`,
      cases,
      tern: over(tokens, amount => encodeSell(accounts, amount, amount, 'creator')),
      theirs: over(bnTokens, amount => anchor.coder.instruction.encode('sell', { amount, minSolOutput: amount })),
    },
  ]
  return [quotes, decodings]
}
