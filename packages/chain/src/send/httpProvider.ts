import { type Address, encodeBase64, isTernError, TernError } from '@tern/core'
import { requestTimeoutMs } from '../rpc/endpoint.ts'
import { isRecord } from '../rpc/isRecord.ts'
import { type EndpointProvider, type ProviderEndpoint, providerOf } from './provider.ts'
import { type ProviderName, providerTable } from './providerTable.ts'

/** Settings of a provider. Unset fields take the values that the provider published in 2026. */
export interface ProviderSettings {
  /** Base URLs. */
  readonly endpoints?: readonly string[]
  readonly tipAccounts?: readonly Address[]
  /** Lamports. */
  readonly minimumTip?: bigint
  /** A secret that its reader can use up, so never put it into a page. No error, log or endpoint name shows it. */
  readonly key?: string
  /** Max milliseconds for an endpoint's answer. Unset: 5 s. */
  readonly timeoutMs?: number
}

/** A request, relative to an endpoint's base URL. */
export interface ProviderRequest {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON with POST. Unset: a GET. */
  readonly body?: unknown
}

/** A provider's wire format. */
export interface ProviderFormat {
  submit(encodedTransaction: string, isProtected: boolean): ProviderRequest
  /** Returns the field of an answer that holds the signature. */
  signatureOf(answer: Readonly<Record<string, unknown>>): unknown
  readonly probe: ProviderRequest
}

/** Max characters to read of an answer. Signatures and refusals are far shorter. */
const maxAnswerLength = 64 * 1024
const maxMessageLength = 200

/**
 * Creates a provider that submits over HTTP to all its endpoints at once.
 *
 * An endpoint fails with `send/timedOut`, `send/tooManyRequests`, `send/endpointFailed`, `send/endpointRefused` or `send/wrongSignature`.
 * The provider fails with `send/timedOut` if every endpoint timed out, otherwise with `send/providerFailed`.
 *
 * @throws TernError `send/badEndpoint` if a base URL is not http or https.
 */
export function httpProvider(
  name: ProviderName,
  settings: Required<Omit<ProviderSettings, 'key' | 'minimumTip' | 'timeoutMs'>> & ProviderSettings,
  format: ProviderFormat,
): EndpointProvider {
  const { endpoints: urls, tipAccounts, minimumTip = providerTable[name].minimumTip } = settings
  const { key = '', timeoutMs = requestTimeoutMs } = settings
  const endpoints = urls.map((url, index) => {
    if (!URL.canParse(url) || !/^https?:/.test(url)) throw new TernError('send/badEndpoint', { provider: name, index })
    return createProviderEndpoint(new URL(url), format, { timeoutMs, secrets: secretsOf(key, new URL(url)) })
  })
  const { frontRunningProtection } = providerTable[name]
  return providerOf({
    ...{ name, minimumTip, tipAccounts, endpoints, failure: cause => failureOf(name, cause) },
    ...(frontRunningProtection === 'none' ? {} : { frontRunningProtection }),
  })
}

function failureOf(provider: string, cause: AggregateError): TernError {
  const errors: readonly unknown[] = cause.errors
  if (errors.length > 0 && errors.every(error => isTernError(error, 'send/timedOut')))
    return new TernError('send/timedOut', {}, { cause })
  const failures = errors.map(error => (error instanceof Error ? error.message : String(error)))
  return new TernError('send/providerFailed', { provider, failures }, { cause })
}

interface EndpointOptions {
  readonly timeoutMs: number
  readonly secrets: readonly string[]
}

function createProviderEndpoint(
  url: URL,
  format: ProviderFormat,
  { timeoutMs, secrets }: EndpointOptions,
): ProviderEndpoint {
  const name = url.host
  const clean = (message: unknown) => hide(String(message), secrets).slice(0, maxMessageLength)

  async function ask(request: ProviderRequest, signal: AbortSignal): Promise<Answer> {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      return await fetchAnswer(url, request, AbortSignal.any([signal, timeout]))
    } catch (cause) {
      signal.throwIfAborted()
      if (timeout.aborted) throw new TernError('send/timedOut', {})
      throw new TernError('send/endpointFailed', { endpoint: name, why: clean(messageOf(cause)) })
    }
  }

  return {
    name,
    async send({ bytes, signature }, { frontRunningProtection = false, signal }) {
      const answer = await ask(format.submit(encodeBase64(bytes), frontRunningProtection), signal)
      assertTaken(name, answer, clean)
      const actual = format.signatureOf(answer.json ?? {})
      if (typeof actual !== 'string')
        throw new TernError('send/endpointFailed', { endpoint: name, why: answer.json ? 'no signature' : 'no JSON' })
      if (actual !== signature)
        throw new TernError('send/wrongSignature', { endpoint: name, expected: signature, actual: clean(actual) })
    },
    async probe(signal) {
      const answer = await ask(format.probe, signal)
      if (answer.status === 429 || answer.status >= 500) assertTaken(name, answer, clean)
    },
  }
}

interface Answer {
  readonly status: number
  readonly statusText: string
  readonly retryAfter: string | null
  /** Unset if the answer is not a JSON object. */
  readonly json: Readonly<Record<string, unknown>> | undefined
}

async function fetchAnswer(base: URL, request: ProviderRequest, signal: AbortSignal): Promise<Answer> {
  const { path, query = {}, headers, body } = request
  const url = new URL(base)
  url.pathname = `${url.pathname.replace(/\/$/, '')}${path}`
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  const response = await fetch(url, {
    ...(body === undefined
      ? { method: 'GET', headers }
      : { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(body) }),
    signal,
    // A redirect would send the key to another host.
    redirect: 'error',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
  } as RequestInit)
  const { status, statusText } = response
  return { status, statusText, retryAfter: response.headers.get('retry-after'), json: await readJson(response) }
}

async function readJson(response: Response): Promise<Answer['json']> {
  const decoder = new TextDecoder()
  let text = ''
  // Use a reader: not every browser can iterate over a stream.
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read()) {
    text += decoder.decode(chunk.value, { stream: true })
    if (text.length > maxAnswerLength) {
      await reader?.cancel()
      return undefined
    }
  }
  try {
    const json: unknown = JSON.parse(text)
    return isRecord(json) ? json : undefined
  } catch {
    return undefined
  }
}

/** JSON-RPC codes that mean HTTP 429 (0slot, Jito). */
const tooOften: readonly number[] = [419, 429, -32097]
/** Codes for a rejected key. The error is not about the transaction. */
const notAdmitted: readonly number[] = [401, 403]

/**
 * Checks that the endpoint accepted the transaction.
 *
 * @throws TernError `send/tooManyRequests`, `send/endpointFailed`, `send/endpointRefused`.
 */
function assertTaken(endpoint: string, answer: Answer, clean: (message: unknown) => string): void {
  const { status, statusText, retryAfter, json } = answer
  const refusal = refusalOf(json)
  if (status === 429 || (refusal !== undefined && tooOften.includes(refusal.code)))
    throw new TernError('send/tooManyRequests', { endpoint, retryAfterMs: retryAfterMs(retryAfter) })
  const isFault = status >= 500 || notAdmitted.includes(status) || notAdmitted.includes(refusal?.code ?? 0)
  if (refusal !== undefined && !isFault)
    throw new TernError('send/endpointRefused', { endpoint, code: refusal.code, message: clean(refusal.message) })
  if (status >= 200 && status < 300 && refusal === undefined) return
  const why = [`HTTP ${status}`, statusText, refusal?.message].filter(Boolean).join(' ')
  throw new TernError('send/endpointFailed', { endpoint, why: clean(why) })
}

/** Reads a JSON-RPC error, or bloXroute's `{ code, message }`. */
function refusalOf(json: Answer['json']): { readonly code: number; readonly message: string } | undefined {
  const error = isRecord(json?.error) ? json.error : json
  if (error === undefined || typeof error.message !== 'string') return undefined
  return { code: Number(error.code ?? 0), message: error.message }
}

/**
 * Reads `Retry-After` in seconds, clamped to 1–60 s. A date or a missing header counts as 1 s.
 *
 * @returns milliseconds.
 */
function retryAfterMs(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? '')
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 60) * 1000 : 1000
}

/** Reads an error's message, with its cause: Node hides the reason behind "fetch failed". */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
}

/** Lists the strings to hide: the key, raw and URL-encoded, and every part of the base URL except its host. */
function secretsOf(key: string, { username, password, pathname, searchParams }: URL): readonly string[] {
  const parts = [key, username, password, ...searchParams.values(), ...pathname.split('/')]
  const written = parts.flatMap(part => [
    part,
    encodeURIComponent(part),
    new URLSearchParams({ _: part }).toString().slice(2),
  ])
  return written.filter(part => part.length >= 4)
}

function hide(text: string, secrets: readonly string[]): string {
  return secrets.reduce((shown, secret) => shown.replaceAll(secret, 'hidden'), text)
}
