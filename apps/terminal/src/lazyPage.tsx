import { type ComponentType, type ReactNode, use, useEffect } from 'react'

/** A page, or a part of one, in a chunk of its own, which `preload` gets ahead of time. */
export interface LazyPage<Props> {
  (props: Props): ReactNode
  preload(): Promise<void>
}

/**
 * A page that is loaded when it is first gone to. One that cannot be is an error in its place, and is asked for again the next
 * time: what is on the rest of the screen stays.
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
  // biome-ignore lint/correctness/noComponentHookFactories: called once a page, beside the routes
  function Page(props: Props) {
    if (Loaded === undefined) use(begin())
    return Loaded === undefined ? null : <Loaded {...props} />
  }
  return Object.assign(Page, { preload: () => begin().catch(() => undefined) })
}

/** How long a page has been there when what it may need is got, so that it is there while the server is away. */
export const preloadAfterMs = 5_000

let turn: Promise<unknown> = Promise.resolve()

/** Gets a part ahead of need, after those before it, each while there is nothing else to do: all at once they take a slow processor eight frames. */
export function preloadInTurn(preload: LazyPage<object>['preload']): void {
  turn = turn.then(idle).then(preload)
}

/** Not every browser says when there is nothing else to do. */
const idle = () =>
  new Promise<unknown>(resolve => {
    if ('requestIdleCallback' in globalThis) requestIdleCallback(resolve, { timeout: 1_000 })
    else setTimeout(resolve, 50)
  })

/** Gets a part of a page ahead of need. */
export function usePreload({ preload }: Pick<LazyPage<object>, 'preload'>): void {
  useEffect(() => {
    const timer = setTimeout(preloadInTurn, preloadAfterMs, preload)
    return () => clearTimeout(timer)
  }, [preload])
}
