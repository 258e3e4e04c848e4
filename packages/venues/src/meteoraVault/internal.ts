// For Tern's own packages and tests. Names here may change in any release.
export { vaultBase, vaultLpMintAddress } from './addresses.ts'
export { addLiquidityEventLayout, removeLiquidityEventLayout } from './events.ts'
export { vaultLayout } from './layout.ts'
export { amountByShare, shareByAmount, unlockedAmount } from './shares.ts'
