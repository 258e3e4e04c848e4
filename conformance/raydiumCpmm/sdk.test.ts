import { PublicKey } from '@solana/web3.js'
import { type Address, type Ratio, wrappedNativeMint } from '@tern/core'
import { configAddress, lpMintAddress, poolAddress, program, raydiumCpmm, vaultAddress } from '@tern/venues/raydiumCpmm'
import {
  ammConfigLayout,
  authority,
  type Curve,
  createPoolFeeReceiver,
  observationAddress,
  poolStateLayout,
  swapBaseInput,
  swapBaseOutput,
} from '@tern/venues/raydiumCpmm/internal'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { proves } from '../src/evidence.ts'
import { readFixture, readRecorded } from '../src/fixtures.ts'
import { runsOf } from '../src/runs.ts'
import { bn, raydiumSdk, raydiumSdkName } from '../src/sdk.ts'

const recordedPool = '7JuwJuNU88gurFnyWeiyGKbFmExMWcmRZntn9imEzdny' as Address
const recordedConfig = 'D4FPEruKEHrG5TenZ2mpDGEfu1iUvTiqBxvpU8HLBvC2' as Address
const recordedNames = ['pool', 'ammConfig', 'solVault', 'usdcVault', 'usdcMint', 'wrappedSolMint']
/** Vault balances minus the waiting fees, read from the recorded bytes by hand. USDC over SOL. */
const recordedReserves = { numerator: 34_290_700n, denominator: 416_121_797n }
const evidence = proves('raydium_cpmm')

/** The program's field names and the SDK's. */
const poolFields = [
  ['amm_config', 'configId'],
  ['pool_creator', 'poolCreator'],
  ['token_0_vault', 'vaultA'],
  ['token_1_vault', 'vaultB'],
  ['lp_mint', 'mintLp'],
  ['token_0_mint', 'mintA'],
  ['token_1_mint', 'mintB'],
  ['token_0_program', 'mintProgramA'],
  ['token_1_program', 'mintProgramB'],
  ['observation_key', 'observationId'],
  ['auth_bump', 'bump'],
  ['status', 'status'],
  ['lp_mint_decimals', 'lpDecimals'],
  ['mint_0_decimals', 'mintDecimalA'],
  ['mint_1_decimals', 'mintDecimalB'],
  ['lp_supply', 'lpAmount'],
  ['protocol_fees_token_0', 'protocolFeesMintA'],
  ['protocol_fees_token_1', 'protocolFeesMintB'],
  ['fund_fees_token_0', 'fundFeesMintA'],
  ['fund_fees_token_1', 'fundFeesMintB'],
  ['open_time', 'openTime'],
  ['recent_epoch', 'epoch'],
  ['creator_fee_on', 'feeOn'],
  ['enable_creator_fee', 'enableCreatorFee'],
  ['creator_fees_token_0', 'creatorFeesMintA'],
  ['creator_fees_token_1', 'creatorFeesMintB'],
] as const

const configFields = [
  ['bump', 'bump'],
  ['disable_create_pool', 'disableCreatePool'],
  ['index', 'index'],
  ['trade_fee_rate', 'tradeFeeRate'],
  ['protocol_fee_rate', 'protocolFeeRate'],
  ['fund_fee_rate', 'fundFeeRate'],
  ['create_pool_fee', 'createPoolFee'],
  ['protocol_owner', 'protocolOwner'],
  ['fund_owner', 'fundOwner'],
  ['creator_fee_rate', 'creatorFeeRate'],
] as const

const rate = (max: number) => fc.oneof(fc.constantFrom(0n, 500n, 2_500n, 10_000n), fc.bigInt(0n, BigInt(max)))
/** Amounts of every magnitude, and the edges. */
const amount = (bits: number) =>
  fc.integer({ min: 1, max: bits }).chain(size => fc.bigInt(1n << BigInt(size - 1), (1n << BigInt(size)) - 1n))
const curves: fc.Arbitrary<Curve> = fc.record({
  reserveIn: amount(63),
  reserveOut: amount(63),
  tradeFeeRate: rate(400_000).map(value => value + 1n),
  protocolFeeRate: rate(500_000),
  fundFeeRate: rate(500_000),
  creatorFeeRate: rate(400_000),
  isCreatorFeeOnInput: fc.boolean(),
})

/** The answer of the SDK's `CurveCalculator` for the same state, as bigints. */
function askSdk(method: 'swapBaseInput' | 'swapBaseOutput', curve: Curve, value: bigint) {
  const answer = raydiumSdk.CurveCalculator[method](
    bn(value),
    bn(curve.reserveIn),
    bn(curve.reserveOut),
    bn(curve.tradeFeeRate),
    bn(curve.creatorFeeRate),
    bn(curve.protocolFeeRate),
    bn(curve.fundFeeRate),
    curve.isCreatorFeeOnInput,
  )
  const big = (key: keyof typeof answer) => BigInt(String(answer[key]))
  return {
    inputAmount: big('inputAmount'),
    outputAmount: big('outputAmount'),
    inputSwapped: big('newInputVaultAmount') - curve.reserveIn,
    tradeFee: big('tradeFee'),
    protocolFee: big('protocolFee'),
    fundFee: big('fundFee'),
    creatorFee: big('creatorFee'),
  }
}

const ceilPpm = (value: bigint, ppm: bigint) => (value * ppm + 999_999n) / 1_000_000n

describe('the SDK', () => {
  it('agrees on exact-in unless the creator fee is taken from the input', evidence(raydiumSdkName, ['exactIn']), () => {
    const plain = curves.map(curve => (curve.isCreatorFeeOnInput ? { ...curve, creatorFeeRate: 0n } : curve))
    fc.assert(
      fc.property(plain, amount(64), (curve, amountIn) => {
        expect(swapBaseInput(curve, amountIn)).toEqual(askSdk('swapBaseInput', curve, amountIn))
      }),
      { numRuns: runsOf(5_000) },
    )
  })

  // The program rounds the sum of both fees up once and splits it (`swap_base_input`, curve/calculator.rs:
  // `trading_fee` of
  // `trade_fee_rate + creator_fee_rate`, then `split_creator_fee`). The SDK rounds each up by itself, so it may take 1
  // more.
  it(
    'takes at most 1 unit more on exact-in if the creator is paid from the input',
    evidence(raydiumSdkName, ['exactIn']),
    () => {
      const onInput = curves.map(curve => ({
        ...curve,
        creatorFeeRate: curve.creatorFeeRate + 1n,
        isCreatorFeeOnInput: true,
      }))
      let differing = 0
      fc.assert(
        fc.property(onInput, amount(63), (curve, amountIn) => {
          const ours = swapBaseInput(curve, amountIn)
          // If only a unit is left to swap, the SDK's additional unit uses it up, and it stops.
          fc.pre(ours.inputSwapped > 1n)
          const theirs = askSdk('swapBaseInput', curve, amountIn)
          const ourFee = ours.tradeFee + ours.creatorFee
          const excess = theirs.tradeFee + theirs.creatorFee - ourFee
          expect(ourFee).toBe(ceilPpm(amountIn, curve.tradeFeeRate + curve.creatorFeeRate))
          expect([0n, 1n]).toContain(excess)
          expect(ours.inputSwapped - theirs.inputSwapped).toBe(excess)
          if (excess === 0n) expect(ours.outputAmount).toBe(theirs.outputAmount)
          else differing++
        }),
        { numRuns: runsOf(5_000) },
      )
      expect(differing).toBeGreaterThan(0)
    },
  )

  it('agrees on exact-out', evidence(raydiumSdkName, ['exactOut']), () => {
    const cases = curves.chain(curve => fc.tuple(fc.constant(curve), fc.bigInt(1n, curve.reserveOut)))
    fc.assert(
      fc.property(cases, ([curve, amountOut]) => {
        const ours = swapBaseOutput(curve, amountOut)
        const leaving = curve.isCreatorFeeOnInput
          ? amountOut
          : (amountOut * 1_000_000n + 999_999n - curve.creatorFeeRate) / (1_000_000n - curve.creatorFeeRate)
        const theirs = leaving < curve.reserveOut ? askSdk('swapBaseOutput', curve, amountOut) : undefined
        // Beyond 64 bits `u64::try_from(result.input_amount)` fails (instructions/swap_base_output.rs).
        expect(ours).toEqual(theirs !== undefined && theirs.inputAmount < 2n ** 64n ? theirs : undefined)
      }),
      { numRuns: runsOf(5_000) },
    )
  })

  it('gave the golden quotes', evidence('golden vectors of the SDK'), () => {
    type Result = Readonly<Record<'inputAmount' | 'outputAmount' | 'tradeFee' | 'creatorFee', string>>
    interface Vector {
      readonly inputVault: string
      readonly outputVault: string
      readonly amount: string
      readonly tradeFeeRate: number
      readonly creatorFeeRate: number
      readonly creatorFeeOnInput: boolean
      readonly in: Result
      readonly out: Result
    }
    const golden = readFixture<{ protocolFeeRate: number; fundFeeRate: number; vectors: readonly Vector[] }>(
      'raydiumCpmm/goldenQuotes.json',
    )
    for (const vector of golden.vectors) {
      const curve: Curve = {
        reserveIn: BigInt(vector.inputVault),
        reserveOut: BigInt(vector.outputVault),
        tradeFeeRate: BigInt(vector.tradeFeeRate),
        protocolFeeRate: BigInt(golden.protocolFeeRate),
        fundFeeRate: BigInt(golden.fundFeeRate),
        creatorFeeRate: BigInt(vector.creatorFeeRate),
        isCreatorFeeOnInput: vector.creatorFeeOnInput,
      }
      const input = swapBaseInput(curve, BigInt(vector.amount))
      const theirFee = BigInt(vector.in.tradeFee) + BigInt(vector.in.creatorFee)
      const ourFee = input.tradeFee + (curve.isCreatorFeeOnInput ? input.creatorFee : BigInt(vector.in.creatorFee))
      if (ourFee === theirFee) expect(String(input.outputAmount)).toBe(vector.in.outputAmount)
      else expect(theirFee - ourFee).toBe(1n)
      const output = swapBaseOutput(curve, BigInt(vector.amount))
      expect(String(output?.inputAmount)).toBe(vector.out.inputAmount)
      expect(String(output?.creatorFee)).toBe(vector.out.creatorFee)
    }
  })

  it('quotes the recorded SOL/USDC pool alike', evidence(`${raydiumSdkName}, recorded SOL/USDC pool`), () => {
    const accounts = readRecorded('raydiumCpmm', recordedNames)
    const pool = raydiumCpmm.open(recordedPool, accounts)
    const config = ammConfigLayout.decode(accounts.get(recordedConfig)?.data ?? new Uint8Array())
    const clock = { slot: 0n, unixTimestamp: 1_800_000_000n, epoch: 900n }
    const curveOf = ({ numerator: reserveOut, denominator: reserveIn }: Ratio): Curve => ({
      reserveIn,
      reserveOut,
      tradeFeeRate: config.trade_fee_rate,
      protocolFeeRate: config.protocol_fee_rate,
      fundFeeRate: config.fund_fee_rate,
      creatorFeeRate: 0n,
      isCreatorFeeOnInput: true,
    })
    fc.assert(
      fc.property(fc.constantFrom(...pool.tokens), fc.bigInt(100n, 30_000_000n), ({ mint: tokenIn }, value) => {
        const input = pool.quote({ tokenIn, exactIn: value }, clock)
        const curve = curveOf(input.currentPrice)
        expect(input.amountOut).toBe(askSdk('swapBaseInput', curve, value).outputAmount)
        const output = pool.quote({ tokenIn, exactOut: value }, clock)
        expect(output.amountIn).toBe(askSdk('swapBaseOutput', curve, value).inputAmount)
      }),
    )
    expect(pool.quote({ tokenIn: wrappedNativeMint, exactIn: 1_000n }, clock).currentPrice).toEqual(recordedReserves)
  })

  it('decodes the recorded accounts to the same values', () => {
    const accounts = readRecorded('raydiumCpmm', ['pool', 'ammConfig'])
    const bytesOf = (address: Address) => accounts.get(address)?.data ?? new Uint8Array()
    const ours = poolStateLayout.decode(bytesOf(recordedPool))
    const theirs = raydiumSdk.CpmmPoolInfoLayout.decode(Buffer.from(bytesOf(recordedPool)))
    for (const [our, their] of poolFields) expect([our, String(ours[our])]).toEqual([our, String(theirs[their])])
    const ourConfig = ammConfigLayout.decode(bytesOf(recordedConfig))
    const theirConfig = raydiumSdk.CpmmConfigInfoLayout.decode(Buffer.from(bytesOf(recordedConfig)))
    for (const [our, their] of configFields)
      expect([our, String(ourConfig[our])]).toEqual([our, String(theirConfig[their])])
    expect(poolStateLayout.encode(ours)).toEqual(bytesOf(recordedPool))
    expect(ammConfigLayout.encode(ourConfig)).toEqual(bytesOf(recordedConfig))
  })

  it('derives the same addresses', async () => {
    const [mintA, mintB] = [authority, createPoolFeeReceiver]
    const sdk = raydiumSdk.getCreatePoolKeys({
      programId: new PublicKey(program),
      configId: new PublicKey(recordedConfig),
      mintA: new PublicKey(mintA),
      mintB: new PublicKey(mintB),
    })
    const pool = await poolAddress(recordedConfig, mintA, mintB)
    expect(pool).toBe(String(sdk.poolId))
    expect(await lpMintAddress(pool)).toBe(String(sdk.lpMint))
    expect(await vaultAddress(pool, mintA)).toBe(String(sdk.vaultA))
    expect(await vaultAddress(pool, mintB)).toBe(String(sdk.vaultB))
    expect(await observationAddress(pool)).toBe(String(sdk.observationId))
    expect(authority).toBe(String(sdk.authority))
    expect(await configAddress(0)).toBe(recordedConfig)
  })
})
