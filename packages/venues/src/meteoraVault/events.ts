import { type Decoded, struct, u64 } from '@tern/core/internal'

/** `RemoveLiquidity` (dynamic-vault): a withdrawal. */
export const removeLiquidityEventLayout = struct(
  'RemoveLiquidity',
  24,
  { lp_unmint_amount: u64, token_amount: u64 },
  { discriminator: [0x74, 0xf4, 0x61, 0xe8, 0x67, 0x1f, 0x98, 0x3a] },
)

/** A withdrawal, as the vault's event reports it. */
export type RemoveLiquidityEvent = Decoded<typeof removeLiquidityEventLayout>

/** Reads a withdrawal. `undefined` for another event. */
export function readWithdrawal(event: Uint8Array): RemoveLiquidityEvent | undefined {
  const { size, discriminator } = removeLiquidityEventLayout
  if (event.length < size || discriminator.some((byte, i) => event[i] !== byte)) return undefined
  return removeLiquidityEventLayout.decode(event, 'atLeast')
}
