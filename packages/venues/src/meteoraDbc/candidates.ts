import type { Address } from '@tern/core'
import { knownConfigs, poolAddress } from './addresses.ts'

/** Where a token has its curve, on the terms of the launchpads that are known. */
export function candidatePools(mint: Address): Promise<readonly Address[]> {
  const others = knownConfigs.filter(({ quoteMint }) => quoteMint !== mint)
  return Promise.all(others.map(({ config, quoteMint }) => poolAddress(config, mint, quoteMint)))
}
