import { type Address, computeBudgetProgram } from '@tern/core'
import type { AskedMessage } from '../src/asked.ts'
import { kdfLimits } from '../src/bundle.ts'
import { createKeystore } from '../src/keystore.ts'
import { createSigner, type Signer } from '../src/serveSigner.ts'
import { compileMessage } from './compileMessage.ts'
import { termsWith } from './placements.ts'

/** Makes a signer with the lowest Argon2id cost that a vault accepts. */
export function cheapSigner(life?: string): Signer {
  const [m, t, p] = [kdfLimits.m[0], kdfLimits.t[0], kdfLimits.p[0]]
  return createSigner(life === undefined ? {} : { life }, createKeystore({ m, t, p }))
}

/** Builds a message that costs its payer a fee and nothing else. */
export const idleMessage = (from: Address): AskedMessage => ({
  bytes: compileMessage(from, [{ program: computeBudgetProgram, accounts: [], data: Uint8Array.of(2, 1, 0, 0, 0) }])
    .bytes,
  terms: termsWith({}),
})
