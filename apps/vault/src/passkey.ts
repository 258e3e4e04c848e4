import { TernError } from '@tern/core'
import type { Bundle, PasskeyLock, PasskeyOutput } from '@tern/custody/internal'

const patienceMs = 120_000

/** The part of a WebAuthn result that the wallets need: the passkey's pseudo-random output. */
interface Evaluated {
  readonly prf?: { readonly enabled?: boolean; readonly results?: { readonly first?: BufferSource } }
}

/** Tests if this browser supports passkeys. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined'

/** Checks if this browser may support passkeys that open wallets. If it does not say, making a passkey shows it. */
export async function canMakePasskeys(): Promise<boolean> {
  if (!hasPasskeys()) return false
  // Some browsers lack this method, or the capability's entry.
  const known = await PublicKeyCredential.getClientCapabilities?.().catch(() => undefined)
  return known?.['extension:prf'] !== false
}

const locksOf = ({ ark }: Bundle): readonly PasskeyLock[] => ark.filter(lock => lock.type === 'prf')

const encode = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), character => character.charCodeAt(0))

const described = (locks: readonly PasskeyLock[]): PublicKeyCredentialDescriptor[] =>
  locks.map(({ credentialId }) => ({ type: 'public-key', id: decode(credentialId) }))

/** No code checks the passkey's signature. Only its pseudo-random output counts. */
const challenge = () => crypto.getRandomValues(new Uint8Array(32))

function outputOf(credential: Credential | null): Uint8Array | undefined {
  const { prf } = (credential as PublicKeyCredential).getClientExtensionResults() as Evaluated
  const first = prf?.results?.first
  if (first === undefined) return undefined
  return first instanceof ArrayBuffer ? new Uint8Array(first) : new Uint8Array(first.buffer as ArrayBuffer)
}

/**
 * Runs a WebAuthn request. @throws TernError `wallet/passkeyRefused` if it is cancelled or times out, or no passkey fits.
 */
async function ask(question: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await question().catch((cause: unknown) => {
    throw new TernError('wallet/passkeyRefused', {}, { cause })
  })
  if (credential === null) throw new TernError('wallet/passkeyRefused', {})
  return credential as PublicKeyCredential
}

/** Asks for the output of any of these passkeys. Its device must verify the user by finger, face or PIN. */
function evaluate(locks: readonly PasskeyLock[]): Promise<PublicKeyCredential> {
  const evalByCredential = Object.fromEntries(
    locks.map(({ credentialId, kdf }) => [credentialId, { first: decode(kdf.salt) }]),
  )
  return ask(() =>
    navigator.credentials.get({
      publicKey: {
        challenge: challenge(),
        allowCredentials: described(locks),
        userVerification: 'required',
        timeout: patienceMs,
        extensions: { prf: { evalByCredential } } as AuthenticationExtensionsClientInputs,
      },
    }),
  )
}

/**
 * Returns a passkey's output at the salt of its lock.
 * @throws TernError `wallet/passkeyRefused`, `wallet/passkeyUnsupported`.
 */
export async function askPasskey(bundle: Bundle): Promise<Uint8Array> {
  const output = outputOf(await evaluate(locksOf(bundle)))
  if (output === undefined) throw new TernError('wallet/passkeyUnsupported', {})
  return output
}

/** Labels a new passkey by its place, as far as the browser reports it. */
function labelOf(made: PublicKeyCredential): string {
  const { userAgentData } = navigator as { readonly userAgentData?: { readonly platform?: string } }
  const transports = made.response instanceof AuthenticatorAttestationResponse ? made.response.getTransports() : []
  if (transports.includes('hybrid') && made.authenticatorAttachment !== 'platform') return 'Phone'
  if (made.authenticatorAttachment === 'cross-platform') return 'Security key'
  return userAgentData?.platform?.slice(0, 32) || 'This device'
}

/**
 * Makes a passkey for a bundle, under the vault's own origin, and reads its output once.
 * @throws TernError `wallet/passkeyRefused`, `wallet/passkeyUnsupported`.
 */
export async function makePasskey(bundle: Bundle): Promise<PasskeyOutput> {
  const salt = crypto.getRandomValues(new Uint8Array(32))
  const name = 'Tern wallet'
  const made = await ask(() =>
    navigator.credentials.create({
      publicKey: {
        challenge: challenge(),
        rp: { name: 'Tern vault' },
        user: { id: crypto.getRandomValues(new Uint8Array(16)), name, displayName: name },
        pubKeyCredParams: [-7, -8, -257].map(alg => ({ type: 'public-key' as const, alg })),
        excludeCredentials: described(locksOf(bundle)),
        authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
        timeout: patienceMs,
        extensions: { prf: { eval: { first: salt } } } as AuthenticationExtensionsClientInputs,
      },
    }),
  )
  const passkey = { credentialId: encode(new Uint8Array(made.rawId)), salt: encode(salt), label: labelOf(made) }
  const { prf } = made.getClientExtensionResults() as Evaluated
  if (prf?.enabled === false) throw new TernError('wallet/passkeyUnsupported', {})
  // Some devices give the output only in a second request.
  const lock = { type: 'prf', kid: '', iv: '', wrapped: '', kdf: { name: 'webauthn-prf', salt: passkey.salt } } as const
  const output = outputOf(made) ?? outputOf(await evaluate([{ ...lock, credentialId: passkey.credentialId }]))
  if (output === undefined) throw new TernError('wallet/passkeyUnsupported', {})
  return { ...passkey, output }
}
