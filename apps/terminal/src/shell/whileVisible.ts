/**
 * Runs `start` while the page is visible and what it returned when it is hidden. A browser allows six HTTP/1.1
 * connections to a host over all its tabs, so a hidden tab must not hold event streams open.
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
