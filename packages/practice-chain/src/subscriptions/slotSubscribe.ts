import type { Subscription } from './subscription.ts'

/** Notifies of every slot when it begins. */
export const slotSubscribe: Subscription = {
  minParameters: 0,
  maxParameters: 0,
  read: () => ({
    key: [],
    begin: ({ bank }, notify) => bank.on('slot', ({ slot, parent, root }) => notify({ parent, root, slot })),
  }),
}
