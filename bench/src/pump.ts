import { type AccountSnapshot, type Address, encodeBase58, systemProgram, token2022Program } from '@tern/core'
import { mintLayout } from '@tern/core/internal'
import { type FeeConfig, program as feeProgram } from '@tern/venues/pumpFees'
import { feeConfigLayout, feeConfigSizes } from '@tern/venues/pumpFees/internal'
import { cases } from './measure.ts'

// Shared by the races of pump.fun's curves and PumpSwap's pools.

export const key = (byte: number) => encodeBase58(new Uint8Array(32).fill(byte)) as Address
export const keys = (from: number, length: number) => Array.from({ length }, (_, i) => key(from + i))
export const [mint, creator] = [key(1), key(2)]
export const clock = { slot: 1n, unixTimestamp: 1_790_000_000n, epoch: 900n }

/** Amounts from 0.001 to some 10 SOL, evenly spread on a logarithmic scale, all different. */
export const lamports = Array.from(
  { length: cases },
  (_, i) => BigInt(Math.round(1e6 * 10 ** ((4 * i) / cases))) + BigInt(i),
)

export const account = (owner: Address, data: Uint8Array): AccountSnapshot => ({
  ...{ owner, data, lamports: 1n, executable: false, slot: 1n },
})

/** Makes the fee program's account with twenty-five tiers, as on mainnet, all with the same rates. */
export function feeAccount(rates: FeeConfig['flat_fees'], bump: number): AccountSnapshot {
  const data = new Uint8Array(feeConfigSizes.current)
  const fee_tiers = Array.from({ length: 25 }, (_, i) => ({
    market_cap_lamports_threshold: BigInt(i) * 420_000_000_000n,
    fees: rates,
  }))
  const fees = { bump, admin: creator, flat_fees: rates, fee_tiers, stable_fee_tiers: [], exotic_flat_fees: rates }
  data.set(feeConfigLayout.encode(fees))
  return account(feeProgram, data)
}

/** Makes a mint of 10^15 units with six decimals. */
export const mintAccount = (program: Address = token2022Program) =>
  account(
    program,
    mintLayout.encode({
      ...{ mintAuthorityOption: 0, mintAuthority: systemProgram, supply: 10n ** 15n, decimals: 6, isInitialized: true },
      ...{ freezeAuthorityOption: 0, freezeAuthority: systemProgram },
    }),
  )
