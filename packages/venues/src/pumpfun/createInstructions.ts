import type { Instruction } from '@solana/instructions'
import {
  type Address,
  associatedTokenProgram,
  metadataProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { address, bool, rentSysvar, u64 } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import { borsh, type Record, text } from '../borsh.ts'
import {
  eventAuthority,
  globalAddress,
  mayhemGlobalParams,
  mayhemProgram,
  mayhemSolVault,
  mintAuthority,
  program,
  quoteControlAddress,
} from './addresses.ts'

/** `create`: a coin of the token program with its metadata at Metaplex. */
export const createLayout = borsh(
  'create',
  { name: text, symbol: text, uri: text, creator: address },
  { discriminator: [0x18, 0x1e, 0xc8, 0x28, 0x05, 0x1c, 0x07, 0x77] },
)

/** `create_v2`: a Token-2022 coin that carries its own metadata. Releases added the last three arguments one after the other. */
export const createV2Layout = borsh(
  'create_v2',
  {
    name: text,
    symbol: text,
    uri: text,
    creator: address,
    is_mayhem_mode: bool,
    /** Refused since 2026-09. */
    is_cashback_enabled: bool,
    /** 0: the fee program's rate. Counts only with a quote mint of the program's quote control. */
    creator_fee_bps: u64,
    /** `true`: the creator's fees go to the holders. */
    is_holder_reward: bool,
  },
  { discriminator: [0xd6, 0x90, 0x4c, 0xec, 0x5f, 0x8b, 0x31, 0xb4], required: 5 },
)

/** The accounts of `create`, in its order. */
export interface CreateAccounts {
  readonly mint: Address
  readonly bonding_curve: Address
  readonly associated_bonding_curve: Address
  readonly metadata: Address
  readonly user: Address
}

/** Creates a coin and its curve. `user` pays. `user` and `mint` sign. `creator` in `coin` earns the creator's fees. */
export function encodeCreate(a: CreateAccounts, coin: Record<typeof createLayout>): Instruction {
  return {
    programAddress: program,
    accounts: [
      writableSigner(a.mint),
      readonly(mintAuthority),
      writable(a.bonding_curve),
      writable(a.associated_bonding_curve),
      readonly(globalAddress),
      readonly(metadataProgram),
      writable(a.metadata),
      writableSigner(a.user),
      readonly(systemProgram),
      readonly(tokenProgram),
      readonly(associatedTokenProgram),
      readonly(rentSysvar),
      readonly(eventAuthority),
      readonly(program),
    ],
    data: createLayout.encode(coin),
  }
}

/** The accounts of `create_v2`, in its order. */
export interface CreateV2Accounts {
  readonly mint: Address
  readonly bonding_curve: Address
  readonly associated_bonding_curve: Address
  readonly user: Address
  readonly mayhem_state: Address
  readonly mayhem_token_vault: Address
  /** Set only if the curve's quote is not SOL. */
  readonly quote?: {
    readonly quote_mint: Address
    readonly associated_quote_bonding_curve: Address
    readonly quote_token_program: Address
  }
}

/** Creates a Token-2022 coin and its curve. `user` pays. `user` and `mint` sign. */
export function encodeCreateV2(a: CreateV2Accounts, coin: Record<typeof createV2Layout>): Instruction {
  const { quote } = a
  return {
    programAddress: program,
    accounts: [
      writableSigner(a.mint),
      readonly(mintAuthority),
      writable(a.bonding_curve),
      writable(a.associated_bonding_curve),
      readonly(globalAddress),
      writableSigner(a.user),
      readonly(systemProgram),
      readonly(token2022Program),
      readonly(associatedTokenProgram),
      writable(mayhemProgram),
      readonly(mayhemGlobalParams),
      writable(mayhemSolVault),
      writable(a.mayhem_state),
      writable(a.mayhem_token_vault),
      readonly(eventAuthority),
      readonly(program),
      ...(quote === undefined
        ? []
        : [
            readonly(quote.quote_mint),
            writable(quote.associated_quote_bonding_curve),
            readonly(quote.quote_token_program),
            readonly(quoteControlAddress),
          ]),
    ],
    data: createV2Layout.encode(coin),
  }
}
