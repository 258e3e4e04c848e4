import { Connection } from '@solana/web3.js'
import { isTernError } from '@tern/core'
import { program } from '@tern/venues/raydiumCpmm'
import { raydiumCpmmLiquidity } from '@tern/venues/raydiumCpmm/liquidity'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  type CpmmShape,
  cpmmAddresses,
  cpmmClock,
  cpmmLiquidity,
  makeCpmmPool,
} from '../../packages/venues/test/raydiumCpmmPools.ts'
import { provesLiquidity } from '../src/evidence.ts'
import { bn, raydiumSdk, raydiumSdkName } from '../src/sdk.ts'

type Sdk = Awaited<ReturnType<typeof raydiumSdk.Raydium.load>>
type PairRequest = Parameters<Sdk['cpmm']['computePairAmount']>[0]

const evidence = provesLiquidity('raydium_cpmm')
const { mints } = cpmmAddresses
const decimals = [9, 6] as const
let sdk: Sdk

beforeAll(async () => {
  // It computes without the network, so nothing answers there.
  const connection = new Connection('http://127.0.0.1:9')
  sdk = await raydiumSdk.Raydium.load({ connection, disableFeatureCheck: true, disableLoadToken: true })
})

const epochInfo = { epoch: Number(cpmmClock.epoch), slotIndex: 0, slotsInEpoch: 432_000, absoluteSlot: 1 }

/** A token's transfer fees, as the SDK gets them from the API. */
function feeConfigOf({ transferFees }: CpmmShape, side: 0 | 1) {
  const fees = transferFees?.[side]
  if (fees === undefined) return undefined
  const at = (epoch: string, bps: number) => ({
    ...{ epoch, maximumFee: String(fees.maximum), transferFeeBasisPoints: bps },
  })
  return {
    ...{ transferFeeConfigAuthority: program, withdrawWithheldAuthority: program, withheldAmount: '0' },
    ...{ olderTransferFee: at('0', fees.bps), newerTransferFee: at('500', fees.newerBps) },
  }
}

/** The SDK's answer for an amount of a single token. It takes amounts as decimal numbers. */
function sdkPair(shape: CpmmShape, side: 0 | 1, amount: bigint) {
  const { reserves, state } = shape
  const token = (i: 0 | 1) => ({
    ...{ address: mints[i], decimals: decimals[i], symbol: 'T', extensions: { feeConfig: feeConfigOf(shape, i) } },
  })
  const shifted = (value: bigint, by: number) => {
    const digits = String(value).padStart(by + 1, '0')
    return `${digits.slice(0, -by)}.${digits.slice(-by)}`
  }
  const answer = sdk.cpmm.computePairAmount({
    poolInfo: {
      ...{ mintA: token(0), mintB: token(1), lpMint: { decimals: 9 } },
      lpAmount: shifted(state?.lp_supply ?? 0n, 9),
    },
    ...{ baseReserve: bn(reserves[0]), quoteReserve: bn(reserves[1]) },
    amount: shifted(amount, decimals[side]),
    slippage: new raydiumSdk.Percent(0),
    epochInfo,
    baseIn: side === 0,
  } as unknown as PairRequest)
  return { lpAmount: BigInt(String(answer.liquidity)), other: BigInt(String(answer.anotherAmount.amount)) }
}

/** The minimums of the SDK's `withdrawLiquidity`, which fetches the pool itself. */
function sdkMinimums(shape: CpmmShape, lpAmount: bigint, slippageBps: number): readonly bigint[] {
  const kept = new raydiumSdk.Percent(10_000 - slippageBps, 10_000)
  return ([0, 1] as const).map(side => {
    const share = bn(lpAmount)
      .mul(bn(shape.reserves[side]))
      .div(bn(shape.state?.lp_supply ?? 0n))
    const min = kept.mul(share).quotient
    const { fee } = raydiumSdk.getTransferAmountFeeV2(min, feeConfigOf(shape, side) as never, epochInfo, false)
    return BigInt(String(min)) - BigInt(String(fee ?? 0))
  })
}

describe('a deposit', () => {
  it('of one token mints and takes the SDK’s amounts', evidence(`${raydiumSdkName}, deposits`), () => {
    const amounts = fc.integer({ min: 8, max: 62 }).chain(bits => fc.bigInt(1n, (1n << BigInt(bits)) - 1n))
    let compared = 0
    fc.assert(
      fc.property(cpmmLiquidity, fc.constantFrom(0, 1), amounts, (shape, side, amount) => {
        const { address, accounts } = makeCpmmPool(shape)
        const pool = raydiumCpmmLiquidity.open(address, accounts)
        try {
          const { lpAmount, amounts } = pool.quoteDeposit({ mint: mints[side], amount, slippageBps: 0 }, cpmmClock)
          expect({ lpAmount, other: amounts[side === 0 ? 1 : 0].sent }).toEqual(sdkPair(shape, side, amount))
          compared++
        } catch (error) {
          if (!isTernError(error)) throw error
        }
      }),
      { numRuns: 1_000 },
    )
    expect(compared).toBeGreaterThan(100)
  })
})

describe('a withdrawal', () => {
  it('has the minimums of the SDK', evidence(`${raydiumSdkName}, withdrawals`), () => {
    let compared = 0
    fc.assert(
      fc.property(cpmmLiquidity, fc.bigInt(1n, 2n ** 62n), fc.nat(10_000), (shape, lp, slippageBps) => {
        const { address, accounts } = makeCpmmPool(shape)
        const pool = raydiumCpmmLiquidity.open(address, accounts)
        const lpAmount = (lp % pool.lpSupply) + 1n
        try {
          const { amounts } = pool.quoteWithdrawal({ lpAmount, slippageBps }, cpmmClock)
          expect(amounts.map(({ minAmount }) => minAmount)).toEqual(sdkMinimums(shape, lpAmount, slippageBps))
          compared++
        } catch (error) {
          if (!isTernError(error)) throw error
        }
      }),
      { numRuns: 1_000 },
    )
    expect(compared).toBeGreaterThan(100)
  })
})
