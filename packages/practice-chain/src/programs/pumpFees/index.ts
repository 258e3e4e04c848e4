import { type Address, systemProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { type FeeConfig, type Fees, feesOf, program } from '@tern/venues/pumpFees'
import { feesLayout, getFeesLayout, getFeesWithQuoteMintLayout } from '@tern/venues/pumpFees/internal'
import { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import { checkSeeds, failWith, nameAccounts, readArguments } from '../anchor.ts'
import { anchorProgram } from '../anchorProgram.ts'
import { readFeeConfig } from '../feeConfig.ts'

/** A stable quote mint, for trades with `is_new_quote_mint`. */
const usdc = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' as Address

function readConfig(invocation: Invocation): FeeConfig {
  const a = nameAccounts(invocation, ['fee_config', 'config_program_id'])
  checkSeeds(a.fee_config, program, 'fee_config', addressBytes(a.config_program_id.address))
  return readFeeConfig(a.fee_config)
}

/** Pools other than pump.fun's own pay flat fees. */
function answer(config: FeeConfig, isPumpPool: boolean, quoteMint: Address, marketCap: bigint): Script {
  const fees: Fees | undefined = isPumpPool ? feesOf(config, quoteMint, marketCap) : config.flat_fees
  if (fees === undefined) return failWith({ name: 'NoFeeTiers', code: 6002, message: 'No fee tiers provided' })
  return new Script().returnData(feesLayout.encode(fees))
}

/**
 * pump.fun's fee program, as far as trades ask it: `get_fees` and `get_fees_with_quote_mint`.
 * Compute units are those of mainnet logs (at least 3,136 for a single tier, 6,079 for 25 tiers).
 */
export const pumpFees = anchorProgram(program, [
  {
    name: 'GetFees',
    discriminator: getFeesLayout.discriminator,
    modelledUnits: 3_136,
    execute(invocation) {
      const { is_pump_pool, market_cap_lamports, is_new_quote_mint } = readArguments(getFeesLayout, invocation.data)
      const quoteMint = is_new_quote_mint ? usdc : systemProgram
      return answer(readConfig(invocation), is_pump_pool, quoteMint, market_cap_lamports)
    },
  },
  {
    name: 'GetFeesWithQuoteMint',
    discriminator: getFeesWithQuoteMintLayout.discriminator,
    modelledUnits: 3_300,
    execute(invocation) {
      const { is_pump_pool, market_cap_lamports, quote_mint } = readArguments(
        getFeesWithQuoteMintLayout,
        invocation.data,
      )
      return answer(readConfig(invocation), is_pump_pool, quote_mint, market_cap_lamports)
    },
  },
])
