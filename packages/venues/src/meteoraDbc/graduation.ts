import { type Address, TernError } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'
import { greaterFirst } from './addresses.ts'
import type { PoolConfig } from './layout.ts'

/** Meteora's DAMM v1. Complete curves used to move to it. */
const dammV1Program = 'Eo7WjKq67rjJQSZxS6z3YkapzY3eMj6Xy8X5EQVn5UaB' as Address
/** Meteora's DAMM v2. */
export const dammV2Program = 'cpamdpZCGKUy5JxQXB4dcpGPiikHawvSWAd6mEn1sGG' as Address

/** Configs of DAMM v1 that curves move to, by `migration_fee_option`: 25, 30, 100, 200, 400, 600 basis points. */
const dammV1Configs = [
  '8f848CEy8eY6PhJ3VcemtBDzPPSD4Vq7aJczLZ3o8MmX',
  'HBxB8Lf14Yj8pqeJ8C4qDb5ryHL7xwpuykz31BLNYr7S',
  '7v5vBdUQHTNeqk1HnduiXcgbvCyVEZ612HLmYkQoAkik',
  'EkvP7d5yKxovj884d2DwmBQbrHUWRLGK6bympzrkXGja',
  '9EZYAJrcqNWNQzP2trzZesP7XKMHA1jEomHzbRsdX8R2',
  '8cdKo87jZU2R12KY1BUjjRPwyjgdNjLGqSGQyrDshhud',
] as readonly string[] as readonly Address[]
/** Configs of DAMM v2 by the same option. Pools of the last config take their fees from the curve's config. */
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
  /** The config of the pool. */
  readonly config: Address
}

/**
 * Derives the pool that a curve moves to: the only pool of its tokens under Meteora's config for the chosen fee.
 * @throws TernError `layout/invalidValue` if pools of that program have no such fee option.
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
  return { protocol: 'meteora_damm_v2', address: await dammV2Address('pool', addressBytes(config), ...pair), config }
}

/** Derives an address of DAMM v2. */
export async function dammV2Address(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(dammV2Program, seeds)
  return address
}
