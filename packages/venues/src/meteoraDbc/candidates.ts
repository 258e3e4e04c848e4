import { type Address, usdcMint, wrappedNativeMint } from '@tern/core'
import { believeConfigs, poolAddress } from './addresses.ts'

/** Configs of launchpads that are known to use the program, with the mint that each is quoted in. */
export const knownConfigs: readonly { readonly config: Address; readonly quoteMint: Address }[] = [
  ...believeConfigs.map(config => ({ config, quoteMint: wrappedNativeMint })),
  // Moonshot's.
  { config: 'FbKf76ucsQssF7XZBuzScdJfugtsSKwZFYztKsMEhWZM' as Address, quoteMint: usdcMint },
]

/** Where a token has its curve, on the terms of the launchpads that are known. */
export function candidatePools(mint: Address): Promise<readonly Address[]> {
  const others = knownConfigs.filter(({ quoteMint }) => quoteMint !== mint)
  return Promise.all(others.map(({ config, quoteMint }) => poolAddress(config, mint, quoteMint)))
}
