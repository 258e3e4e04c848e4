import react from '@vitejs/plugin-react'
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite'

const server = process.env.TERN_SERVER ?? 'http://127.0.0.1:8787'
const forwarded = { target: server, changeOrigin: true, headers: { origin: server } }

const firstPage = 'src/features/discover/View.tsx'

/** Has the browser get the page that most begin with beside the shell, which would ask for it only once it runs. */
const preloadFirstPage: Plugin = {
  name: 'preload-first-page',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {}, filename }) {
      const chunks = Object.values(bundle).flatMap(part => (part.type === 'chunk' ? [part] : []))
      const page = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith(firstPage))
      if (page === undefined || !filename.endsWith('index.html')) return []
      const link = (attributes: Record<string, string | boolean>): HtmlTagDescriptor => ({
        tag: 'link',
        attrs: { ...attributes, crossorigin: true },
        injectTo: 'head',
      })
      const styles = [...(page.viteMetadata?.importedCss ?? [])]
      const scripts = [page.fileName, ...page.imports]
      return [
        ...scripts.map(file => link({ rel: 'modulepreload', href: `/${file}` })),
        ...styles.map(file => link({ rel: 'preload', as: 'style', href: `/${file}` })),
      ].filter(({ attrs }) => !html.includes(`"${attrs?.href}"`))
    },
  },
}

/**
 * Nothing is inlined (no data: URLs, no inline script or style), so that the server's Content-Security-Policy can be `'self'`.
 * `npm run dev` forwards the server's paths to a running `npm start` (TERN_SERVER says where).
 */
export default defineConfig({
  plugins: [react(), preloadFirstPage],
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
