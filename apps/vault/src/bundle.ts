import { type Bundle, parseBundle } from '@tern/custody'
import { ask } from './ask.ts'

const path = '/api/bundle'

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
