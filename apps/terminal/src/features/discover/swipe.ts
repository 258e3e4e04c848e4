interface Spot {
  readonly clientX: number
  readonly clientY: number
}

/** In pixels. A swipe goes at least this far sideways, and at most this far up or down. */
const [minAcross, maxAlong] = [60, 30]

/** Finds the direction of a swipe: `1` to the column on the right, which a finger pulls in from the right. */
export function swipeOf(from: Spot, to: Spot): -1 | 0 | 1 {
  const across = from.clientX - to.clientX
  if (Math.abs(across) < minAcross || Math.abs(from.clientY - to.clientY) > maxAlong) return 0
  return across > 0 ? 1 : -1
}
