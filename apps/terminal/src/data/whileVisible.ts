/** Runs `start` while the page is visible, and what it returned when it is hidden. @returns ends it for good. */
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
