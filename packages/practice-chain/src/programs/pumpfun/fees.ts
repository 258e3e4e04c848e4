import type { Mint } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { program as feeProgram, feesOf } from '@tern/venues/pumpFees'
import { getFeesWithQuoteMintLayout } from '@tern/venues/pumpFees/internal'
import { type BondingCurve, type Global, program as pumpProgram } from '@tern/venues/pumpfun'
import { type Curve, noAddress } from '@tern/venues/pumpfun/internal'
import type { Script } from '../../effects/script.ts'
import { checkAddress, checkSeeds, fail, type NamedAccount } from '../anchor.ts'
import { readFeeConfig } from '../feeConfig.ts'

export interface FeeAccounts {
  readonly fee_config: NamedAccount
  readonly fee_program: NamedAccount
  readonly program: NamedAccount
}

/** The market capitalization: from the coin's supply, or for a mayhem coin from the curve's own supply. */
function marketCapOf(state: BondingCurve, { supply }: Mint): bigint {
  const { virtual_quote_reserves: quote, virtual_token_reserves: token } = state
  return token === 0n ? 0n : (quote * (state.is_mayhem_mode ? state.token_total_supply : supply)) / token
}

/** A curve, and the creator's fee rate for the event. The event shows it even if the curve has no creator. */
export interface PricedCurve extends Curve {
  readonly eventCreatorBps: bigint
}

/** Prepares the curve with a trade's rates (`compute_fees`): the fee program's, and the coin's own for its creator. */
export function priced(
  state: BondingCurve,
  {
    global,
    mint,
    accounts: { fee_config, fee_program },
  }: { readonly global: Global; readonly mint: Mint; readonly accounts: FeeAccounts },
): PricedCurve {
  const { virtual_token_reserves, virtual_quote_reserves, real_token_reserves, real_quote_reserves } = state
  checkSeeds(fee_config, feeProgram, 'fee_config', addressBytes(pumpProgram))
  checkAddress(fee_program, feeProgram)
  const fees =
    feesOf(readFeeConfig(fee_config), state.quote_mint, marketCapOf(state, mint)) ?? fail('AccountDidNotDeserialize')
  const hasOwnRate = global.creator_fee_configurable && state.creator_fee_bps > 0n
  const creatorFeeBps = hasOwnRate ? state.creator_fee_bps : fees.creator_fee_bps
  return {
    virtualToken: virtual_token_reserves,
    virtualQuote: virtual_quote_reserves,
    realToken: real_token_reserves,
    realQuote: real_quote_reserves,
    protocolFeeBps: fees.protocol_fee_bps,
    creatorFeeBps: state.creator === noAddress ? 0n : creatorFeeBps,
    eventCreatorBps: creatorFeeBps,
  }
}

/** Asks the fee program, as each trade does. `priced` has computed the same answer. */
export function askFees(
  script: Script,
  accounts: FeeAccounts,
  { state, mint }: { readonly state: BondingCurve; readonly mint: Mint },
): void {
  const { fee_config, fee_program, program } = accounts
  script.cpi({
    program: fee_program.position,
    accounts: [{ position: fee_config.position }, { position: program.position }],
    data: getFeesWithQuoteMintLayout.encode({
      is_pump_pool: true,
      market_cap_lamports: marketCapOf(state, mint),
      quote_mint: state.quote_mint,
    }),
  })
}
