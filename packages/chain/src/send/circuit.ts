/** What became of a request. `unknown`: it was called back; `untrusted`: the answer was a lie; `restMs`: it is to be left alone. */
export type Verdict = 'ok' | 'failed' | 'unknown' | 'untrusted' | { readonly restMs: number }

/** How a circuit stands: `closed`, requests go; `open`, none do; `halfOpen`, one may try. */
export interface CircuitState {
  readonly circuit: 'closed' | 'open' | 'halfOpen'
  /** 0 unless it is open. */
  readonly retryInMs: number
}

/** Stands before one endpoint. */
export interface Circuit {
  /** Lets a request go, whose end must be told; `undefined`: it may not go now. */
  enter(): ((verdict: Verdict) => void) | undefined
  state(): CircuitState
}

const mostFailures = 5
const withinMs = 30_000
const openMs = 15_000
/** After an answer that was a lie. */
const untrustedMs = 600_000

/**
 * Opens for 15 s after 5 failures within 30 s, for 10 minutes after a lie, and for as long as the endpoint says that it is asked too
 * often. Then one request tries: if it succeeds the circuit is closed again, if not it opens anew.
 */
export function createCircuit(now: () => number): Circuit {
  let failures: readonly number[] = []
  let openUntil: number | undefined
  let isTrying = false

  function open(ms: number) {
    openUntil = Math.max(openUntil ?? 0, now() + ms)
    failures = []
  }
  function failed() {
    failures = [...failures.filter(time => now() - time < withinMs), now()]
    if (failures.length >= mostFailures) open(openMs)
  }
  /** Of a request that went while the circuit was closed, however it is now. */
  function settle(verdict: Verdict) {
    if (typeof verdict === 'object') open(verdict.restMs)
    else if (verdict === 'untrusted') open(untrustedMs)
    else if (verdict === 'failed' && openUntil === undefined) failed()
  }
  function settleTrial(verdict: Verdict) {
    isTrying = false
    if (verdict === 'ok') openUntil = undefined
    else if (verdict === 'failed') open(openMs)
    else settle(verdict)
  }

  return {
    enter() {
      if (openUntil === undefined) return settle
      if (now() < openUntil || isTrying) return undefined
      isTrying = true
      return settleTrial
    },
    state() {
      if (openUntil === undefined) return { circuit: 'closed', retryInMs: 0 }
      const retryInMs = Math.max(0, openUntil - now())
      return { circuit: retryInMs > 0 ? 'open' : 'halfOpen', retryInMs }
    },
  }
}
