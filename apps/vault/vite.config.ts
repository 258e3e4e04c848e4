import { defineConfig } from 'vite'

/** A page of its own origin, with nothing of the terminal's build in it. */
export default defineConfig({
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  worker: { format: 'es' },
})
