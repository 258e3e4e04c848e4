import type { Instruction } from '@solana/kit'
import {
  type Address,
  associatedTokenAddress,
  metadataAddress,
  rentExemption,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { configAddress, curveAddress, decodeConfig, decodeCurve } from '@tern/venues/moonit'
import { type CurveType, curveTypes, encodeMigrateFunds, encodeTokenMint } from '@tern/venues/moonit/internal'
import { configAddress as cpmmConfigAddress, lpMintAddress, poolAddress, vaultAddress } from '@tern/venues/raydiumCpmm'
import { encodeInitialize, observationAddress } from '@tern/venues/raydiumCpmm/internal'
import { type DerivedKey, deriveKey } from '../../../world/deriveKey.ts'
import { openAssociatedAccount, wrap } from '../../../world/history/instructions.ts'
import { metadataUri } from '../../../world/token.ts'
import type { CompleteCurve, Deed, Moving, NewToken } from '../../../world/worldVenue.ts'
import { fundsOf } from '../migrate.ts'

/** Compute-unit limits of a launch and of a migration. */
const launchUnits = 300_000
const migrationUnits = 600_000
export const supply = 1_000_000_000_000_000_000n
export const decimals = 9
/** The lamports that a flat curve collects. */
export const flatCollateral = 85_000_000_000n

/** The key that signs for the program's backend, and that makes the pools of complete curves. */
export const moonitOwner = (seed: string): Promise<DerivedKey> => deriveKey(seed, 'moonit owner')

/** Creates a token and its curve, which will move to Raydium. */
export async function launchDeed(
  { seed, mint, launcher, name, symbol }: Pick<NewToken, 'seed' | 'mint' | 'launcher' | 'name' | 'symbol'>,
  curve: CurveType = 'constantProductV1',
): Promise<Deed> {
  const backend = await moonitOwner(seed)
  const curve_account = await curveAddress(mint.address)
  const instruction = encodeTokenMint(
    {
      ...{ sender: launcher.address, backend_authority: backend.address, curve_account, mint: mint.address },
      mint_metadata: await metadataAddress(mint.address),
      curve_token_account: await associatedTokenAddress(curve_account, mint.address, tokenProgram),
    },
    {
      ...{ name, symbol, uri: metadataUri(mint.address), decimals, collateral_currency: 0, amount: supply },
      ...{ curve_type: curveTypes.indexOf(curve), migration_target: 0, price_increase: 0 },
      collateral_collected: curve === 'flatV1' ? flatCollateral : 0n,
    },
  )
  return { signers: [launcher, mint, backend], unitLimit: launchUnits, instructions: [instruction] }
}

interface Side {
  readonly mint: Address
  readonly account: Address
  readonly amount: bigint
}

/** Makes the pool of both sides, in the pool's order. */
async function initialize(creator: Address, [side0, side1]: readonly [Side, Side]): Promise<Instruction> {
  const amm_config = await cpmmConfigAddress(0)
  const pool_state = await poolAddress(amm_config, side0.mint, side1.mint)
  const lp_mint = await lpMintAddress(pool_state)
  return encodeInitialize(
    {
      ...{ creator, amm_config, pool_state, token_0_mint: side0.mint, token_1_mint: side1.mint, lp_mint },
      ...{ creator_token_0: side0.account, creator_token_1: side1.account },
      creator_lp_token: await associatedTokenAddress(creator, lp_mint, tokenProgram),
      token_0_vault: await vaultAddress(pool_state, side0.mint),
      token_1_vault: await vaultAddress(pool_state, side1.mint),
      observation_state: await observationAddress(pool_state),
      ...{ token_0_program: tokenProgram, token_1_program: tokenProgram },
    },
    { amount0: side0.amount, amount1: side1.amount, openTimeSeconds: 0n },
  )
}

/**
 * Takes the funds out of a complete curve and makes a CP-Swap pool of them, in a single transaction. Empty if the curve
 * has no funds.
 */
export async function migrationDeeds(
  { mint, pool: curve_account }: Pick<CompleteCurve, 'mint' | 'pool'>,
  { seed, read }: Pick<Moving, 'seed' | 'read'>,
): Promise<readonly Deed[]> {
  const owner = await moonitOwner(seed)
  const accounts = await read([curve_account, configAddress])
  const [curve, settings] = [accounts.get(curve_account), accounts.get(configAddress)]
  if (!curve || !settings) return []
  const funds = fundsOf(decodeCurve(curve.data), curve.lamports - rentExemption(curve.data.length))
  if (funds === undefined || funds.lamports <= 0n) return []
  const { dex_fee, helio_fee } = decodeConfig(settings.data)
  const tokens = await associatedTokenAddress(owner.address, mint, tokenProgram)
  const wrapped = await associatedTokenAddress(owner.address, wrappedNativeMint, tokenProgram)
  const migrate = encodeMigrateFunds({
    ...{ backend_authority: owner.address, migration_authority: owner.address, curve_account, mint },
    curve_token_account: await associatedTokenAddress(curve_account, mint, tokenProgram),
    ...{ migration_authority_token_account: tokens, dex_fee_account: dex_fee, helio_fee_account: helio_fee },
  })
  const token = { mint, account: tokens, amount: funds.tokens }
  const sol = { mint: wrappedNativeMint, account: wrapped, amount: funds.lamports }
  const isTokenFirst = Buffer.compare(addressBytes(mint), addressBytes(wrappedNativeMint)) < 0
  const instructions = [
    migrate,
    openAssociatedAccount({ address: wrapped, owner: owner.address, mint: wrappedNativeMint, program: tokenProgram }),
    ...wrap(owner.address, wrapped, funds.lamports),
    await initialize(owner.address, isTokenFirst ? [token, sol] : [sol, token]),
  ]
  return [{ signers: [owner], unitLimit: migrationUnits, instructions }]
}
