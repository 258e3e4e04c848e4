import { useSyncExternalStore } from 'react'

const seconds = () => Date.now() / 1000

/** One clock for the whole page, which runs while somebody looks: a hundred ages are renewed at once. */
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

/** Seconds since 1970, renewed every second: for ages. */
export const useNow = (): number => useSyncExternalStore(look, get)

/** What `of` makes of the seconds since 1970, looked at every second, and rendered when it is something else. */
export const useAsOfNow = <T extends string | number>(of: (nowSeconds: number) => T): T =>
  useSyncExternalStore(look, () => of(get()))
