import type { ChainGuard } from '../network/chainGuard.ts'
import type { Relayer } from './relay.ts'

/** Returns the relayer, guarded: it sends nothing unless a node is on the chain. */
export const guardedRelayer = (relayer: Relayer, guard: Pick<ChainGuard, 'assertSame'>): Relayer => ({
  async relay(body, client) {
    await guard.assertSame()
    return relayer.relay(body, client)
  },
})
