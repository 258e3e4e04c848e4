import { readFileSync } from 'node:fs'

/** An ordinary on-chain program: `forwarder.c`, built like the effects program. */
export const forwarder: Uint8Array = readFileSync(new URL('forwarder.so', import.meta.url))

const kinds = { forward: 0, relay: 1, pretend: 2, overwrite: 3 } as const

/** Instruction data for the forwarder. */
export const forwarderData = (kind: keyof typeof kinds, data: Uint8Array): Uint8Array =>
  Buffer.from([kinds[kind], ...data])
