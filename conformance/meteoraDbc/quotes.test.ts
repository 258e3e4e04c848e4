import { isTernError } from '@tern/core'
import type { Pool, SwapRequest } from '@tern/venues'
import { decodeVirtualPool } from '@tern/venues/meteoraDbc'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { baseFees, limiterFees, someDbcPools } from '../../packages/venues/test/meteoraDbcPools.ts'
import { big, dbcProgram, dbcSdk, dbcSdkName } from '../src/dbcSdk.ts'
import { proves } from '../src/evidence.ts'
import { runsOf } from '../src/runs.ts'

const evidence = proves('meteora_dbc')

type Pools = Awaited<ReturnType<typeof someDbcPools>>
type Case = Pools extends fc.Arbitrary<infer T> ? T : never

/** The result of a swap: its amounts and its fees by recipient. Not present if the swap is refused. */
interface Outcome {
  readonly amountIn: bigint
  readonly amountOut: bigint
  readonly trading: bigint
  readonly protocol: bigint
}

function ours(pool: Pool, { clock }: Case, request: SwapRequest): Outcome | undefined {
  try {
    const { amountIn, amountOut, fees } = pool.quote(request, clock)
    const sum = (...kinds: readonly string[]) =>
      fees.reduce((all, { kind, amount }) => (kinds.includes(kind) ? all + amount : all), 0n)
    return { amountIn, amountOut, trading: sum('platform', 'creator'), protocol: sum('protocol') }
  } catch (error) {
    if (isTernError(error) && /^quote\/(nothingOut|beyondReserves)$/.test(error.code)) return undefined
    throw error
  }
}

/**
 * The SDK's answer; `undefined` if it throws, gives nothing, or exceeds the pool's reserves, which the SDK does not
 * check.
 */
function theirs({ accounts, address, clock }: Case, pool: Pool, request: SwapRequest): Outcome | undefined {
  const data = accounts.get(address)?.data ?? new Uint8Array()
  const state = decodeVirtualPool(data)
  const virtualPool = dbcProgram.coder.accounts.decode('virtualPool', Buffer.from(data))
  const terms = accounts.get(state.config)?.data ?? new Uint8Array()
  const config = dbcProgram.coder.accounts.decode('poolConfig', Buffer.from(terms))
  const isSale = request.tokenIn === pool.tokens[0].mint
  const point = big(config.activationType === 0 ? clock.slot : clock.unixTimestamp)
  const reserve = isSale ? state.quote_reserve : state.base_reserve
  try {
    const result =
      'exactIn' in request
        ? dbcSdk.swapQuotePartialFill(virtualPool, config, isSale, big(request.exactIn), 0, false, point, false)
        : dbcSdk.swapQuoteExactOut(virtualPool, config, isSale, big(request.exactOut), 0, false, point, false)
    const number = (value: { toString(): string }) => BigInt(value.toString())
    const outcome = {
      amountIn: number(result.includedFeeInputAmount),
      amountOut: number(result.outputAmount),
      trading: number(result.tradingFee),
      protocol: number(result.protocolFee),
    }
    const onOutput = isSale || config.collectFeeMode === 1 ? outcome.trading + outcome.protocol : 0n
    return outcome.amountOut === 0n || outcome.amountOut + onOutput > reserve ? undefined : outcome
  } catch {
    return undefined
  }
}

const amounts = fc
  .integer({ min: 1, max: 62 })
  .chain(bits => fc.bigInt(1n << BigInt(bits - 1), (1n << BigInt(bits)) - 1n))

async function compare(fees: typeof baseFees, runs: number): Promise<number> {
  let answered = 0
  fc.assert(
    fc.property(await someDbcPools(fees), amounts, fc.boolean(), fc.boolean(), (one, amount, isSale, isExactIn) => {
      const pool = one.venue.open(one.address, one.accounts)
      const tokenIn = pool.tokens[isSale ? 0 : 1].mint
      const request = isExactIn ? { tokenIn, exactIn: amount } : { tokenIn, exactOut: amount }
      const answer = ours(pool, one, request)
      expect(answer).toEqual(theirs(one, pool, request))
      if (answer !== undefined) answered++
    }),
    { numRuns: runs },
  )
  return answered
}

describe(`quotes against ${dbcSdkName}`, () => {
  const against = evidence(dbcSdkName, ['exactIn', 'exactOut'])

  it('are the same on thousands of curves, fees that fall or stay', against, async () => {
    expect(await compare(baseFees, runsOf(4_000))).toBeGreaterThan(runsOf(1_000))
  })

  it('are the same if fees rise with the amount', against, async () => {
    expect(await compare(limiterFees, runsOf(2_000))).toBeGreaterThan(runsOf(500))
  })
})
