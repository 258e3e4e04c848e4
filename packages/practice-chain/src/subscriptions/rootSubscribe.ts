import type { Subscription } from './subscription.ts'

/** Every slot that is finalized, as soon as it is. */
export const rootSubscribe: Subscription = {
  fewestParameters: 0,
  mostParameters: 0,
  read: () => ({
    key: [],
    begin: ({ commitments }, notify) => commitments.finalized.blocks.listen('all', notify),
  }),
}
