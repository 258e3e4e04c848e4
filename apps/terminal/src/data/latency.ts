import { createStore } from './store.ts'
import { whileVisible } from './whileVisible.ts'

const everyMs = 30_000
const abortMs = 4_000

/** Milliseconds there and back, of the last probe that was answered in time. */
interface Latency {
  readonly serverMs: number | undefined
  readonly nodeMs: number | undefined
}

export const latency = createStore<Latency>({ serverMs: undefined, nodeMs: undefined })

async function probe(path: string, init: RequestInit): Promise<number | undefined> {
  const began = performance.now()
  try {
    const answer = await fetch(path, { ...init, cache: 'no-store', signal: AbortSignal.timeout(abortMs) })
    await answer.text()
    return answer.ok ? Math.max(1, Math.round(performance.now() - began)) : undefined
  } catch {
    return undefined
  }
}

const node = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getHealth' }),
}

/** Asks the server and, through it, the node how far they are, now and every half minute. @returns stops asking. */
export function startLatency(): () => void {
  return whileVisible(() => {
    const ask = async () => latency.set({ serverMs: await probe('/health', {}), nodeMs: await probe('/rpc', node) })
    void ask()
    const timer = setInterval(ask, everyMs)
    return () => clearInterval(timer)
  })
}
