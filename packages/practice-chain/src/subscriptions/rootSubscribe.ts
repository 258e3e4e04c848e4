import type { Subscription } from './subscription.ts'

/** Notifies of every slot when it is finalized. */
export const rootSubscribe: Subscription = {
  fewestParameters: 0,
  mostParameters: 0,
  read: () => ({
    key: [],
    begin: ({ commitments }, notify) => commitments.finalized.blocks.listen('all', notify),
  }),
}
