import { type Address, rentExemption, systemProgram } from '@tern/core'
import { openFeeConfig } from '@tern/venues/pumpFees/internal'
import { decodeGlobal } from '@tern/venues/pumpfun'
import { feeConfig, globalAddress, mayhemGlobalParams } from '@tern/venues/pumpfun/internal'
import { describe, expect, it } from 'vitest'
import { pumpfunGenesis } from './genesis.ts'

describe('the genesis of pump.fun', () => {
  it('has mainnet’s `Global`', async () => {
    const data = (await pumpfunGenesis()).get(globalAddress)?.data ?? new Uint8Array()
    expect(decodeGlobal(data)).toMatchObject({ create_v2_enabled: true, buyback_basis_points: 5_000n })
  })

  it('has fees and every fee recipient, and each account pays its rent', async () => {
    const genesis = await pumpfunGenesis()
    const fees = genesis.get(feeConfig)
    expect(fees && openFeeConfig(fees).flat_fees.protocol_fee_bps).toBe(95n)
    expect(genesis.has(mayhemGlobalParams)).toBe(true)
    const { fee_recipients, reserved_fee_recipients, buyback_fee_recipients } = decodeGlobal(
      genesis.get(globalAddress)?.data ?? new Uint8Array(),
    )
    const lists: readonly (readonly Address[])[] = [fee_recipients, reserved_fee_recipients, buyback_fee_recipients]
    for (const payee of lists.flat()) expect(genesis.get(payee)?.owner).toBe(systemProgram)
    for (const { data, lamports } of genesis.values())
      expect(lamports).toBeGreaterThanOrEqual(rentExemption(data.length))
  })
})
