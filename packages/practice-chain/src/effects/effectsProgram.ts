import { readFileSync } from 'node:fs'

/** The effects program as the loader takes it: `effects.c` through `compile.ts`. */
export const effectsProgram: Uint8Array = readFileSync(new URL('effects.so', import.meta.url))
