import { type Bundle, parseBundle } from '@tern/custody'

const path = '/api/bundle'

/** The server's own words, `{ code, message }`, or its status. */
async function refusal(response: Response): Promise<Error> {
  const body: unknown = await response.json().catch(() => undefined)
  const isTold = typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
  return new Error(isTold ? String(body.message) : `The server answered ${response.status}`)
}

/** This session's wallets as the server keeps them (ciphertext); `undefined` when it has none. */
export async function fetchBundle(): Promise<Bundle | undefined> {
  const response = await fetch(path, { cache: 'no-store' })
  if (response.status === 204) return undefined
  if (!response.ok) throw await refusal(response)
  return parseBundle(await response.json())
}

/** Stores the bundle; when this returns, the server has it on its disk. */
export async function putBundle(bundle: Bundle): Promise<void> {
  const response = await fetch(path, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(bundle),
  })
  if (!response.ok) throw await refusal(response)
}
