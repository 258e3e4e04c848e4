import type { Subscription } from './subscription.ts'

/**
 * Notifies of a slot's progress: begun, frozen, confirmed, finalized.
 * This chain receives no shreds, and no slot dies. Timestamps follow the chain's clock, in milliseconds.
 */
export const slotsUpdatesSubscribe: Subscription = {
  minParameters: 0,
  maxParameters: 0,
  read: () => ({
    key: [],
    begin({ bank, commitments }, notify) {
      const update = (type: string, slot: bigint, more = {}): void => {
        notify({ slot, timestamp: bank.clock().unixTimestamp * 1_000n, type, ...more })
      }
      const stops = [
        bank.on('slot', ({ slot, parent }) => update('createdBank', slot, { parent })),
        bank.on('block', ({ slot, transactions }) => {
          const failed = transactions.filter(({ err }) => err !== null).length
          const stats = {
            maxTransactionsPerEntry: transactions.length,
            numFailedTransactions: failed,
            numSuccessfulTransactions: transactions.length - failed,
            numTransactionEntries: transactions.length === 0 ? 0 : 1,
          }
          update('frozen', slot, { stats })
          update('optimisticConfirmation', slot)
        }),
        commitments.finalized.blocks.listen('all', slot => update('root', slot)),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }),
}
