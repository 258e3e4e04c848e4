/** About a minute. A node that lags further is of no use. */
export const maxSlotsBehind = 150n
const askedAgainMs = 5_000

/**
 * Creates a check that finds the cluster's real slot after an answer was far behind another.
 * The cache never moves back to an earlier slot. So a made-up future slot, or a restarted chain, would block every later reading.
 *
 * @param askSlots asks every node for its slot and leaves out nodes that do not answer.
 * @param onReached gets the highest slot. With three or more answers the second highest, so that a single node cannot lie.
 * @returns the function to call after each such answer. It asks the nodes at most every 5 s.
 */
export function createSlotCheck(
  askSlots: () => Promise<readonly bigint[]>,
  now: () => number,
  onReached: (slot: bigint) => void,
): () => void {
  let askedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (now() - askedAt < askedAgainMs) return
    askedAt = now()
    void askSlots().then(answers => {
      const slots = [...answers].sort((a, b) => Number(b - a))
      const reached = slots[slots.length > 2 ? 1 : 0]
      if (reached !== undefined) onReached(reached)
    })
  }
}
