import { type AccountSnapshot, type Address, encodeBase58, wrappedNativeMint } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'
import type { DerivedGraduation } from '../venue.ts'

/** Raydium's CP-Swap. */
const cpswapProgram = 'CPMMoo8L3F4NbTegBCKVNunggL7H1ZpdTHKxQB5qKP1C' as Address
/** CP-Swap's config with index 0: a trade fee of 0.25%. */
const cpswapConfig = 'D4FPEruKEHrG5TenZ2mpDGEfu1iUvTiqBxvpU8HLBvC2' as Address
/** Offsets of `pool_creator` in a `PoolState` of CP-Swap. */
const poolCreator = { from: 40, to: 72 }

/**
 * Derives the CP-Swap pool that a curve with the target Raydium may move to. It is the curve's pool if the migration
 * authority created it, because the program gives the funds to that authority.
 * No recorded migration shows the pool, so the authority may make another.
 */
export async function graduationOf(mint: Address, migrationAuthority: Address): Promise<DerivedGraduation> {
  const [token, wrapped] = [addressBytes(mint), addressBytes(wrappedNativeMint)]
  const at = token.findIndex((byte, i) => byte !== wrapped[i])
  const pair = (token[at] ?? 0) < (wrapped[at] ?? 0) ? [token, wrapped] : [wrapped, token]
  const [address] = await programAddress(cpswapProgram, ['pool', addressBytes(cpswapConfig), ...pair])
  const isProvedBy = ({ owner, data }: AccountSnapshot) =>
    owner === cpswapProgram && encodeBase58(data.subarray(poolCreator.from, poolCreator.to)) === migrationAuthority
  return { protocol: 'raydium_cpmm', address, isProvedBy, mayDiffer: true }
}
