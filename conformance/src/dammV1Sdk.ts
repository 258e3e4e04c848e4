import { createRequire } from 'node:module'
import { PublicKey } from '@solana/web3.js'
import type { DammV1Shape, VaultShape } from '../../packages/venues/test/meteoraDammV1Pools.ts'
import { bn } from './sdk.ts'

/** Required, not imported: its ES module does not load under Node (a named import from CommonJS). */
const sdk = createRequire(import.meta.url)(
  '@meteora-ag/dynamic-amm-sdk',
) as typeof import('@meteora-ag/dynamic-amm-sdk')

export const dammV1SdkName = '@meteora-ag/dynamic-amm-sdk 1.4.1'

/** The accounts of a swap in the SDK's interface description. */
export const sdkSwapAccounts = () => sdk.AmmIdl.instructions.find(({ name }) => name === 'swap')?.accounts ?? []

const someKey = new PublicKey(new Uint8Array(32).fill(1))

function vaultOf({ total, state }: VaultShape) {
  return {
    totalAmount: bn(total),
    lockedProfitTracker: {
      lastUpdatedLockedProfit: bn(state?.last_updated_locked_profit ?? 0n),
      lastReport: bn(state?.last_report ?? 0n),
      lockedProfitDegradation: bn(state?.locked_profit_degradation ?? 0n),
    },
  }
}

/**
 * Quotes an exact input with the SDK.
 *
 * @param side 0: token A comes in.
 * @param now Unix seconds.
 * @returns raw units out, or the SDK's error.
 */
export function sdkQuote(shape: DammV1Shape, side: 0 | 1, amountIn: bigint, now: bigint): bigint | Error {
  const { a, b, state, stable, stake } = shape
  const mints = [new PublicKey(new Uint8Array(32).fill(2)), new PublicKey(new Uint8Array(32).fill(3))] as const
  const curve = {
    amp: bn(stable?.amp ?? 100n),
    tokenMultiplier: {
      tokenAMultiplier: bn(stable?.token_a_multiplier ?? 1_000n),
      tokenBMultiplier: bn(stable?.token_b_multiplier ?? 1n),
      precisionFactor: 9,
    },
    depeg: {
      baseVirtualPrice: bn(stable?.base_virtual_price ?? 0n),
      baseCacheUpdated: bn(stable?.base_cache_updated ?? 0n),
      depegType: stable?.depeg_type === 3 ? { splStake: {} } : { none: {} },
    },
  }
  const stakeKey = stake === undefined ? someKey : new PublicKey(stake.address)
  const accounts =
    stake === undefined ? [] : [[stakeKey.toBase58(), { data: Buffer.from(stake.account.data) }] as const]
  const params = {
    ...{ vaultA: vaultOf(a), vaultB: vaultOf(b), vaultALpSupply: bn(a.supply), vaultBLpSupply: bn(b.supply) },
    ...{ poolVaultALp: bn(a.share), poolVaultBLp: bn(b.share), currentTime: Number(now), currentSlot: 1 },
    ...{ vaultAReserve: bn(a.unlent ?? a.total), vaultBReserve: bn(b.unlent ?? b.total) },
    depegAccounts: new Map(accounts),
    poolState: {
      ...{ tokenAMint: mints[0], tokenBMint: mints[1], enabled: true, stake: stakeKey },
      bootstrapping: { activationType: 1, activationPoint: bn(0n), whitelistedVault: someKey },
      fees: {
        tradeFeeNumerator: bn(state?.trade_fee_numerator ?? 250n),
        tradeFeeDenominator: bn(100_000n),
        protocolTradeFeeNumerator: bn(state?.protocol_trade_fee_numerator ?? 20_000n),
        protocolTradeFeeDenominator: bn(100_000n),
      },
      curveType: stable === undefined ? { constantProduct: {} } : { stable: curve },
    },
  }
  try {
    return BigInt(
      String(sdk.calculateSwapQuote(mints[side] as never, bn(amountIn) as never, params as never).amountOut),
    )
  } catch (error) {
    return error as Error
  }
}
