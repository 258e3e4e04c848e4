/**
 * Calls `start` when the page is visible, and the function that it returned when the page is hidden.
 *
 * @returns ends it for good.
 */
export function whileVisible(start: () => () => void): () => void {
  let stop: (() => void) | undefined
  const turn = () => {
    if (document.visibilityState === 'visible') stop ??= start()
    else {
      stop?.()
      stop = undefined
    }
  }
  document.addEventListener('visibilitychange', turn)
  turn()
  return () => {
    document.removeEventListener('visibilitychange', turn)
    stop?.()
    stop = undefined
  }
}
