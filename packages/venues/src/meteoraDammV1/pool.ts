import { type AccountSet, type Address, type Clock, TernError } from '@tern/core'
import { tokenVaultAddress } from '../meteoraVault/addresses.ts'
import { mismatch, oldestSlot, tokenOf } from '../openAccounts.ts'
import { impactOf } from '../price.ts'
import { assertTradable } from '../tradedAmounts.ts'
import type { FeeKind, Pool, Quote, SwapParties, SwapRequest } from '../venue.ts'
import { protocolFeeAddress, vaultLpAddress } from './addresses.ts'
import { type Curves, changesAfter, curvesAt, type PricedCurve } from './curve.ts'
import { evidence } from './evidence.ts'
import { feeDenominator } from './fees.ts'
import { encodeSwap } from './instructions.ts'
import { accountsOf, decodePool, openFacts, openLpSupply, type PoolFacts } from './poolAccounts.ts'
import { type Refusal, type SwapResult, swapExactIn, swapExactOut } from './quote.ts'

/**
 * Opens a pool from its accounts.
 * @throws TernError `pool/accountsNotReady`, `layout/*`.
 */
export function openPool(address: Address, read: AccountSet): Pool {
  const account = read.get(address)
  if (!account) throw new TernError('pool/accountsNotReady', { pool: address, missing: [address] })
  const opened = decodePool(account)
  const { state, stake } = opened
  const missing = accountsOf(opened, read).filter(one => !read.get(one))
  if (missing.length > 0) throw new TernError('pool/accountsNotReady', { pool: address, missing })

  const facts = openFacts(opened, read)
  const { a, b } = facts
  if (a.mint.address === b.mint.address) mismatch(address, 'token_b_mint', 'another token', b.mint.address)
  const isPaused = !state.enabled || a.isFrozen || b.isFrozen
  const partnerNumerator = state.partner_fee_numerator
  const lpSupply = openLpSupply(state, read)
  const [mintA, mintB] = [a.mint.address, b.mint.address]

  // Consecutive quotes are usually of the same moment.
  let computed: { readonly now: bigint; readonly curves: Curves | undefined } | undefined
  const curvesOf = (now: bigint): Curves | undefined => {
    if (computed?.now !== now) computed = { now, curves: curvesAt(facts, now) }
    return computed.curves
  }

  const { activation_point: activationPoint, activation_type: activationType } = state
  const pointAt = ({ slot, unixTimestamp }: Clock) => (activationType === 0 ? slot : unixTimestamp)
  const opensAtSeconds = (clock: Clock) => {
    const left = activationPoint - pointAt(clock)
    if (left <= 0n) return undefined
    // A slot takes some 400 ms. Rounds up to whole seconds.
    return clock.unixTimestamp + (activationType === 0 ? (left * 2n + 4n) / 5n : left)
  }

  return {
    protocol: 'meteora_damm_v1',
    evidence,
    address,
    slot: oldestSlot(read, [
      ...[address, state.a_vault, state.b_vault, state.a_vault_lp, state.b_vault_lp],
      ...[a.vault.lp_mint, b.vault.lp_mint, a.vault.token_vault, b.vault.token_vault],
    ]),
    tokens: [tokenOf(a.mint), tokenOf(b.mint)],
    nativeSettlement: 'wrapped',
    lockedLiquidity: { locked: state.total_locked_lp, whole: lpSupply },
    opensAtSeconds,
    reserves({ unixTimestamp }) {
      const { aToB } = curvesOf(unixTimestamp) ?? {}
      return [aToB?.source.reserve ?? 0n, aToB?.destination.reserve ?? 0n]
    },
    changesWith(clock) {
      if (opensAtSeconds(clock) !== undefined) return activationType === 0 ? 'slots' : 'seconds'
      return changesAfter(facts, clock.unixTimestamp) ? 'seconds' : undefined
    },
    quote(request, clock) {
      const { tokenIn } = request
      if (tokenIn !== mintA && tokenIn !== mintB)
        throw new TernError('quote/tokenNotInPool', { pool: address, mint: tokenIn })
      const amount = 'exactIn' in request ? request.exactIn : request.exactOut
      assertTradable(amount)
      if (isPaused || !(tokenIn === mintA ? a : b).isEnabled) throw new TernError('quote/paused', { pool: address })
      const openTimeSeconds = opensAtSeconds(clock)
      if (openTimeSeconds !== undefined) throw new TernError('quote/notOpen', { pool: address, openTimeSeconds })
      const curves = curvesOf(clock.unixTimestamp)
      if (curves === undefined) throw new TernError('quote/noLiquidity', { pool: address })
      const curve = tokenIn === mintA ? curves.aToB : curves.bToA
      const result = 'exactIn' in request ? swapExactIn(curve, amount) : swapExactOut(curve, amount)
      if (typeof result === 'string') refuse(result, curve, amount)
      return settle(curve, request, tokenIn === mintA ? mintB : mintA, result, partnerNumerator)
    },
    hasExactOut: () => false,
    async swap(quote, limit, parties) {
      await assertDerived(address, facts)
      return [encodeQuote(address, facts, stake, quote, limit, parties)]
    },
    opens: async () => [],
  }
}

function refuse(refusal: Refusal, { unlent, destination }: PricedCurve, amountOut: bigint): never {
  if (refusal === 'nothingOut') throw new TernError('quote/nothingOut', {})
  const reserveOut = unlent < destination.reserve ? unlent : destination.reserve
  throw new TernError('quote/beyondReserves', { amountOut, reserveOut })
}

type Fee = { kind: FeeKind; mint: Address; amount: bigint }

/**
 * Builds the quote. Its fees count each unit once: `trade` stays in the pool, and `platform` is the partner's part of the
 * protocol's fee.
 */
function settle(
  { currentPrice, stable, source }: PricedCurve,
  request: SwapRequest,
  tokenOut: Address,
  result: SwapResult,
  partnerNumerator: bigint,
): Quote {
  const { tokenIn } = request
  const { amountIn, amountOut, tradeFee, protocolFee, sourceSwapped } = result
  const partner = partnerNumerator === 0n ? 0n : (protocolFee * partnerNumerator) / feeDenominator
  const fees: Fee[] = [
    { kind: 'trade', mint: tokenIn, amount: tradeFee },
    { kind: 'protocol', mint: tokenIn, amount: protocolFee - partner },
  ]
  if (partner > 0n) fees.push({ kind: 'platform', mint: tokenIn, amount: partner })
  return {
    ...{ request, tokenIn, tokenOut, amountIn, amountOut, filled: 'whole', fees, currentPrice },
    executionPrice: { numerator: amountOut, denominator: amountIn },
    priceImpact:
      stable === undefined
        ? // 1 − (Rout / (Rin + in)) / (Rout / Rin), without fees and rounding.
          { numerator: sourceSwapped, denominator: source.reserve + sourceSwapped }
        : impactOf(currentPrice, sourceSwapped, result.destinationSwapped),
    computeUnits: result.computeUnits,
  }
}

function encodeQuote(
  pool: Address,
  { state, a, b }: PoolFacts,
  stake: Address | undefined,
  quote: Quote,
  limit: bigint,
  parties: SwapParties,
) {
  const { request, amountIn } = quote
  // The program sells exact amounts only. For exact-out, `exactOut` is the min output.
  if ('exactOut' in request && limit < amountIn) throw new TernError('trade/limitBelowAmountIn', { limit, amountIn })
  const isFromA = quote.tokenIn === a.mint.address
  const accounts = {
    pool,
    user_source_token: parties.tokenAccountIn,
    user_destination_token: parties.tokenAccountOut,
    a_vault: state.a_vault,
    b_vault: state.b_vault,
    a_token_vault: a.vault.token_vault,
    b_token_vault: b.vault.token_vault,
    a_vault_lp_mint: a.vault.lp_mint,
    b_vault_lp_mint: b.vault.lp_mint,
    a_vault_lp: state.a_vault_lp,
    b_vault_lp: state.b_vault_lp,
    protocol_token_fee: isFromA ? state.protocol_token_a_fee : state.protocol_token_b_fee,
    user: parties.owner,
    stake,
  }
  return encodeSwap(accounts, amountIn, 'exactIn' in request ? limit : request.exactOut)
}

/**
 * Checks the addresses that the programs derive from the pool and its vaults, so that a pool invented by a node fails
 * before signing. The mints of early pools and vaults cannot be derived.
 * @throws TernError `layout/mismatch`.
 */
async function assertDerived(pool: Address, { state, a, b }: PoolFacts): Promise<void> {
  const derived = [
    [state, 'a_vault_lp', vaultLpAddress(state.a_vault, pool)],
    [state, 'b_vault_lp', vaultLpAddress(state.b_vault, pool)],
    [state, 'protocol_token_a_fee', protocolFeeAddress(a.mint.address, pool)],
    [state, 'protocol_token_b_fee', protocolFeeAddress(b.mint.address, pool)],
    [a.vault, 'token_vault', tokenVaultAddress(state.a_vault)],
    [b.vault, 'token_vault', tokenVaultAddress(state.b_vault)],
  ] as const
  for (const [account, field, expecting] of derived) {
    const [expected, actual] = [await expecting, (account as Readonly<Record<string, unknown>>)[field]]
    if (actual !== expected) mismatch(pool, field, expected, String(actual))
  }
}
