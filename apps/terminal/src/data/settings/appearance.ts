import type { Settings } from './standardSettings.ts'

/** How the page looks: what its root element says in `data-` attributes. */
export interface Appearance {
  readonly theme: 'dark' | 'light'
  readonly colours: Settings['colours']
  readonly density: Settings['density']
  readonly motion: 'full' | 'reduced'
}

/** What the settings come to on this machine. `public/firstPaint.js` says the same before the first paint. */
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

/** The top bar's colour, for the browser's own bars beside it. */
const barColour = { dark: '#11161d', light: '#ffffff' } as const

/** Puts it on the page's root element, and colours the browser's own bars. */
export function showAppearance(appearance: Appearance): void {
  Object.assign(document.documentElement.dataset, appearance)
  for (const meta of document.querySelectorAll('meta[name="theme-color"]'))
    meta.setAttribute('content', barColour[appearance.theme])
}
