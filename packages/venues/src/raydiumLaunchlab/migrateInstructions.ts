import type { Instruction } from '@solana/instructions'
import {
  type Address,
  associatedTokenAddress,
  associatedTokenProgram,
  metadataProgram,
  systemProgram,
  tokenProgram,
} from '@tern/core'
import { addressBytes, programAddress, rentSysvar, struct, u8, u64 } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import {
  ammProgram,
  authority,
  cpswapAddress,
  cpswapProgram,
  migratedPoolAddress,
  poolAddress,
  program,
  vaultAddress,
} from './addresses.ts'

/** The authority of CP-Swap. Seed: `vault_and_lp_mint_auth_seed`. */
const cpswapAuthority = 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL' as Address
/** The account that receives CP-Swap's fee for a new pool. */
const cpswapCreatePoolFee = 'DNXgeM9EiiaAbaWvwjHj9fQQLAX5ZsfHyvmYUNRAdNC8' as Address
/** The permission account of CP-Swap. Seeds: `permission` and `authority`. */
export const cpswapPermission = '7NrevmQXcRTRGsgruwTCwWkn9qwA29rXcMwfenWunHP' as Address
/** Locks the liquidity that platform and creator get. */
const lockProgram = 'LockrWmn6K5twhz3y9w1dQERbmgSaRkfnTeTKbpofwE' as Address
/** The authority of the lock program. Seed: `lock_cp_authority_seed`. */
const lockAuthority = '3f7GcQFG397GAaEnv51zR6tsTVihYRydnydDD1cXekxH' as Address

/** `migrate_to_cpswap`. */
export const migrateToCpswapLayout = struct(
  'migrate_to_cpswap',
  8,
  {},
  { discriminator: [0x88, 0x5c, 0xc8, 0x67, 0x1c, 0xda, 0x90, 0x8c] },
)

/** `migrate_to_amm`. */
export const migrateToAmmLayout = struct(
  'migrate_to_amm',
  25,
  { base_lot_size: u64, quote_lot_size: u64, market_vault_signer_nonce: u8 },
  { discriminator: [0xcf, 0x52, 0xc0, 0x91, 0xfe, 0xcf, 0x91, 0xdf] },
)

/** Derives the AMM v4 pool of a market. Seeds: the program, the market and `amm_associated_seed`. */
export async function migratedAmmAddress(market: Address): Promise<Address> {
  const seeds = [addressBytes(ammProgram), addressBytes(market), 'amm_associated_seed']
  const [address] = await programAddress(ammProgram, seeds)
  return address
}

/** The accounts of a migration. */
export interface Migration {
  /** The config's `migrate_to_cpswap_wallet`. Only it may migrate. */
  readonly payer: Address
  readonly baseMint: Address
  readonly quoteMint: Address
  readonly baseTokenProgram: Address
  readonly quoteTokenProgram: Address
  readonly globalConfig: Address
  readonly platformConfig: Address
  readonly cpswapConfig: Address
  /** Address of the new pool, a signer. Set if another pool already has the address that derives from the mints. */
  readonly cpswapPool?: Address
}

/** Moves a complete curve's liquidity to CP-Swap. Names the accounts of the IDL, which suffice unless liquidity is locked. */
export async function encodeMigrateToCpswap(m: Migration): Promise<Instruction> {
  const pool = await poolAddress(m.baseMint, m.quoteMint)
  const cpswapPool = m.cpswapPool ?? (await migratedPoolAddress(m.cpswapConfig, m.baseMint, m.quoteMint))
  const [baseVault, quoteVault, lpMint, cpswapBase, cpswapQuote, observation] = await Promise.all([
    vaultAddress(pool, m.baseMint),
    vaultAddress(pool, m.quoteMint),
    cpswapAddress('pool_lp_mint', addressBytes(cpswapPool)),
    cpswapAddress('pool_vault', addressBytes(cpswapPool), addressBytes(m.baseMint)),
    cpswapAddress('pool_vault', addressBytes(cpswapPool), addressBytes(m.quoteMint)),
    cpswapAddress('observation', addressBytes(cpswapPool)),
  ])
  const [poolLp, lockedLp] = await Promise.all([
    associatedTokenAddress(authority, lpMint, tokenProgram),
    associatedTokenAddress(lockAuthority, lpMint, tokenProgram),
  ])
  return {
    programAddress: program,
    accounts: [
      writableSigner(m.payer),
      readonly(m.baseMint),
      readonly(m.quoteMint),
      readonly(m.platformConfig),
      readonly(cpswapProgram),
      m.cpswapPool === undefined ? writable(cpswapPool) : writableSigner(cpswapPool),
      readonly(cpswapAuthority),
      writable(lpMint),
      writable(cpswapBase),
      writable(cpswapQuote),
      readonly(m.cpswapConfig),
      writable(cpswapCreatePoolFee),
      writable(observation),
      writable(cpswapPermission),
      readonly(lockProgram),
      readonly(lockAuthority),
      writable(lockedLp),
      writable(authority),
      writable(pool),
      readonly(m.globalConfig),
      writable(baseVault),
      writable(quoteVault),
      writable(poolLp),
      readonly(m.baseTokenProgram),
      readonly(m.quoteTokenProgram),
      readonly(associatedTokenProgram),
      readonly(systemProgram),
      readonly(rentSysvar),
      readonly(metadataProgram),
    ],
    data: migrateToCpswapLayout.encode({}),
  }
}
