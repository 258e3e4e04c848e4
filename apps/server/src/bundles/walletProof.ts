import { verify } from 'node:crypto'
import { type Address, TernError } from '@tern/core'
import { addressBytes, type BundleAct, type BundleClaim, bundleMessage } from '@tern/core/internal'

/** Request header with the proof: the address of a wallet of the bundle, a dot, and the signature in base64url. */
const proofHeader = 'tern-proof'

/**
 * Asserts that a request comes from a holder of a key of a stored bundle. The cookie alone only allows reading.
 *
 * @param stored JSON of the currently stored bundle.
 * @throws TernError `bundle/notProved`
 */
export function assertProved(
  headers: Headers,
  act: BundleAct,
  { stored, claim }: { readonly stored: string; readonly claim: BundleClaim },
): void {
  const [, address = '', signature = ''] =
    /^([1-9A-HJ-NP-Za-km-z]{32,44})\.([\w-]{86})$/.exec(headers.get(proofHeader) ?? '') ?? []
  const known = addressesIn(stored).find(one => one === address)
  if (known === undefined || !isSigned(bundleMessage(act, known, claim), known, signature))
    throw new TernError('bundle/notProved', {})
}

function addressesIn(stored: string): readonly Address[] {
  const { wallets } = JSON.parse(stored) as { readonly wallets: readonly { readonly address: Address }[] }
  return wallets.map(({ address }) => address)
}

function isSigned(message: Uint8Array, address: Address, signature: string): boolean {
  const x = Buffer.from(addressBytes(address)).toString('base64url')
  const key = { key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' } as const
  try {
    return verify(null, message, key, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}
