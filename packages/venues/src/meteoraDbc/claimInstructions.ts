import type { Instruction } from '@solana/instructions'
import type { Address } from '@tern/core'
import { struct, u64 } from '@tern/core/internal'
import { readonly, signer, writable } from '../accountMeta.ts'
import { eventAuthority, poolAuthority, program } from './addresses.ts'

/** `claim_trading_fee`: the launchpad's unclaimed fees. */
export const claimTradingFeeLayout = struct(
  'claim_trading_fee',
  24,
  { max_amount_a: u64, max_amount_b: u64 },
  { discriminator: [0x08, 0xec, 0x59, 0x31, 0x98, 0x7d, 0xb1, 0x51] },
)

/** `claim_creator_trading_fee`: the unclaimed fees of a token's creator. */
export const claimCreatorTradingFeeLayout = struct(
  'claim_creator_trading_fee',
  24,
  { max_base_amount: u64, max_quote_amount: u64 },
  { discriminator: [0x52, 0xdc, 0xfa, 0xbd, 0x03, 0x55, 0x6b, 0x2d] },
)

/** The accounts of a claim. `claimer` signs: the config's fee claimer, or the pool's creator. */
export interface ClaimAccounts {
  readonly pool: Address
  readonly config: Address
  readonly token_a_account: Address
  readonly token_b_account: Address
  readonly base_vault: Address
  readonly quote_vault: Address
  readonly base_mint: Address
  readonly quote_mint: Address
  readonly claimer: Address
  readonly token_base_program: Address
  readonly token_quote_program: Address
}

function fromPool(a: ClaimAccounts) {
  return [
    writable(a.pool),
    writable(a.token_a_account),
    writable(a.token_b_account),
    writable(a.base_vault),
    writable(a.quote_vault),
    readonly(a.base_mint),
    readonly(a.quote_mint),
    signer(a.claimer),
    readonly(a.token_base_program),
    readonly(a.token_quote_program),
    readonly(eventAuthority),
    readonly(program),
  ]
}

/** Pays the launchpad its unclaimed fees, up to these amounts of each token. Raw units. */
export function encodeClaimTradingFee(a: ClaimAccounts, maxBase: bigint, maxQuote: bigint): Instruction {
  return {
    programAddress: program,
    accounts: [readonly(poolAuthority), readonly(a.config), ...fromPool(a)],
    data: claimTradingFeeLayout.encode({ max_amount_a: maxBase, max_amount_b: maxQuote }),
  }
}

/** Pays a token's creator the unclaimed fees, up to these amounts of each token. Raw units. */
export function encodeClaimCreatorTradingFee(a: ClaimAccounts, maxBase: bigint, maxQuote: bigint): Instruction {
  return {
    programAddress: program,
    accounts: [readonly(poolAuthority), ...fromPool(a)],
    data: claimCreatorTradingFeeLayout.encode({ max_base_amount: maxBase, max_quote_amount: maxQuote }),
  }
}
