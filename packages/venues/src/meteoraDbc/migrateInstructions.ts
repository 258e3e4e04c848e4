import type { Instruction } from '@solana/instructions'
import {
  type Address,
  addressBytes,
  programAddress,
  struct,
  systemProgram,
  TernError,
  token2022Program,
} from '@tern/core'
import { readonly, writable, writableSigner } from '../accountMeta.ts'
import { greaterFirst, poolAuthority, program } from './addresses.ts'
import type { PoolConfig, VirtualPool } from './layout.ts'

/** Meteora's pools of the first kind, which complete curves used to move to. */
const dammV1Program = 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB' as Address
/** Meteora's pools of the second kind. */
const dammV2Program = 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG' as Address
/** Of the second kind: owns their vaults. */
const dammV2Authority = 'HLnpSz9h2S4hiLQ43rnSD9XkcUThA7B8hQMKmDaiTLcC' as Address
/** Of the second kind: signs their events. */
const dammV2EventAuthority = '3rmHSu74h1ZcmAisVcWerTCiRDQbUrBKmcwptYGjHfet' as Address

/** Configs of DAMM v1 that curves move to, by `migration_fee_option`: 25, 30, 100, 200, 400, 600 basis points. */
const dammV1Configs = [
  '8f848CEy8eY6PhJ3VcemtBDzPPSD4Vq7aJczLZ3o8MmX',
  'HBxB8Lf14Yj8pqeJ8C4qDb5ryHL7xwpuykz31BLNYr7S',
  '7v5vBdUQHTNeqk1HnduiXcgbvCyVEZ612HLmYkQoAkik',
  'EkvP7d5yKxovj884d2DwmBQbrHUWRLGK6bympzrkXGja',
  '9EZYAJrcqNWNQzP2trzZesP7XKMHA1jEomHzbRsdX8R2',
  '8cdKo87jZU2R12KY1BUjjRPwyjgdNjLGqSGQyrDshhud',
] as readonly string[] as readonly Address[]
/** The same of DAMM v2; the last takes its fees from the curve's config. */
const dammV2Configs = [
  '7F6dnUcRuyM2TwR8myT1dYypFXpPSxqwKNSFNkxyNESd',
  '2nHK1kju6XjphBLbNxpM5XRGFj7p9U8vvNzyZiha1z6k',
  'Hv8Lmzmnju6m7kcokVKvwqz7QPmdX9XfKjJsXz8RXcjp',
  '2c4cYd4reUYVRAB9kUUkrq55VPyy2FNQ3FDL4o12JXmq',
  'AkmQWebAwFvWk55wBoCr5D62C6VVDTzi84NJuD9H7cFD',
  'DbCRBj8McvPYHJG1ukj8RE15h2dCNUdTAESG49XpQ44u',
  'A8gMrEPJkacWkcb3DGwtJwTe16HktSEfvwtuDh2MCtck',
] as readonly string[] as readonly Address[]

/** The pool that a curve's liquidity moves to. */
export interface MigratedPool {
  readonly protocol: 'meteora_damm_v1' | 'meteora_damm_v2'
  readonly address: Address
  /** The config that it is made under. */
  readonly config: Address
}

/**
 * Where a curve ends, from its config: the one pool of its tokens under Meteora's config for the fee that was chosen.
 * @throws TernError `layout/invalidValue` for a fee that pools of that kind are not made with.
 */
export async function migratedPool(
  terms: Pick<PoolConfig, 'migration_option' | 'migration_fee_option' | 'quote_mint'>,
  baseMint: Address,
): Promise<MigratedPool> {
  const { migration_option: option, migration_fee_option: fee, quote_mint: quoteMint } = terms
  const config = (option === 0 ? dammV1Configs : dammV2Configs)[fee]
  if (config === undefined)
    throw new TernError('layout/invalidValue', { field: 'migration_fee_option', value: String(fee) })
  const pair = greaterFirst(baseMint, quoteMint)
  if (option === 0) {
    const [address] = await programAddress(dammV1Program, [...pair, addressBytes(config)])
    return { protocol: 'meteora_damm_v1', address, config }
  }
  return { protocol: 'meteora_damm_v2', address: await derive('pool', addressBytes(config), ...pair), config }
}

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

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(dammV2Program, seeds)
  return address
}

/** Who migrates what: anybody may. The mints of the positions are new and sign; there is a second where both parties get a part. */
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
    writable(await derive('position_nft_account', addressBytes(mint))),
    writable(await derive('position', addressBytes(mint))),
  ]
  const vaultOf = (mint: Address) => derive('token_vault', addressBytes(mint), addressBytes(to.address))
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
