import { type Bundle, parseBundle } from '@tern/custody/internal'
import { ask } from './ask.ts'

const path = '/api/bundle'
const json = { 'content-type': 'application/json' }

/** The server's copy of this browser's wallets. */
export interface ServerCopy {
  readonly bundle: Bundle
  /** Public name of the session, part of every proof. */
  readonly session: string
}

async function read(rev?: number): Promise<ServerCopy | undefined> {
  const response = await ask(rev === undefined ? path : `${path}?rev=${rev}`, {})
  if (response.status === 204) return undefined
  const bundle = parseBundle(await response.json().catch(() => undefined))
  return { bundle, session: response.headers.get('tern-session') ?? '' }
}

/** Takes over the session of a wallet from before the vault existed, when the terminal's own page stored it. */
async function takeOver(appOrigin: string): Promise<boolean> {
  const response = await ask(`${appOrigin}/api/session`, { method: 'POST', credentials: 'include' })
  if (response.status === 204) return false
  const body = JSON.stringify(await response.json())
  await ask('/api/session', { method: 'PUT', headers: json, body })
  return true
}

/**
 * Fetches this browser's encrypted wallets. @returns `undefined` if the server has none.
 * @throws TernError `wallet/storeRefused` if the server does not answer, `wallet/bundle*` if its answer is unusable.
 */
export async function fetchBundle(appOrigin: string): Promise<ServerCopy | undefined> {
  return (await read()) ?? ((await takeOver(appOrigin)) ? await read() : undefined)
}

/** Fetches an earlier revision, or `undefined` if the server no longer has it. @throws TernError as `fetchBundle`. */
export const fetchRevision = async (rev: number): Promise<Bundle | undefined> => (await read(rev))?.bundle

/** Stores the next revision. It returns once the server has it on disk. @throws TernError `wallet/storeRefused`. */
export async function putBundle(bundle: Bundle, proof: string): Promise<void> {
  await ask(path, { method: 'PUT', headers: { ...json, 'tern-proof': proof }, body: JSON.stringify(bundle) })
}

/** Stores a bundle in a new session of this browser. @returns the session. @throws TernError as `putBundle`. */
export async function postBundle(bundle: Bundle): Promise<string> {
  const response = await ask(path, { method: 'POST', headers: json, body: JSON.stringify(bundle) })
  return String(((await response.json()) as { readonly session?: unknown }).session)
}

/**
 * Ends this session in every other browser. @returns this browser's new session. @throws TernError `wallet/storeRefused`.
 */
export async function endSession(proof: string): Promise<string> {
  const response = await ask('/api/session', { method: 'DELETE', headers: { 'tern-proof': proof } })
  return String(((await response.json()) as { readonly session?: unknown }).session)
}
