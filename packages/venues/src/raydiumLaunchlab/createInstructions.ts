import type { AccountMeta, Instruction } from '@solana/instructions'
import { type Address, metadataProgram, systemProgram, token2022Program, tokenProgram } from '@tern/core'
import { rentSysvar, u8, u16, u64 } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import { borsh, type Record, text, type Variable } from '../borsh.ts'
import { authority, eventAuthority, program } from './addresses.ts'
import { curveParams } from './curveParams.ts'

/** The transfer fee of a mint, at most `maximum_fee`. */
export interface TransferFeeParams {
  readonly transfer_fee_basis_points: number
  readonly maximum_fee: bigint
}

/** `Option<TransferFeeExtensionParams>`: the first byte is 1 if the parameters follow. */
const transferFeeParams: Variable<TransferFeeParams | null> = {
  missing: null,
  length: 'o10',
  read(from) {
    if (from.view.getUint8(from.take(1)) === 0) return null
    const at = from.take(10)
    return { transfer_fee_basis_points: u16.read(from.view, at), maximum_fee: u64.read(from.view, at + 2) }
  },
  bytes(value) {
    if (value === null) return new Uint8Array(1)
    const bytes = new Uint8Array(11)
    const view = new DataView(bytes.buffer)
    view.setUint8(0, 1)
    u16.write(view, 1, value.transfer_fee_basis_points)
    u64.write(view, 3, value.maximum_fee)
    return bytes
  },
}

const token = { decimals: u8, name: text, symbol: text, uri: text }
/** `VestingParams`: seconds count from the migration. */
const vesting = { total_locked_amount: u64, cliff_period: u64, unlock_period: u64 }

/** `initialize_v2`. `amm_fee_on`: the token of the later pool's creator fee. 0: the quote token, 1: both. */
export const initializeV2Layout = borsh(
  'initialize_v2',
  { ...token, curve: curveParams, ...vesting, amm_fee_on: u8 },
  { discriminator: [0x43, 0x99, 0xaf, 0x27, 0xda, 0x10, 0x26, 0x20] },
)

/** `initialize_with_token_2022`. The liquidity of a Token-2022 token must move to CP-Swap. */
export const initializeWithToken2022Layout = borsh(
  'initialize_with_token_2022',
  { ...token, curve: curveParams, ...vesting, amm_fee_on: u8, transfer_fee: transferFeeParams },
  { discriminator: [0x25, 0xbe, 0x7e, 0xde, 0x2c, 0x9a, 0xab, 0x11] },
)

/** The accounts of both instructions, by the program's names. Constant accounts are left out. */
export interface InitializeAccounts {
  readonly payer: Address
  readonly creator: Address
  readonly global_config: Address
  readonly platform_config: Address
  readonly pool_state: Address
  readonly base_mint: Address
  readonly quote_mint: Address
  readonly base_vault: Address
  readonly quote_vault: Address
  readonly quote_token_program: Address
}

function firstAccounts(a: InitializeAccounts): readonly AccountMeta[] {
  return [
    writableSigner(a.payer),
    readonly(a.creator),
    readonly(a.global_config),
    readonly(a.platform_config),
    readonly(authority),
    writable(a.pool_state),
    writableSigner(a.base_mint),
    readonly(a.quote_mint),
    writable(a.base_vault),
    writable(a.quote_vault),
  ]
}

/** Creates a token and its curve. `payer` and `base_mint` sign; `metadata` is Metaplex's address for the mint. */
export function encodeInitializeV2(
  a: InitializeAccounts,
  metadata: Address,
  launch: Record<typeof initializeV2Layout>,
): Instruction {
  return {
    programAddress: program,
    accounts: [
      ...firstAccounts(a),
      writable(metadata),
      readonly(tokenProgram),
      readonly(a.quote_token_program),
      readonly(metadataProgram),
      readonly(systemProgram),
      readonly(rentSysvar),
      readonly(eventAuthority),
      readonly(program),
    ],
    data: initializeV2Layout.encode(launch),
  }
}

/** Creates a Token-2022 token and its curve. The token carries its own metadata and may charge for transfers. */
export function encodeInitializeWithToken2022(
  a: InitializeAccounts,
  launch: Record<typeof initializeWithToken2022Layout>,
): Instruction {
  return {
    programAddress: program,
    accounts: [
      ...firstAccounts(a),
      readonly(token2022Program),
      readonly(a.quote_token_program),
      readonly(systemProgram),
      readonly(eventAuthority),
      readonly(program),
    ],
    data: initializeWithToken2022Layout.encode(launch),
  }
}
