import type { Subscription } from './subscription.ts'

/** The newest finalized slot, each time there is one. */
export const rootSubscribe: Subscription = ({ bank }, _, notify) => {
  let newest = -1n
  return bank.on('slot', ({ root }) => {
    if (root <= newest) return
    newest = root
    notify(root)
  })
}
