import { type ErrorCode, isTernError } from '@tern/core'
import { TernError } from '@tern/core/hostErrors'
import { type CircuitState, createCircuit, type Verdict } from './circuit.ts'
import { type EndpointProvider, type ProviderEndpoint, providerOf } from './provider.ts'

/** How an endpoint of a provider does. */
export interface EndpointState extends CircuitState {
  readonly provider: string
  readonly endpoint: string
  /** How long its probes took lately, whole milliseconds, each new one counting a quarter; `null`: none was answered. */
  readonly latencyMs: number | null
  /** The last thing that went wrong there; `null`: nothing has. */
  readonly lastError: { readonly code: ErrorCode; readonly text: string; readonly agoMs: number } | null
}

/** Providers whose endpoints are measured, and left out while they fail. */
export interface ProviderHealth {
  /** The same, in the same order. */
  readonly providers: readonly EndpointProvider[]
  /** By provider and endpoint, in their order. */
  state(): readonly EndpointState[]
  /** Ends the probes. */
  stop(): void
}

/** A clock, and what happens at a time of it. */
export interface Timers {
  /** Milliseconds from any origin, never going back. */
  now(): number
  /** @returns calls it off. */
  after(ms: number, run: () => void): () => void
}

const probeEveryMs = 30_000
const probeTimeoutMs = 4_000

const realTimers: Timers = {
  now: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms)
    return () => clearTimeout(timer)
  },
}

/**
 * Probes every endpoint now and every 30 s, each for 4 s at most, and keeps transactions from those that fail (`createCircuit`):
 * sent to one that is left alone they fail at once with `send/resting`. What an endpoint says of a transaction is no failure.
 * Has timers: `stop` it.
 */
export function watchProviders(providers: readonly EndpointProvider[], timers: Timers = realTimers): ProviderHealth {
  const watched: ReturnType<typeof watchEndpoint>[] = []
  const guarded = providers.map(provider => {
    const own = provider.endpoints.map(endpoint => watchEndpoint(provider.name, endpoint, timers))
    watched.push(...own)
    return providerOf({ ...provider, endpoints: own.map(one => one.endpoint) })
  })
  const ended = new AbortController()
  let cancel = () => {}
  function round() {
    for (const one of watched) void one.probe(ended.signal)
    cancel = timers.after(probeEveryMs, round)
  }
  round()
  return {
    providers: guarded,
    state: () => watched.map(one => one.state()),
    stop() {
      cancel()
      ended.abort()
    },
  }
}

function watchEndpoint(provider: string, endpoint: ProviderEndpoint, { now, after }: Timers) {
  const circuit = createCircuit(now)
  let latencyMs: number | undefined
  let last: { readonly error: TernError; readonly at: number } | undefined
  let probeAgainAt = 0

  function noted(error: unknown): Verdict {
    if (!isTernError(error)) return 'unknown'
    last = { error, at: now() }
    return verdictOf(error)
  }

  const guarded: ProviderEndpoint = {
    ...endpoint,
    async send(transaction, options) {
      const leave = circuit.enter()
      if (leave === undefined)
        throw new TernError('send/resting', { endpoint: endpoint.name, retryAfterMs: circuit.state().retryInMs })
      try {
        await endpoint.send(transaction, options)
        leave('ok')
      } catch (error) {
        leave(noted(error))
        throw error
      }
    },
  }

  async function probe(ended: AbortSignal) {
    if (now() < probeAgainAt) return
    const abort = new AbortController()
    const cancel = after(probeTimeoutMs, () => abort.abort(new TernError('send/timedOut', {})))
    const began = now()
    try {
      await endpoint.probe(AbortSignal.any([abort.signal, ended]))
      const took = now() - began
      latencyMs = latencyMs === undefined ? took : latencyMs + (took - latencyMs) / 4
    } catch (error) {
      const verdict = noted(error)
      // Whoever measures too often is not one whose transactions are refused.
      if (typeof verdict === 'object') probeAgainAt = now() + verdict.restMs
      else if (verdict === 'failed') circuit.enter()?.('failed')
    } finally {
      cancel()
    }
  }

  const state = (): EndpointState => ({
    provider,
    endpoint: endpoint.name,
    ...circuit.state(),
    latencyMs: latencyMs === undefined ? null : Math.round(latencyMs),
    lastError: last === undefined ? null : { code: last.error.code, text: last.error.message, agoMs: now() - last.at },
  })
  return { endpoint: guarded, probe, state }
}

/** What an error says about the endpoint. */
function verdictOf(error: TernError): Verdict {
  if (isTernError(error, 'send/endpointRefused') || isTernError(error, 'rpc/refused')) return 'ok'
  if (isTernError(error, 'send/tooManyRequests') || isTernError(error, 'rpc/tooManyRequests'))
    return { restMs: error.facts.retryAfterMs }
  return isTernError(error, 'send/wrongSignature') ? 'untrusted' : 'failed'
}
