import type { Instruction } from '@solana/kit'
import { type Address, associatedTokenAddress, metadataAddress, token2022Program, tokenProgram } from '@tern/core'
import {
  bondingCurveAddress,
  encodeCreate,
  encodeCreateV2,
  encodeMigrate,
  encodeMigrateV2,
  mayhemSolVault,
  mayhemStateAddress,
} from '@tern/venues/pumpfun'
import { metadataUri } from '../token.ts'

/** What of compute a launch, and what of it a migration may take; a trade takes less than the usual limit. */
export const launchUnits = 400_000
/** Compute units that a migration takes at most. */
export const migrationUnits = 600_000

/** A coin to launch. `launcher` pays, and earns from its trades; the mint signs, too. */
export interface Launch {
  readonly mint: Address
  readonly launcher: Address
  readonly name: string
  readonly symbol: string
  readonly instruction: 'create' | 'create_v2'
  /** Only with `create_v2`. */
  readonly special?: 'mayhem'
}

/** Creates a coin and its curve. */
export async function launchInstruction(launch: Launch): Promise<Instruction> {
  const { mint, launcher, name, symbol, special } = launch
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

/** Moves a complete curve's liquidity to its pool: anybody may. `withdrawAuthority` is that of pump.fun's `Global`. */
export function migrationInstruction(
  coin: { readonly mint: Address; readonly program: Address },
  user: Address,
  withdrawAuthority: Address,
): Promise<Instruction> {
  const migration = { user, withdrawAuthority, mint: coin.mint, tokenProgram: coin.program }
  return coin.program === tokenProgram ? encodeMigrate(migration) : encodeMigrateV2(migration)
}
