import { createStore } from './store.ts'
import { whileVisible } from './whileVisible.ts'

const everyMs = 30_000
const abortMs = 4_000

/** The last probe. A field is `undefined` if it was not answered in time. */
interface Latency {
  /** Milliseconds of a round trip. */
  readonly serverMs: number | undefined
  readonly nodeMs: number | undefined
  /** The genesis hash that the node reports. */
  readonly nodeGenesis: string | undefined
}

export const latency = createStore<Latency>({ serverMs: undefined, nodeMs: undefined, nodeGenesis: undefined })

async function probe(path: string, init: RequestInit) {
  const began = performance.now()
  try {
    const answer = await fetch(path, { ...init, cache: 'no-store', signal: AbortSignal.timeout(abortMs) })
    const text = await answer.text()
    return answer.ok ? { ms: Math.max(1, Math.round(performance.now() - began)), text } : undefined
  } catch {
    return undefined
  }
}

const node = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getGenesisHash' }),
}

function resultIn(text: string | undefined): string | undefined {
  try {
    const { result } = JSON.parse(text ?? '{}')
    return typeof result === 'string' ? result : undefined
  } catch {
    return undefined
  }
}

let asks = 0

/**
 * Measures the round trips to the server and, through it, to the node, and reads the node's genesis hash.
 * If a newer probe has begun, its answer is ignored.
 */
export async function askLatency(): Promise<void> {
  const ask = ++asks
  const server = await probe('/health', {})
  const asked = await probe('/rpc', node)
  if (ask === asks) latency.set({ serverMs: server?.ms, nodeMs: asked?.ms, nodeGenesis: resultIn(asked?.text) })
}

/** Probes now and every 30 s while the page is visible. Returns a function that stops it. */
export function startLatency(): () => void {
  return whileVisible(() => {
    void askLatency()
    const timer = setInterval(askLatency, everyMs)
    return () => clearInterval(timer)
  })
}
