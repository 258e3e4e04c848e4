import { type Address, wrappedNativeMint } from '@tern/core'
import { useBalance } from './useBalance.ts'
import { useTokenBalance } from './useTokenBalance.ts'

/** Follows the wallet's raw units of a token; `undefined` until they are read. SOL is the wallet's lamports. */
export function useHeld(
  owner: Address | undefined,
  token: { readonly mint: Address; readonly program: Address } | undefined,
): bigint | undefined {
  const isSol = token?.mint === wrappedNativeMint
  const lamports = useBalance(isSol ? owner : undefined)
  const { mint = wrappedNativeMint, program = wrappedNativeMint } = token ?? {}
  const tokens = useTokenBalance(isSol || token === undefined ? undefined : owner, mint, program)
  return isSol ? lamports : tokens
}
