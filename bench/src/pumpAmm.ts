import { createRequire } from 'node:module'
import { PublicKey } from '@solana/web3.js'
import { type Address, systemProgram, token2022Program, tokenProgram, wrappedNativeMint } from '@tern/core'
import { tokenAccountLayout } from '@tern/core/internal'
import {
  decodeGlobalConfig,
  decodePoolState,
  type GlobalConfig,
  poolAddress,
  program,
  pumpAmm,
} from '@tern/venues/pumpAmm'
import {
  buyBase,
  buyForQuote,
  feeConfig,
  globalConfigAddress,
  globalConfigLayout,
  poolLayout,
  prepareReserves,
  sellBase,
} from '@tern/venues/pumpAmm/internal'
import { poolAuthorityAddress } from '@tern/venues/pumpfun/internal'
import { bareReads } from './bareReads.ts'
import { cases, over, type Race } from './measure.ts'
import { account, clock, creator, feeAccount, key, keys, lamports, mint, mintAccount } from './pump.ts'
import { bn } from './sdk.ts'

/** Loaded with `require`, as the other SDK is. Its ES module holds the same build. */
const sdk = createRequire(import.meta.url)('@pump-fun/pump-swap-sdk') as typeof import('@pump-fun/pump-swap-sdk')
const sdkName = '@pump-fun/pump-swap-sdk 1.20.0'

const [baseVault, quoteVault] = [key(3), key(4)]

/** The amounts of a pool right after the migration of a usual coin, with its virtual quote reserves. */
const amounts = { base: 206_900_000_000_000n, quote: 67_405_853_768n, virtual: 17_584_505_288n }
const rates = { lp_fee_bps: 2n, protocol_fee_bps: 93n, creator_fee_bps: 30n }
const reserves = prepareReserves({
  base: amounts.base,
  quote: amounts.quote + amounts.virtual,
  realQuote: amounts.quote,
  lpFeeBps: Number(rates.lp_fee_bps),
  protocolFeeBps: Number(rates.protocol_fee_bps),
  creatorFeeBps: Number(rates.creator_fee_bps),
})
const config: GlobalConfig = {
  ...{ admin: creator, lp_fee_basis_points: 2n, protocol_fee_basis_points: 93n, disable_flags: 0 },
  ...{ protocol_fee_recipients: keys(10, 8), coin_creator_fee_basis_points: 30n },
  ...{ admin_set_coin_creator_authority: creator, whitelist_pda: creator, reserved_fee_recipient: key(20) },
  ...{ mayhem_mode_enabled: true, reserved_fee_recipients: keys(21, 7), is_cashback_enabled: true },
  ...{ buyback_fee_recipients: keys(30, 8), buyback_basis_points: 5_000n, boost_authority: creator },
  ...{ boost_enabled: true, creator_fee_configurable: false, max_configurable_creator_fee_bps: 0n },
}

const tokens = lamports.map(amount => buyForQuote(reserves, amount)?.baseAmount ?? 1n)

async function pool() {
  const authority = await poolAuthorityAddress(mint)
  const address = await poolAddress(0, authority, mint, wrappedNativeMint)
  const state = new Uint8Array(301)
  state.set(
    poolLayout.encode({
      ...{ pool_bump: 254, index: 0, creator: authority, base_mint: mint, quote_mint: wrappedNativeMint },
      ...{ lp_mint: key(5), pool_base_token_account: baseVault, pool_quote_token_account: quoteVault },
      ...{ lp_supply: 4_193_388_282_604n, coin_creator: creator, is_mayhem_mode: false, is_cashback_coin: false },
      ...{ virtual_quote_reserves: amounts.virtual, creator_fee_bps: 0n, can_edit_creator_fee: false },
      ...{ is_holder_reward: false, protocol_fees: 0n, creator_fees: 0n },
    }),
  )
  const fees = feeAccount(rates, 255)
  const configData = globalConfigLayout.encode(config)
  const token = (of: Address, amount: bigint) =>
    tokenAccountLayout.encode({
      ...{ mint: of, owner: address, amount, delegateOption: 0, delegate: systemProgram, state: 1 },
      ...{ isNativeOption: 0, isNative: 0n, delegatedAmount: 0n, closeAuthorityOption: 0 },
      closeAuthority: systemProgram,
    })
  const accounts = new Map([
    [address, account(program, state)],
    [globalConfigAddress, account(program, configData)],
    [feeConfig, fees],
    [mint, mintAccount()],
    [wrappedNativeMint, mintAccount(tokenProgram)],
    [baseVault, account(token2022Program, token(mint, amounts.base))],
    [quoteVault, account(tokenProgram, token(wrappedNativeMint, amounts.quote))],
  ])
  return { open: () => pumpAmm.open(address, accounts), authority, state, configData, feeData: fees.data }
}

const at = poolLayout.offsets
const poolAddresses = [
  ...[at.creator, at.base_mint, at.quote_mint, at.lp_mint, at.coin_creator],
  ...[at.pool_base_token_account, at.pool_quote_token_account],
]

/** Only the division of a constant product, rounded down and up: no fees, no result object. */
const { base: x, quote: y } = reserves
const bought = (quote: bigint) => (x * quote) / (y + quote)
const cost = (base: bigint) => (y * base - 1n) / (x - base) + 1n
const proceeds = (base: bigint) => (y * base) / (x + base)
const bare = (run: (amount: bigint) => unknown, amounts: readonly bigint[]) => ({
  is: 'multiplications and the division of the curve',
  run: over(amounts, run),
})

export async function races(): Promise<readonly (readonly Race[])[]> {
  const { open, authority, state, configData, feeData } = await pool()
  const opened = open()
  const { PUMP_AMM_SDK } = sdk
  type Info = Parameters<typeof PUMP_AMM_SDK.decodePool>[0]
  type Amount = Parameters<typeof sdk.buyBaseInput>[0]['base']
  const [poolInfo, configInfo, feeInfo] = [state, configData, feeData].map(
    data => ({ data: Buffer.from(data) }) as Info,
  )
  const amountOf = (value: bigint) => bn(value) as unknown as Amount
  const known = {
    slippage: 0,
    baseReserve: amountOf(amounts.base),
    quoteReserve: amountOf(amounts.quote),
    virtualQuoteReserves: amountOf(amounts.virtual),
    globalConfig: PUMP_AMM_SDK.decodeGlobalConfig(configInfo as Info),
    feeConfig: PUMP_AMM_SDK.decodeFeeConfig(feeInfo as Info),
    baseMintAccount: { supply: 10n ** 15n } as Parameters<typeof sdk.buyBaseInput>[0]['baseMintAccount'],
    baseMint: new PublicKey(mint),
    quoteMint: new PublicKey(wrappedNativeMint),
    coinCreator: new PublicKey(creator),
    creator: new PublicKey(authority),
  }
  const bnLamports = lamports.map(amountOf)
  const bnTokens = tokens.map(amountOf)
  const exactIn = lamports.map(amount => ({ tokenIn: wrappedNativeMint, exactIn: amount }))
  const exactOut = tokens.map(amount => ({ tokenIn: wrappedNativeMint, exactOut: amount }))
  const sold = tokens.map(amount => ({ tokenIn: mint, exactIn: amount }))
  type Known = typeof known | (Omit<typeof known, 'feeConfig'> & { feeConfig: null })
  /** Every `step`th value: the SDK takes a tenth of a millisecond to derive an address. */
  const each = <T>(values: readonly T[], step: number) => values.filter((_, i) => i % step === 0)
  const rows = (what: string, rival: string, shared: Known, step = 1) =>
    [
      {
        name: `pumpamm whole quote, buy exact-in${what}`,
        rival: `${sdkName} buyQuoteInput${rival}`,
        cases: cases / step,
        tern: over(each(exactIn, step), request => opened.quote(request, clock)),
        theirs: over(each(bnLamports, step), quote => sdk.buyQuoteInput({ ...shared, quote })),
        limit: bare(bought, each(lamports, step)),
      },
      {
        name: `pumpamm whole quote, buy exact-out${what}`,
        rival: `${sdkName} buyBaseInput${rival}`,
        cases: cases / step,
        tern: over(each(exactOut, step), request => opened.quote(request, clock)),
        theirs: over(each(bnTokens, step), base => sdk.buyBaseInput({ ...shared, base })),
        limit: bare(cost, each(tokens, step)),
      },
      {
        name: `pumpamm whole quote, sell exact-in${what}`,
        rival: `${sdkName} sellBaseInput${rival}`,
        cases: cases / step,
        tern: over(each(sold, step), request => opened.quote(request, clock)),
        theirs: over(each(bnTokens, step), base => sdk.sellBaseInput({ ...shared, base })),
        limit: bare(proceeds, each(tokens, step)),
      },
    ] satisfies readonly Race[]
  const curveAlone = (what: string, rival: string, atLeast: number, shared: Known, step = 1) =>
    [
      {
        name: `pumpamm curve alone, buy exact-in${what}`,
        rival: `${sdkName} buyQuoteInput${rival}`,
        cases: cases / step,
        atLeast,
        tern: over(each(lamports, step), amount => buyForQuote(reserves, amount)),
        theirs: over(each(bnLamports, step), quote => sdk.buyQuoteInput({ ...shared, quote })),
        limit: bare(bought, each(lamports, step)),
      },
      {
        name: `pumpamm curve alone, buy exact-out${what}`,
        rival: `${sdkName} buyBaseInput${rival}`,
        cases: cases / step,
        atLeast,
        tern: over(each(tokens, step), amount => buyBase(reserves, amount)),
        theirs: over(each(bnTokens, step), base => sdk.buyBaseInput({ ...shared, base })),
        limit: bare(cost, each(tokens, step)),
      },
      {
        name: `pumpamm curve alone, sell exact-in${what}`,
        rival: `${sdkName} sellBaseInput${rival}`,
        cases: cases / step,
        atLeast,
        tern: over(each(tokens, step), amount => sellBase(reserves, amount)),
        theirs: over(each(bnTokens, step), base => sdk.sellBaseInput({ ...shared, base })),
        limit: bare(proceeds, each(tokens, step)),
      },
    ] satisfies readonly Race[]
  // Without a fee config, the SDK takes the flat rates and derives no address.
  const flat = { ...known, feeConfig: null }
  const once = Array.from({ length: cases }, (_, i) => i)
  const decodings: readonly Race[] = [
    {
      name: 'pumpamm decode Pool, every field',
      rival: `${sdkName} decodePool`,
      cases,
      atLeast: 10,
      tern: over(once, () => decodePoolState(state)),
      theirs: over(once, () => PUMP_AMM_SDK.decodePool(poolInfo as Info)),
      limit: bareReads(state, poolAddresses, cases),
    },
    {
      name: 'pumpamm decode GlobalConfig, every field',
      rival: `${sdkName} decodeGlobalConfig`,
      cases,
      tern: over(once, () => decodeGlobalConfig(configData)),
      theirs: over(once, () => PUMP_AMM_SDK.decodeGlobalConfig(configInfo as Info)),
    },
    {
      name: 'pumpamm open a pool from its seven accounts, against three decoded',
      rival: `${sdkName} decodePool, decodeGlobalConfig, decodeFeeConfig`,
      cases,
      tern: over(once, open),
      theirs: over(once, () => [
        PUMP_AMM_SDK.decodePool(poolInfo as Info),
        PUMP_AMM_SDK.decodeGlobalConfig(configInfo as Info),
        PUMP_AMM_SDK.decodeFeeConfig(feeInfo as Info),
      ]),
    },
  ]
  const [without, rival] = [', without its derivation', ', flat fees']
  return [
    [...curveAlone(', as shipped', '', 1_000, known, 16), ...rows(', as shipped', '', known, 16)],
    [...curveAlone(without, rival, 25, flat), ...rows(without, rival, flat)],
    decodings,
  ]
}
