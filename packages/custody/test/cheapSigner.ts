import { type Address, memoProgram } from '@tern/core'
import { kdfLimits } from '../src/bundle.ts'
import { createKeystore } from '../src/keystore.ts'
import { createSigner, type Signer } from '../src/serveSigner.ts'
import { compileMessage } from './compileMessage.ts'

/** A signer whose new passphrases cost as little to try as a vault takes. */
export function cheapSigner(life?: string): Signer {
  const [m, t, p] = [kdfLimits.m[0], kdfLimits.t[0], kdfLimits.p[0]]
  return createSigner(life === undefined ? {} : { life }, createKeystore({ m, t, p }))
}

/** The bytes of a transaction that does nothing for its payer but cost a fee. */
export const memoBytes = (from: Address): Uint8Array =>
  compileMessage(from, [{ program: memoProgram, accounts: [], data: new Uint8Array(1) }]).bytes
