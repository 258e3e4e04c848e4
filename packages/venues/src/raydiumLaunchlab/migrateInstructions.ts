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

/** Of CP-Swap: seed `vault_and_lp_mint_auth_seed`. */
const cpswapAuthority = 'GpMZbSM2GgvTKHJirzeGfMFoaZ8UR2X7F4v8vHTvxFbL' as Address
/** Of CP-Swap: what the fee for creating a pool is paid to. */
const cpswapCreatePoolFee = 'DNXgeM9EiiaAbaWvwjHj9fQQLAX5ZsfHyvmYUNRAdNC8' as Address
/** Of CP-Swap: seeds `permission` and `authority`. */
export const cpswapPermission = '7NrevmQXcRTRGsgruwTCwWkn9qwA29rXcMwfenWunHP' as Address
/** Locks the liquidity that platform and creator get. */
const lockProgram = 'LockrWmn6K5twhz3y9w1dQERbmgSaRkfnTeTKbpofwE' as Address
/** Of the lock program: seed `lock_cp_authority_seed`. */
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

/** The AMM v4 pool of a market: seeds the program, the market and `amm_associated_seed`. */
export async function migratedAmmAddress(market: Address): Promise<Address> {
  const seeds = [addressBytes(ammProgram), addressBytes(market), 'amm_associated_seed']
  const [address] = await programAddress(ammProgram, seeds)
  return address
}

/** What migrates where. */
export interface Migration {
  /** The config's `migrate_to_cpswap_wallet`: nobody else may. */
  readonly payer: Address
  readonly baseMint: Address
  readonly quoteMint: Address
  readonly baseTokenProgram: Address
  readonly quoteTokenProgram: Address
  readonly globalConfig: Address
  readonly platformConfig: Address
  readonly cpswapConfig: Address
  /** Where the pool is made, and who signs for that, if somebody else's is at the address that follows from the mints. */
  readonly cpswapPool?: Address
}

/** Moves a complete curve's liquidity to CP-Swap. The accounts of the IDL: where liquidity is locked for somebody, more follow. */
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
