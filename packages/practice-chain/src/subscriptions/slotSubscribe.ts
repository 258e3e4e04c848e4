import type { Subscription } from './subscription.ts'

/** Every slot as it begins. */
export const slotSubscribe: Subscription = ({ bank }, _, notify) =>
  bank.on('slot', ({ slot, parent, root }) => notify({ parent, root, slot }))
