import { struct, u64 } from '@tern/core/internal'

/** `AddLiquidity` (dynamic-vault): a deposit. */
export const addLiquidityEventLayout = struct(
  'AddLiquidity',
  24,
  { lp_mint_amount: u64, token_amount: u64 },
  { discriminator: [0x1f, 0x5e, 0x7d, 0x5a, 0xe3, 0x34, 0x3d, 0xba] },
)

/** `RemoveLiquidity` (dynamic-vault): a withdrawal. */
export const removeLiquidityEventLayout = struct(
  'RemoveLiquidity',
  24,
  { lp_unmint_amount: u64, token_amount: u64 },
  { discriminator: [0x74, 0xf4, 0x61, 0xe8, 0x67, 0x1f, 0x98, 0x3a] },
)

/** Shares of a vault that were exchanged for tokens, in raw units. The exchange rounds down what the vault gives. */
export interface ShareExchange {
  readonly shares: bigint
  readonly tokens: bigint
}

/** Reads a deposit. `undefined` for another event. */
export function readDeposit(event: Uint8Array): ShareExchange | undefined {
  if (!begins(addLiquidityEventLayout, event)) return undefined
  const { lp_mint_amount, token_amount } = addLiquidityEventLayout.decode(event, 'atLeast')
  return { shares: lp_mint_amount, tokens: token_amount }
}

/** Reads a withdrawal. `undefined` for another event. */
export function readWithdrawal(event: Uint8Array): ShareExchange | undefined {
  if (!begins(removeLiquidityEventLayout, event)) return undefined
  const { lp_unmint_amount, token_amount } = removeLiquidityEventLayout.decode(event, 'atLeast')
  return { shares: lp_unmint_amount, tokens: token_amount }
}

type EventLayout = typeof addLiquidityEventLayout | typeof removeLiquidityEventLayout

function begins({ size, discriminator }: EventLayout, event: Uint8Array): boolean {
  return event.length >= size && discriminator.every((byte, i) => event[i] === byte)
}
