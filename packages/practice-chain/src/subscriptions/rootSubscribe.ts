import type { Subscription } from './subscription.ts'

/** Notifies of every slot when it is finalized. */
export const rootSubscribe: Subscription = {
  minParameters: 0,
  maxParameters: 0,
  read: () => ({
    key: [],
    begin: ({ commitments }, notify) => commitments.finalized.blocks.listen('all', notify),
  }),
}
