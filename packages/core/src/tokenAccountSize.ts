import { token2022Program } from './addresses.ts'
import type { Mint } from './mint.ts'
import { multisigSize, tokenAccountLayout } from './tokenAccount.ts'
import { accountTypeOffset, type ExtensionName } from './tokenExtensions.ts'

/** What a mint's extension puts on every token account of it, in bytes of data (`required_init_account_extensions`). */
const required: { readonly [K in ExtensionName]?: readonly [ExtensionName, number][] } = {
  transferFeeConfig: [['transferFeeAmount', 8]],
  nonTransferable: [
    ['nonTransferableAccount', 0],
    ['immutableOwner', 0],
  ],
  transferHook: [['transferHookAccount', 1]],
  pausable: [['pausableAccount', 0]],
}

/**
 * Bytes that the associated token account of `mint` takes: 165 for the token program; for Token-2022, which adds
 * `ImmutableOwner` to each and what the mint's extensions ask for, 170 and more.
 */
export function tokenAccountSize(mint: Pick<Mint, 'program' | 'extensions'>): number {
  if (mint.program !== token2022Program) return tokenAccountLayout.size
  const sizes = new Map<ExtensionName, number>([['immutableOwner', 0]])
  for (const name of mint.extensions.names) for (const [needed, size] of required[name] ?? []) sizes.set(needed, size)
  let total = accountTypeOffset + 1
  for (const size of sizes.values()) total += 4 + size
  return total === multisigSize ? total + 2 : total
}
