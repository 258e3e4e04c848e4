import type { VaultMoney } from '@tern/custody/internal'
import { ask } from './ask.ts'

const retryMs = 3_000

async function read(): Promise<VaultMoney> {
  const { kind, name, genesisHash } = (await (await ask('/api/network', {})).json()) as Record<string, unknown>
  const of = { genesisHash: String(genesisHash) }
  return kind === 'practice' ? { kind, ...of } : { kind: 'cluster', name: String(name), ...of }
}

let said: Promise<VaultMoney> | undefined

/**
 * Reads the server's kind of money. It comes from the server itself, so the framing page cannot lie about it.
 * It retries until the server answers.
 */
export function readMoney(): Promise<VaultMoney> {
  said ??= (async () => {
    for (;;)
      try {
        return await read()
      } catch {
        await new Promise(resolve => setTimeout(resolve, retryMs))
      }
  })()
  return said
}
