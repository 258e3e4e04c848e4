import { type ComponentType, type ReactNode, use, useEffect } from 'react'

/** A page, or a part of a page, in its own chunk. `preload` loads it ahead of time. */
export interface LazyPage<Props> {
  (props: Props): ReactNode
  preload(): Promise<void>
}

/**
 * Makes a page that loads when it is first shown. A failed load shows as an error in its place and is retried the next
 * time;
 * the rest of the screen stays.
 */
export function lazyPage<Name extends string, Props extends object>(
  load: () => Promise<Readonly<Record<Name, ComponentType<Props>>>>,
  name: Name,
): LazyPage<Props> {
  let Loaded: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  async function get() {
    try {
      Loaded = (await load())[name]
    } catch (error) {
      loading = undefined
      throw error
    }
  }
  const begin = () => {
    loading ??= get()
    return loading
  }
  // biome-ignore lint/correctness/noComponentHookFactories: called once for each page, beside the routes
  function Page(props: Props) {
    if (Loaded === undefined) use(begin())
    return Loaded === undefined ? null : <Loaded {...props} />
  }
  return Object.assign(Page, { preload: () => begin().catch(() => undefined) })
}

/** A page preloads its parts after this time, so that the parts work while the server is away. */
export const preloadAfterMs = 5_000

let turn: Promise<unknown> = Promise.resolve()

/**
 * Loads a part ahead, after earlier parts and when the browser is idle: all at once would block a slow processor for
 * eight frames.
 */
export function preloadInTurn(preload: LazyPage<object>['preload']): void {
  turn = turn.then(idle).then(preload)
}

/** Waits until the browser is idle; not every browser reports that. */
const idle = () =>
  new Promise<unknown>(resolve => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 1_000 })
    else setTimeout(resolve, 50)
  })

/** Loads a part of a page ahead of need. */
export function usePreload({ preload }: Pick<LazyPage<object>, 'preload'>): void {
  useEffect(() => {
    const timer = setTimeout(preloadInTurn, preloadAfterMs, preload)
    return () => clearTimeout(timer)
  }, [preload])
}
