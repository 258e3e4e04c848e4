/** About a minute. A node further behind than this is of no use. */
export const maxSlotsBehind = 150n
const askedAgainMs = 5_000

/**
 * Finds out how far the cluster is when an answer is far behind another. Nothing goes back in slot, so a node that once names a slot of
 * the far future would hold up every later reading, and so would a chain that is begun anew.
 *
 * @param askSlots asks every node for its slot and leaves out who does not answer.
 * @param onReached takes the furthest slot, of three nodes and more the second furthest, so that no single node is believed.
 * @returns a function to call after each such answer. The nodes are asked every 5 s at most.
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
    void askSlots().then(told => {
      const slots = [...told].sort((a, b) => Number(b - a))
      const reached = slots[slots.length > 2 ? 1 : 0]
      if (reached !== undefined) onReached(reached)
    })
  }
}
