import type { Instruction } from '@solana/kit'
import { type Address, associatedTokenAddress, metadataAddress, token2022Program, tokenProgram } from '@tern/core'
import { bondingCurveAddress } from '@tern/venues/pumpfun'
import {
  encodeCreate,
  encodeCreateV2,
  encodeMigrate,
  encodeMigrateV2,
  mayhemSolVault,
  mayhemStateAddress,
} from '@tern/venues/pumpfun/internal'
import type { DerivedKey } from '../../../world/deriveKey.ts'
import { metadataUri } from '../../../world/token.ts'
import type { Deed } from '../../../world/worldVenue.ts'

/** Compute-unit limits of a launch and of a migration. */
const launchUnits = 400_000
const migrationUnits = 600_000

/** A coin to launch. `launcher` pays and earns from its trades. The mint signs, too. */
interface Launch {
  readonly mint: DerivedKey
  readonly launcher: DerivedKey
  readonly name: string
  readonly symbol: string
  readonly instruction: 'create' | 'create_v2'
  /** Only with `create_v2`. */
  readonly special?: 'mayhem'
}

/** Creates a coin and its curve. */
export async function launchDeed(launch: Launch): Promise<Deed> {
  const { mint, launcher } = launch
  return { signers: [launcher, mint], unitLimit: launchUnits, instructions: [await launchInstruction(launch)] }
}

async function launchInstruction(launch: Launch): Promise<Instruction> {
  const { name, symbol, special } = launch
  const [mint, launcher] = [launch.mint.address, launch.launcher.address]
  const bonding_curve = await bondingCurveAddress(mint)
  const coin = { name, symbol, uri: metadataUri(mint), creator: launcher }
  if (launch.instruction === 'create')
    return encodeCreate(
      {
        mint,
        bonding_curve,
        associated_bonding_curve: await associatedTokenAddress(bonding_curve, mint, tokenProgram),
        metadata: await metadataAddress(mint),
        user: launcher,
      },
      coin,
    )
  return encodeCreateV2(
    {
      mint,
      bonding_curve,
      associated_bonding_curve: await associatedTokenAddress(bonding_curve, mint, token2022Program),
      user: launcher,
      mayhem_state: await mayhemStateAddress(mint),
      mayhem_token_vault: await associatedTokenAddress(mayhemSolVault, mint, token2022Program),
    },
    {
      ...coin,
      is_mayhem_mode: special === 'mayhem',
      is_cashback_enabled: false,
      creator_fee_bps: 0n,
      is_holder_reward: false,
    },
  )
}

/**
 * Moves a complete curve's liquidity to its pool. Any wallet may do this.
 * @param withdrawAuthority the `withdraw_authority` of pump.fun's `Global`.
 */
export async function migrationDeed(
  coin: { readonly mint: Address; readonly program: Address },
  mover: DerivedKey,
  withdrawAuthority: Address,
): Promise<Deed> {
  const migration = { user: mover.address, withdrawAuthority, mint: coin.mint, tokenProgram: coin.program }
  const instruction = await (coin.program === tokenProgram ? encodeMigrate(migration) : encodeMigrateV2(migration))
  return { signers: [mover], unitLimit: migrationUnits, instructions: [instruction] }
}
