interface Spot {
  readonly clientX: number
  readonly clientY: number
}

/** In pixels: a finger that went less far across, or further up or down, meant something else. */
const [leastAcross, mostAlong] = [60, 30]

/** Which way a finger leads from one of several places side by side: `1` to the one on the right, which it pulls in. */
export function swipeOf(from: Spot, to: Spot): -1 | 0 | 1 {
  const across = from.clientX - to.clientX
  if (Math.abs(across) < leastAcross || Math.abs(from.clientY - to.clientY) > mostAlong) return 0
  return across > 0 ? 1 : -1
}
