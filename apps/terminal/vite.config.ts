import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const server = process.env.TERN_SERVER ?? 'http://127.0.0.1:8787'
const forwarded = { target: server, changeOrigin: true, headers: { origin: server } }

/**
 * Nothing is inlined (no data: URLs, no inline script or style), so that the server's Content-Security-Policy can be `'self'`.
 * `npm run dev` forwards the server's paths to a running `npm start` (TERN_SERVER says where).
 */
export default defineConfig({
  plugins: [react()],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    // The budget is kept by test/bundleBudget.integration.test.ts.
    chunkSizeWarningLimit: 600,
  },
  worker: { format: 'es' },
  server: {
    proxy: {
      '/api': { ...forwarded, ws: true },
      '/health': forwarded,
      '/metadata': forwarded,
      '/pictures': forwarded,
      '/rpc': { ...forwarded, ws: true },
    },
  },
})
