import { readFileSync } from 'node:fs'

/** The effects program for Solana's loader: `effects.c`, built by `compile.ts`. */
export const effectsProgram: Uint8Array = readFileSync(new URL('effects.so', import.meta.url))
