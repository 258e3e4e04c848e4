/** Says whether a list is being scrolled. */
export interface Motion {
  isMoving(): boolean
  /** Calls a listener when the list rests. @returns removes it. */
  onRest(listener: () => void): () => void
}

/** A list rests this long after its last scroll, in milliseconds. */
const restMs = 200

/** Max listeners to notify in a frame, because each changes costly parts of a row. */
const atOnce = 4

/** Creates the motion of a list. Its box calls `move` at each scroll. */
export function createMotion(): Motion & { move(): void } {
  const listeners = new Set<() => void>()
  let isMoving = false
  let movedAtMs = 0
  const leftMs = () => movedAtMs + restMs - performance.now()
  function look() {
    if (leftMs() > 0) return void setTimeout(look, leftMs())
    // A busy page reports a scroll late: with the next frame.
    requestAnimationFrame(() => {
      if (leftMs() > 0) return look()
      isMoving = false
      tell([...listeners])
    })
  }
  function tell(waiting: readonly (() => void)[]) {
    if (isMoving) return
    for (const listener of waiting.slice(0, atOnce)) if (listeners.has(listener)) listener()
    if (waiting.length > atOnce) requestAnimationFrame(() => tell(waiting.slice(atOnce)))
  }
  return {
    isMoving: () => isMoving,
    onRest(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    move() {
      movedAtMs = performance.now()
      if (isMoving) return
      isMoving = true
      look()
    },
  }
}
