import { program } from '@tern/venues/raydiumLaunchlab'
import {
  buyExactInLayout,
  buyExactOutLayout,
  claimCreatorFeeLayout,
  claimPlatformFeeFromVaultLayout,
  initializeV2Layout,
  initializeWithToken2022Layout,
  migrateToCpswapLayout,
  sellExactInLayout,
  sellExactOutLayout,
} from '@tern/venues/raydiumLaunchlab/internal'
import { anchorProgram, type SimulatedInstruction } from '../anchorProgram.ts'
import { executeClaimCreatorFee, executeClaimPlatformFeeFromVault } from './claim.ts'
import { executeInitializeV2, executeInitializeWithToken2022 } from './initialize.ts'
import { executeMigrateToCpswap } from './migrate.ts'
import { executeBuyExactIn, executeBuyExactOut, executeSellExactIn, executeSellExactOut } from './trade.ts'

function instruction(
  name: string,
  { discriminator }: { readonly discriminator: Uint8Array },
  modelledUnits: number,
  execute: SimulatedInstruction['execute'],
): SimulatedInstruction {
  return { name, discriminator, modelledUnits, execute }
}

/**
 * LaunchLab's bonding curves, as the program of 2026-10 has them.
 * Sources: its IDL 0.2.0, the official client, and logs recorded on mainnet. The program's source is not published.
 * The order of an instruction's calls follows recorded transactions. Other instructions fail like unknown instructions.
 *
 * Compute units of trades and of a Token-2022 launch are those of recorded transactions. The others are estimates.
 */
export const raydiumLaunchlab = anchorProgram(program, [
  instruction('BuyExactIn', buyExactInLayout, 58_416, executeBuyExactIn),
  instruction('BuyExactOut', buyExactOutLayout, 58_500, executeBuyExactOut),
  instruction('SellExactIn', sellExactInLayout, 78_407, executeSellExactIn),
  instruction('SellExactOut', sellExactOutLayout, 78_500, executeSellExactOut),
  instruction('InitializeV2', initializeV2Layout, 150_000, executeInitializeV2),
  instruction('InitializeWithToken2022', initializeWithToken2022Layout, 100_862, executeInitializeWithToken2022),
  instruction('ClaimCreatorFee', claimCreatorFeeLayout, 40_000, executeClaimCreatorFee),
  instruction('ClaimPlatformFeeFromVault', claimPlatformFeeFromVaultLayout, 40_000, executeClaimPlatformFeeFromVault),
  instruction('MigrateToCpswap', migrateToCpswapLayout, 250_000, executeMigrateToCpswap),
])
