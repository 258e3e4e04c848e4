import { type Bundle, parseBundle } from '@tern/custody'
import { ask } from './ask.ts'

const path = '/api/bundle'
const json = { 'content-type': 'application/json' }

/** What the server keeps for this browser. */
export interface ServerCopy {
  readonly bundle: Bundle
  /** The session's public name, which proofs are about. */
  readonly session: string
}

async function read(rev?: number): Promise<ServerCopy | undefined> {
  const response = await ask(rev === undefined ? path : `${path}?rev=${rev}`, {})
  if (response.status === 204) return undefined
  const bundle = parseBundle(await response.json().catch(() => undefined))
  return { bundle, session: response.headers.get('tern-session') ?? '' }
}

/** Goes on with the session of a wallet that was made before there was a vault, when the app's own page stored it. */
async function takeOver(appOrigin: string): Promise<boolean> {
  const told = await ask(`${appOrigin}/api/session`, { method: 'POST', credentials: 'include' })
  if (told.status === 204) return false
  const body = JSON.stringify(await told.json())
  await ask('/api/session', { method: 'PUT', headers: json, body })
  return true
}

/**
 * This browser's wallets as the server keeps them (ciphertext); `undefined` when it has none.
 * @throws TernError `wallet/storeRefused` when it does not answer, `wallet/bundle*` when what it says is of no use.
 */
export async function fetchBundle(appOrigin: string): Promise<ServerCopy | undefined> {
  return (await read()) ?? ((await takeOver(appOrigin)) ? await read() : undefined)
}

/** An earlier revision; `undefined` when the server does not have it any more. @throws TernError as `fetchBundle`. */
export const fetchRevision = async (rev: number): Promise<Bundle | undefined> => (await read(rev))?.bundle

/** Stores the next revision; when this returns, the server has it on its disk. @throws TernError `wallet/storeRefused`. */
export async function putBundle(bundle: Bundle, proof: string): Promise<void> {
  await ask(path, { method: 'PUT', headers: { ...json, 'tern-proof': proof }, body: JSON.stringify(bundle) })
}

/** Stores a bundle in a new session of this browser, as `putBundle`. @returns the session. */
export async function postBundle(bundle: Bundle): Promise<string> {
  const response = await ask(path, { method: 'POST', headers: json, body: JSON.stringify(bundle) })
  return String(((await response.json()) as { readonly session?: unknown }).session)
}

/** Ends this session in every other browser. @returns the one that takes its place here. @throws TernError `wallet/storeRefused`. */
export async function endSession(proof: string): Promise<string> {
  const response = await ask('/api/session', { method: 'DELETE', headers: { 'tern-proof': proof } })
  return String(((await response.json()) as { readonly session?: unknown }).session)
}
