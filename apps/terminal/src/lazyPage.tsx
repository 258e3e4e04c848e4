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

/** Gets a part of a page ahead of need. */
export function usePreload({ preload }: Pick<LazyPage<object>, 'preload'>): void {
  useEffect(() => {
    const timer = setTimeout(preload, preloadAfterMs)
    return () => clearTimeout(timer)
  }, [preload])
}
