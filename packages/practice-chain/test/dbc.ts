import { type Address, rentExemption, wrappedNativeMint } from '@tern/core'
import { type PoolConfig, program } from '@tern/venues/meteoraDbc'
import { poolConfigLayout, termsOf } from '@tern/venues/meteoraDbc/internal'
import type { Bank } from '../src/bank/bank.ts'
import { exampleTerms } from '../src/programs/meteoraDbc/world/curveTerms.ts'

/** Places a launchpad's terms at `config`. By default with a constant fee of 1%. */
export function placeTerms(bank: Bank, config: Address, others: Partial<PoolConfig> = {}): PoolConfig {
  const whole = { ...exampleTerms, quote_mint: wrappedNativeMint, ...others }
  const { curve, sqrt_start_price, migration_quote_threshold, migration_fee_percentage } = whole
  const terms = { ...whole, ...termsOf(curve, sqrt_start_price, migration_quote_threshold, migration_fee_percentage) }
  const data = poolConfigLayout.encode(terms)
  bank.setAccount(config, { owner: program, lamports: rentExemption(data.length), executable: false, data })
  return terms
}
