import { type Address, encodeBase58 } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { migratedPool } from './graduation.ts'

const k = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address

describe('migratedPool', () => {
  const to = (migration_option: number, migration_fee_option: number, mint: Address, quote_mint: Address) =>
    migratedPool({ migration_option, migration_fee_option, quote_mint }, mint)

  it('is a pool of the chosen program, with a config for each fee', async () => {
    const first = await Promise.all([0, 1, 2, 3, 4, 5].map(fee => to(0, fee, k(1), k(2))))
    const second = await Promise.all([0, 1, 2, 3, 4, 5, 6].map(fee => to(1, fee, k(1), k(2))))
    expect(new Set(first.map(({ protocol }) => protocol))).toEqual(new Set(['meteora_damm_v1']))
    expect(new Set(second.map(({ protocol }) => protocol))).toEqual(new Set(['meteora_damm_v2']))
    expect(new Set([...first, ...second].map(({ address }) => address)).size).toBe(13)
  })

  it('does not depend on the order of the mints', async () => {
    for (const option of [0, 1]) expect(await to(option, 2, k(1), k(2))).toEqual(await to(option, 2, k(2), k(1)))
  })

  it('is refused for a fee without a config', async () => {
    await expect(to(0, 6, k(1), k(2))).rejects.toMatchObject({ code: 'layout/invalidValue' })
    await expect(to(1, 7, k(1), k(2))).rejects.toMatchObject({ code: 'layout/invalidValue' })
  })
})
