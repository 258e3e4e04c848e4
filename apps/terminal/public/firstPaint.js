// Puts the chosen looks on the page before it is first painted. The same as data/settings/appearance.ts, which takes over
// afterwards; a test holds the two together. Discover's tokens are asked for here too. A file, because the page's policy allows no
// script inside it.
;(() => {
  const root = document.documentElement
  const asks = query => matchMedia(query).matches
  const choose = (value, choices) => (choices.includes(value) ? value : choices[0])
  let stored
  try {
    stored = JSON.parse(localStorage.getItem('tern-settings') || '{}')
  } catch {}
  const { theme, colours, density, motion } = Object(stored)
  const system = asks('(prefers-color-scheme: light)') ? 'light' : 'dark'
  root.dataset.theme = choose(theme, [system, 'dark', 'light'])
  root.dataset.colours = choose(colours, ['harbour', 'high-separation', 'classic', 'red-up'])
  root.dataset.density = choose(density, ['comfortable', 'compact'])
  root.dataset.motion = motion === 'reduced' || asks('(prefers-reduced-motion: reduce)') ? 'reduced' : 'full'
  // Until the sheet is there the browser paints its own canvas by this.
  document.querySelector('meta[name="color-scheme"]').content = root.dataset.theme

  // On their way beside the script that shows them.
  if (location.pathname === '/discover') {
    const list = document.createElement('link')
    Object.assign(list, { rel: 'preload', as: 'fetch', crossOrigin: 'anonymous' })
    list.href = '/api/trpc/tokens.list?batch=1&input=%7B%7D'
    document.head.append(list)
  }
})()
