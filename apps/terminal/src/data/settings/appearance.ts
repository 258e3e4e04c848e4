import type { Settings } from './standardSettings.ts'

/** The page's look: the `data-` attributes of its root element. */
export interface Appearance {
  readonly theme: 'dark' | 'light'
  readonly colours: Settings['colours']
  readonly density: Settings['density']
  readonly motion: 'full' | 'reduced'
}

/** Resolves the settings on this machine. `public/firstPaint.js` does the same before the first paint. */
export function appearanceOf({ theme, colours, density, motion }: Settings): Appearance {
  const asks = (query: string) => globalThis.matchMedia?.(query).matches === true
  const systemTheme = asks('(prefers-color-scheme: light)') ? 'light' : 'dark'
  return {
    theme: theme === 'system' ? systemTheme : theme,
    colours,
    density,
    motion: motion === 'reduced' || asks('(prefers-reduced-motion: reduce)') ? 'reduced' : 'full',
  }
}

/** The colour of the top bar, for the bars of the browser next to it. */
const barColour = { dark: '#11161d', light: '#ffffff' } as const

/** Sets the attributes of the page's root element, and the colour of the browser's own bars. */
export function showAppearance(appearance: Appearance): void {
  Object.assign(document.documentElement.dataset, appearance)
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', barColour[appearance.theme])
}
