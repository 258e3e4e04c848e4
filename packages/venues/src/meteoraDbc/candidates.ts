import { type Address, wrappedNativeMint } from '@tern/core'
import { knownConfigs, poolAddress } from './addresses.ts'

/** Where a token has its curve against SOL, on the terms of the launchpads that are known. */
export function candidatePools(mint: Address): Promise<readonly Address[]> {
  if (mint === wrappedNativeMint) return Promise.resolve([])
  return Promise.all(knownConfigs.map(config => poolAddress(config, mint, wrappedNativeMint)))
}
