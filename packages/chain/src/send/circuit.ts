/**
 * A request's result for the circuit.
 * `unknown`: it was cancelled. `untrusted`: the answer was a lie. `restMs`: the endpoint asked to be left alone for this long.
 */
export type Verdict = 'ok' | 'failed' | 'unknown' | 'untrusted' | { readonly restMs: number }

/** State of a circuit. `closed`: requests pass. `open`: no request passes. `halfOpen`: a single request may pass, as a trial. */
export interface CircuitState {
  readonly circuit: 'closed' | 'open' | 'halfOpen'
  /** 0 unless the circuit is open. */
  readonly retryInMs: number
}

/** Guards an endpoint. */
export interface Circuit {
  /**
   * Lets a request pass.
   *
   * @returns the function to call with the request's result. `undefined`: the request may not pass now.
   */
  enter(): ((verdict: Verdict) => void) | undefined
  state(): CircuitState
}

const maxFailures = 5
const withinMs = 30_000
const openMs = 15_000
/** How long the circuit stays open after a lie. */
const untrustedMs = 600_000

/**
 * Creates a circuit that opens when its endpoint fails.
 * It opens for 15 s after 5 failures within 30 s, for 10 minutes after a lie, and for as long as a rate-limited endpoint asks.
 * Then a single request tries. If it succeeds, the circuit closes. If it fails, the circuit opens again.
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
    if (failures.length >= maxFailures) open(openMs)
  }
  /** Settles a request that passed while the circuit was closed. The circuit may have opened since. */
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
