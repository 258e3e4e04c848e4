import { TernError } from '@tern/core'
import type { Bundle, PasskeyLock, PasskeyOutput } from '@tern/custody'

const patienceMs = 120_000

/** What of WebAuthn's answers the wallets need: one number that only this passkey can work out. */
interface Evaluated {
  readonly prf?: { readonly enabled?: boolean; readonly results?: { readonly first?: BufferSource } }
}

/** Whether this browser has passkeys at all. */
export const hasPasskeys = (): boolean => typeof PublicKeyCredential !== 'undefined'

/** Whether this browser may have some that open wallets. Where it does not say so, making one does. */
export async function canMakePasskeys(): Promise<boolean> {
  if (!hasPasskeys()) return false
  // Not every browser has the question, nor an answer to it.
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

/** Nobody checks a signature: what counts is what the passkey answers. */
const challenge = () => crypto.getRandomValues(new Uint8Array(32))

function outputOf(credential: Credential | null): Uint8Array | undefined {
  const { prf } = (credential as PublicKeyCredential).getClientExtensionResults() as Evaluated
  const first = prf?.results?.first
  if (first === undefined) return undefined
  return first instanceof ArrayBuffer ? new Uint8Array(first) : new Uint8Array(first.buffer as ArrayBuffer)
}

/** @throws TernError `wallet/passkeyRefused` when it was cancelled, took too long, or there is none. */
async function ask(question: () => Promise<Credential | null>): Promise<PublicKeyCredential> {
  const credential = await question().catch((cause: unknown) => {
    throw new TernError('wallet/passkeyRefused', {}, { cause })
  })
  if (credential === null) throw new TernError('wallet/passkeyRefused', {})
  return credential as PublicKeyCredential
}

/** Has one of these passkeys answer, for whom its device knows by finger, face or PIN. */
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
 * What a passkey of a bundle answers at its lock's salt.
 * @throws TernError `wallet/passkeyRefused`, `wallet/passkeyUnsupported`.
 */
export async function askPasskey(bundle: Bundle): Promise<Uint8Array> {
  const output = outputOf(await evaluate(locksOf(bundle)))
  if (output === undefined) throw new TernError('wallet/passkeyUnsupported', {})
  return output
}

/** What to list it as: where it is, as far as a browser tells. */
function labelOf(made: PublicKeyCredential): string {
  const { userAgentData } = navigator as { readonly userAgentData?: { readonly platform?: string } }
  const transports = made.response instanceof AuthenticatorAttestationResponse ? made.response.getTransports() : []
  if (transports.includes('hybrid') && made.authenticatorAttachment !== 'platform') return 'Phone'
  if (made.authenticatorAttachment === 'cross-platform') return 'Security key'
  return userAgentData?.platform?.slice(0, 32) || 'This device'
}

/**
 * Makes a passkey of the vault's own name for a bundle, and has it answer once.
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
  // Some devices answer only once the passkey is there.
  const lock = { type: 'prf', kid: '', iv: '', wrapped: '', kdf: { name: 'webauthn-prf', salt: passkey.salt } } as const
  const output = outputOf(made) ?? outputOf(await evaluate([{ ...lock, credentialId: passkey.credentialId }]))
  if (output === undefined) throw new TernError('wallet/passkeyUnsupported', {})
  return { ...passkey, output }
}
