import { type Address, associatedTokenAddress, metadataAddress, tokenProgram, wrappedNativeMint } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { bondingCurveAddress, configAddress, decodeBondingCurve, decodeConfig, program } from '@tern/venues/boop'
import {
  bondingCurveSolVaultAddress,
  bondingCurveVaultAddress,
  bondingCurveWsolVaultAddress,
  encodeCreateRaydiumPool,
  encodeCreateToken,
  encodeDeployBondingCurve,
  encodeGraduate,
  vaultAuthority,
} from '@tern/venues/boop/internal'
import {
  configAddress as cpmmConfigAddress,
  program as cpmmProgram,
  lpMintAddress,
  poolAddress,
  vaultAddress,
} from '@tern/venues/raydiumCpmm'
import {
  authority as cpmmAuthority,
  createPoolFeeReceiver,
  observationAddress,
} from '@tern/venues/raydiumCpmm/internal'
import { type DerivedKey, deriveKey } from '../../../world/deriveKey.ts'
import { metadataUri } from '../../../world/token.ts'
import type { CompleteCurve, Deed, Moving, NewToken } from '../../../world/worldVenue.ts'
import { findProgramAddress } from '../../findProgramAddress.ts'

/** Compute-unit limits of a launch and of a migration. */
const launchUnits = 300_000
const migrationUnits = 700_000
const wrappedBytes = addressBytes(wrappedNativeMint)

/** The key that receives the earnings, and that alone may graduate curves. */
export const boopOperator = (seed: string): Promise<DerivedKey> => deriveKey(seed, 'boop operator')

/**
 * Returns the mint that a launch with `key` makes, and its salt. The salt begins with the key's first bytes.
 * As on mainnet, the mint is below the wrapped mint, because it becomes token 0 of its pool. About one in 38 salts fits.
 */
export function boopMint({ address }: Pick<DerivedKey, 'address'>): { readonly mint: Address; readonly salt: bigint } {
  const first = Buffer.from(addressBytes(address)).readBigUInt64LE()
  for (let tried = 0n; ; tried++) {
    const salt = BigInt.asUintN(64, first + tried)
    const number = Buffer.alloc(8)
    number.writeBigUInt64LE(salt)
    const { address: mint } = findProgramAddress(program, [Buffer.from('mint'), number])
    if (Buffer.compare(addressBytes(mint), wrappedBytes) < 0) return { mint, salt }
  }
}

/** Creates a token and its curve. Anyone may send it, because the mint's address does not depend on the payer. */
export async function launchDeed({
  mint: key,
  launcher,
  name,
  symbol,
}: Pick<NewToken, 'mint' | 'launcher' | 'name' | 'symbol'>): Promise<Deed> {
  const { mint, salt } = boopMint(key)
  const payer = launcher.address
  const created = { metadata: await metadataAddress(mint), mint, payer }
  const deployed = {
    ...{ mint, payer, bonding_curve: await bondingCurveAddress(mint) },
    bonding_curve_sol_vault: await bondingCurveSolVaultAddress(mint),
    bonding_curve_vault: await bondingCurveVaultAddress(mint),
  }
  const instructions = [
    encodeCreateToken(created, { salt, name, symbol, uri: metadataUri(mint) }, 'salt'),
    encodeDeployBondingCurve(deployed, { creator: payer, salt }, 'salt'),
  ]
  return { signers: [launcher], unitLimit: launchUnits, instructions }
}

/** Graduates a complete curve and makes its pool, in a single transaction. Empty if it has graduated already. */
export async function migrationDeeds(
  { mint, pool: bonding_curve }: Pick<CompleteCurve, 'mint' | 'pool'>,
  { seed, read }: Pick<Moving, 'seed' | 'read'>,
): Promise<readonly Deed[]> {
  const operator = await boopOperator(seed)
  const accounts = await read([bonding_curve, configAddress])
  const [curve, settings] = [accounts.get(bonding_curve), accounts.get(configAddress)]
  if (!curve || !settings || decodeBondingCurve(curve.data).status !== 0) return []
  const { protocol_fee_recipient, token_distributor } = decodeConfig(settings.data)
  const bonding_curve_vault = await bondingCurveVaultAddress(mint)
  const wsolVault = await bondingCurveWsolVaultAddress(mint)
  const shared = { operator: operator.address, bonding_curve, bonding_curve_vault }
  const ammConfig = await cpmmConfigAddress(0)
  const pool = await poolAddress(ammConfig, mint, wrappedNativeMint)
  const lpMint = await lpMintAddress(pool)
  const instructions = [
    encodeGraduate({
      ...{ ...shared, mint, protocol_fee_recipient, token_distributor, bonding_curve_wsol_account: wsolVault },
      token_distributor_token_account: await associatedTokenAddress(token_distributor, mint, tokenProgram),
      bonding_curve_sol_vault: await bondingCurveSolVaultAddress(mint),
    }),
    encodeCreateRaydiumPool({
      ...{ ...shared, cpmm_program: cpmmProgram, amm_config: ammConfig, authority: cpmmAuthority, pool_state: pool },
      ...{ token_0_mint: mint, token_1_mint: wrappedNativeMint, lp_mint: lpMint, bonding_curve_wsol_vault: wsolVault },
      creator_lp_token: await associatedTokenAddress(vaultAuthority, lpMint, tokenProgram),
      token_0_vault: await vaultAddress(pool, mint),
      token_1_vault: await vaultAddress(pool, wrappedNativeMint),
      create_pool_fee: createPoolFeeReceiver,
      observation_state: await observationAddress(pool),
    }),
  ]
  return [{ signers: [operator], unitLimit: migrationUnits, instructions }]
}
