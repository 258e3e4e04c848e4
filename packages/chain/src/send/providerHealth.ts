import { type ErrorCode, isTernError, TernError } from '@tern/core'
import { type CircuitState, createCircuit, type Verdict } from './circuit.ts'
import { type EndpointProvider, type ProviderEndpoint, providerOf } from './provider.ts'

/** Health of an endpoint of a provider. */
export interface EndpointState extends CircuitState {
  readonly provider: string
  readonly endpoint: string
  /** Moving average of the probes' duration, in whole milliseconds. Each new probe weighs a quarter. `null`: no probe was answered. */
  readonly latencyMs: number | null
  /** The latest error there. `null`: no error yet. */
  readonly lastError: { readonly code: ErrorCode; readonly text: string; readonly agoMs: number } | null
}

/** Providers whose endpoints are probed, and skipped while they fail. */
export interface ProviderHealth {
  /** The guarded providers, in the order given. */
  readonly providers: readonly EndpointProvider[]
  /** An entry for each endpoint, ordered by provider and endpoint. */
  state(): readonly EndpointState[]
  /** Stops probing. */
  stop(): void
}

/** A clock with timers. */
export interface Timers {
  /** Milliseconds from any origin, never going back. */
  now(): number
  /** @returns a function that cancels the timer. */
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
 * Probes every endpoint now and every 30 s, each for 4 s at most. Skips endpoints that fail, see `createCircuit`.
 * A skipped endpoint rejects a transaction at once with `send/resting`. An endpoint that refuses a transaction has not failed.
 * Call `stop` to end the timers.
 *
 * @example
 * const { providers, state, stop } = watchProviders([jitoProvider()])
 * state()[0] // { provider: 'jito', endpoint: 'mainnet.block-engine.jito.wtf', circuit: 'closed', latencyMs: null, … } at first
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
      // A rate limit on probes says nothing about transactions, so it only delays the next probe.
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

/** Derives the circuit's verdict from an error. */
function verdictOf(error: TernError): Verdict {
  if (isTernError(error, 'send/endpointRefused') || isTernError(error, 'rpc/refused')) return 'ok'
  if (isTernError(error, 'send/tooManyRequests') || isTernError(error, 'rpc/tooManyRequests'))
    return { restMs: error.facts.retryAfterMs }
  return isTernError(error, 'send/wrongSignature') ? 'untrusted' : 'failed'
}
