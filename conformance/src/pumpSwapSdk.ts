import { createRequire } from 'node:module'

/** Required, not imported: its ES module does not load under Node. */
export const pumpSwapSdk = createRequire(import.meta.url)(
  '@pump-fun/pump-swap-sdk',
) as typeof import('@pump-fun/pump-swap-sdk')

export const pumpSwapSdkName = '@pump-fun/pump-swap-sdk 1.20.0'
