import { isTernError, TernError } from '@tern/core'
import { otherErrorText } from '@tern/terminal/text/otherErrorText.ts'

/** Reads the server's error text (`{ code, message }`), or its status. */
async function refusal(response: Response): Promise<TernError> {
  const body: unknown = await response.json().catch(() => undefined)
  const hasMessage = typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
  return new TernError('wallet/storeRefused', {
    why: hasMessage ? String(body.message) : `The server answered ${response.status}`,
    status: response.status,
  })
}

/** Timeout of a request to the server. */
const patienceMs = 20_000

/** Sends a request to the server. @throws TernError `wallet/storeRefused` if it refuses or does not answer. */
export async function ask(url: string, options: RequestInit): Promise<Response> {
  try {
    const response = await fetch(url, { cache: 'no-store', signal: AbortSignal.timeout(patienceMs), ...options })
    if (response.ok) return response
    throw await refusal(response)
  } catch (cause) {
    if (isTernError(cause)) throw cause
    throw new TernError('wallet/storeRefused', { why: otherErrorText(cause) }, { cause })
  }
}
