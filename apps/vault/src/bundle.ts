import { isTernError } from '@tern/core'
import { TernError } from '@tern/core/walletErrors'
import { type Bundle, parseBundle } from '@tern/custody'
import { errorText } from '@tern/terminal/text/errorText.ts'

const path = '/api/bundle'

/** The server's own words, `{ code, message }`, or its status. */
async function refusal(response: Response): Promise<TernError> {
  const body: unknown = await response.json().catch(() => undefined)
  const isTold = typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
  return new TernError('wallet/storeRefused', {
    why: isTold ? String(body.message) : `The server answered ${response.status}`,
  })
}

/** An answer, or that there was none. @throws TernError `wallet/storeRefused` */
async function ask(url: string, options: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, { cache: 'no-store', ...options })
    if (response.ok) return response
    throw await refusal(response)
  } catch (cause) {
    if (isTernError(cause)) throw cause
    throw new TernError('wallet/storeRefused', { why: errorText(cause) }, { cause })
  }
}

async function read(): Promise<Bundle | undefined> {
  const response = await ask(path, {})
  if (response.status === 204) return undefined
  return parseBundle(await response.json().catch(() => undefined))
}

/** Goes on with the session of a wallet that was made before there was a vault, when the app's own page stored it. */
async function takeOver(appOrigin: string): Promise<boolean> {
  const told = await ask(`${appOrigin}/api/session`, { method: 'POST', credentials: 'include' })
  if (told.status === 204) return false
  const body = JSON.stringify(await told.json())
  await ask('/api/session', { method: 'PUT', headers: { 'content-type': 'application/json' }, body })
  return true
}

/**
 * This browser's wallets as the server keeps them (ciphertext); `undefined` when it has none.
 * @throws TernError `wallet/storeRefused` when it does not answer, `wallet/bundle*` when what it says is of no use.
 */
export async function fetchBundle(appOrigin: string): Promise<Bundle | undefined> {
  return (await read()) ?? ((await takeOver(appOrigin)) ? await read() : undefined)
}

/** Stores the bundle; when this returns, the server has it on its disk. @throws TernError `wallet/storeRefused`. */
export async function putBundle(bundle: Bundle): Promise<void> {
  await ask(path, { method: 'PUT', headers: { 'content-type': 'application/json' }, body: JSON.stringify(bundle) })
}
