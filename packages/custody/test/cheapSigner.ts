import { type Address, memoProgram } from '@tern/core'
import { kdfLimits } from '../src/bundle.ts'
import { createKeystore } from '../src/keystore.ts'
import { createSigner, type Signer } from '../src/serveSigner.ts'
import { compileMessage } from './compileMessage.ts'

/** Makes a signer with the lowest Argon2id cost that a vault accepts. */
export function cheapSigner(life?: string): Signer {
  const [m, t, p] = [kdfLimits.m[0], kdfLimits.t[0], kdfLimits.p[0]]
  return createSigner(life === undefined ? {} : { life }, createKeystore({ m, t, p }))
}

/** Builds a transaction's message that costs its payer a fee and nothing else. */
export const memoBytes = (from: Address): Uint8Array =>
  compileMessage(from, [{ program: memoProgram, accounts: [], data: new Uint8Array(1) }]).bytes
