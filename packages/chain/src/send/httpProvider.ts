import { type Address, encodeBase64, isTernError } from '@tern/core'
import { TernError } from '@tern/core/hostErrors'
import { requestTimeoutMs } from '../rpc/endpoint.ts'
import { isRecord } from '../rpc/isRecord.ts'
import { type EndpointProvider, type ProviderEndpoint, providerOf } from './provider.ts'
import { type ProviderName, providerTable } from './providerTable.ts'

/** What of a provider may be set; unset, each is what was publicly known of it in 2026. */
export interface ProviderSettings {
  /** Base addresses. */
  readonly endpoints?: readonly string[]
  readonly tipAccounts?: readonly Address[]
  /** Lamports. */
  readonly minimumTip?: bigint
  /** A secret: whoever can read it can use it up, so not in a page. No error, log or name of an endpoint shows it. */
  readonly key?: string
  /** How long an endpoint may take. Unset: 5 s. */
  readonly timeoutMs?: number
}

/** A request to an endpoint, beside its base address. */
export interface ProviderRequest {
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  /** Sent as JSON with POST; unset: a GET. */
  readonly body?: unknown
}

/** How a provider is talked to. */
export interface ProviderFormat {
  submit(encodedTransaction: string, isProtected: boolean): ProviderRequest
  /** Where in an answer the signature is. */
  signatureOf(answer: Readonly<Record<string, unknown>>): unknown
  readonly probe: ProviderRequest
}

/** The longest answer that is read; a signature, or a refusal, is far shorter. */
const mostAnswerBytes = 64 * 1024
const mostWords = 200

/**
 * A provider that takes transactions over HTTP, at all its endpoints at once. An endpoint's errors: `send/timedOut`,
 * `send/tooManyRequests`, `send/endpointFailed`, `send/endpointRefused`, `send/wrongSignature`; the provider's:
 * `send/timedOut` when every endpoint let the time pass, else `send/providerFailed`.
 * @throws TernError `send/badEndpoint`.
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
  const clean = (words: unknown) => hide(String(words), secrets).slice(0, mostWords)

  async function ask(request: ProviderRequest, signal: AbortSignal): Promise<Answer> {
    const timeout = AbortSignal.timeout(timeoutMs)
    try {
      return await fetchAnswer(url, request, AbortSignal.any([signal, timeout]))
    } catch (cause) {
      signal.throwIfAborted()
      if (timeout.aborted) throw new TernError('send/timedOut', {})
      throw new TernError('send/endpointFailed', { endpoint: name, why: clean(wordsOf(cause)) })
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
  /** Unset: it is no JSON object. */
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
    // Whoever is redirected to would be told the key.
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
  // By hand: not every browser walks through a stream.
  const reader = response.body?.getReader()
  for (let chunk = await reader?.read(); chunk?.value !== undefined; chunk = await reader?.read()) {
    text += decoder.decode(chunk.value, { stream: true })
    if (text.length > mostAnswerBytes) {
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

/** JSON-RPC codes by which endpoints say that they are asked too often, as HTTP says with 429 (0slot, Jito). */
const tooOften: readonly number[] = [419, 429, -32097]
/** Whom a key does not open the door to: the transaction has nothing to do with it. */
const notAdmitted: readonly number[] = [401, 403]

/** @throws TernError `send/tooManyRequests`, `send/endpointFailed`, `send/endpointRefused`. */
function assertTaken(endpoint: string, answer: Answer, clean: (words: unknown) => string): void {
  const { status, statusText, retryAfter, json } = answer
  const refusal = refusalOf(json)
  if (status === 429 || (refusal !== undefined && tooOften.includes(refusal.code)))
    throw new TernError('send/tooManyRequests', { endpoint, retryAfterMs: retryAfterMs(retryAfter) })
  const isFault = status >= 500 || notAdmitted.includes(status) || notAdmitted.includes(refusal?.code ?? 0)
  if (refusal !== undefined && !isFault)
    throw new TernError('send/endpointRefused', { endpoint, code: refusal.code, message: clean(refusal.message) })
  if (status >= 200 && status < 300 && refusal === undefined) return
  const words = [`HTTP ${status}`, statusText, refusal?.message].filter(Boolean).join(' ')
  throw new TernError('send/endpointFailed', { endpoint, why: clean(words) })
}

/** What a JSON-RPC error says, or bloXroute's `{ code, message }`. */
function refusalOf(json: Answer['json']): { readonly code: number; readonly message: string } | undefined {
  const error = isRecord(json?.error) ? json.error : json
  if (error === undefined || typeof error.message !== 'string') return undefined
  return { code: Number(error.code ?? 0), message: error.message }
}

/** `Retry-After` in seconds, between 1 s and a minute; a date, or nothing, is 1 s. */
function retryAfterMs(retryAfter: string | null): number {
  const seconds = Number(retryAfter ?? '')
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 1), 60) * 1000 : 1000
}

/** Node tells why behind "fetch failed". */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message
}

/** The key as it is and as URLs write it, and whatever a base address carries beside its host. */
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
