import type { Instruction } from '@solana/instructions'
import { type Address, systemProgram, token2022Program } from '@tern/core'
import { addressBytes, programAddress, struct } from '@tern/core/internal'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import { poolAuthority, program } from './addresses.ts'
import { dammV2Address, dammV2Program, migratedPool } from './graduation.ts'
import type { PoolConfig, VirtualPool } from './layout.ts'

/** The authority of DAMM v2. It owns the vaults. */
const dammV2Authority = 'HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC' as Address
/** The event authority of DAMM v2. */
const dammV2EventAuthority = '3rmHSu74h1ZcmAisVcWerTCiRDQbUrBKmcwptYGjHfet' as Address

/** `migrate_meteora_damm` (instructions/migration/meteora_damm/migrate_meteora_damm_initialize_pool.rs). */
export const migrateDammV1Layout = struct(
  'migrate_meteora_damm',
  8,
  {},
  { discriminator: [0x1b, 0x01, 0x30, 0x16, 0xb4, 0x3f, 0x76, 0xd9] },
)

/** `migration_damm_v2` (instructions/migration/dynamic_amm_v2/migrate_damm_v2_initialize_pool.rs). */
export const migrateDammV2Layout = struct(
  'migration_damm_v2',
  8,
  {},
  { discriminator: [0x9c, 0xa9, 0xe6, 0x67, 0x35, 0xe4, 0x50, 0x40] },
)

/** The accounts of a migration. Anyone may migrate. The positions' mints are new and sign. A second position exists if both parties get a part. */
export interface DammV2Migration {
  readonly payer: Address
  readonly pool: Address
  readonly state: Pick<VirtualPool, 'config' | 'base_mint' | 'base_vault' | 'quote_vault'>
  readonly config: Pick<PoolConfig, 'migration_option' | 'migration_fee_option' | 'quote_mint'>
  readonly baseProgram: Address
  readonly quoteProgram: Address
  readonly firstPositionMint: Address
  readonly secondPositionMint?: Address
}

const noPosition = [readonly(program), readonly(program), readonly(program)]

/** Moves a complete curve's liquidity to its pool of DAMM v2. */
export async function encodeMigrateDammV2(m: DammV2Migration): Promise<Instruction> {
  const { state, config } = m
  const to = await migratedPool(config, state.base_mint)
  const positionOf = async (mint: Address) => [
    writableSigner(mint),
    writable(await dammV2Address('position_nft_account', addressBytes(mint))),
    writable(await dammV2Address('position', addressBytes(mint))),
  ]
  const vaultOf = (mint: Address) => dammV2Address('token_vault', addressBytes(mint), addressBytes(to.address))
  const [metadata] = await programAddress(program, ['damm_v2', addressBytes(m.pool)])
  return {
    programAddress: program,
    accounts: [
      writable(m.pool),
      readonly(metadata),
      readonly(state.config),
      writable(poolAuthority),
      writable(to.address),
      ...(await positionOf(m.firstPositionMint)),
      ...(m.secondPositionMint === undefined ? noPosition : await positionOf(m.secondPositionMint)),
      readonly(dammV2Authority),
      readonly(dammV2Program),
      writable(state.base_mint),
      writable(config.quote_mint),
      writable(await vaultOf(state.base_mint)),
      writable(await vaultOf(config.quote_mint)),
      writable(state.base_vault),
      writable(state.quote_vault),
      writableSigner(m.payer),
      readonly(m.baseProgram),
      readonly(m.quoteProgram),
      readonly(token2022Program),
      readonly(dammV2EventAuthority),
      readonly(systemProgram),
      readonly(to.config),
    ],
    data: migrateDammV2Layout.encode({}),
  }
}
