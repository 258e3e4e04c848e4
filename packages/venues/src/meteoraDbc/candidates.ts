import { type Address, usdcMint, wrappedNativeMint } from '@tern/core'
import { believeConfigs, poolAddress } from './addresses.ts'

export { poolAuthority as vaultOwner } from './addresses.ts'

/** Configs of launchpads that are known to use the program, with the quote mint of each. */
export const knownConfigs: readonly { readonly config: Address; readonly quoteMint: Address }[] = [
  ...believeConfigs.map(config => ({ config, quoteMint: wrappedNativeMint })),
  // Moonshot's.
  { config: 'FbKf76ucsQssF7XZBuzScdJfugtsSKwZFYztKsMEhWZM' as Address, quoteMint: usdcMint },
]

/** Derives the curves that a token can have under the known launchpads' configs. */
export function candidatePools(mint: Address): Promise<readonly Address[]> {
  const others = knownConfigs.filter(({ quoteMint }) => quoteMint !== mint)
  return Promise.all(others.map(({ config, quoteMint }) => poolAddress(config, mint, quoteMint)))
}
