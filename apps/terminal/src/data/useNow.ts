import { useSyncExternalStore } from 'react'

const seconds = () => Date.now() / 1000

/** A single clock for the page, running only while there are listeners. It renews a hundred ages at once. */
const lookers = new Set<() => void>()
let now = seconds()
let timer: ReturnType<typeof setInterval> | undefined

function tick() {
  now = seconds()
  for (const looker of lookers) looker()
}

function look(looker: () => void): () => void {
  lookers.add(looker)
  timer ??= setInterval(tick, 1_000)
  return () => {
    lookers.delete(looker)
    if (lookers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function get(): number {
  if (lookers.size === 0 && Math.abs(seconds() - now) >= 1) now = seconds()
  return now
}

/** Returns the Unix seconds, renewed every second, for ages. */
export const useNow = (): number => useSyncExternalStore(look, get)

/** Returns the result of `of` for the current Unix seconds. Renders only when the result changes. */
export const useAsOfNow = <T extends string | number>(of: (nowSeconds: number) => T): T =>
  useSyncExternalStore(look, () => of(get()))
