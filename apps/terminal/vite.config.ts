import { request } from 'node:http'
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const server = process.env.TERN_SERVER ?? 'http://127.0.0.1:8787'
const forwarded = { target: server, changeOrigin: true, headers: { origin: server } }

/**
 * Passes requests to the vault's name to the server unchanged: the vault has its own origin, build and policy. Also passes the
 * vault's requests to the terminal's name.
 */
const vault: Plugin = {
  name: 'vault',
  configureServer: ({ middlewares }) => {
    middlewares.use((asked, answer, next) => {
      const { method, headers, url } = asked
      if (!headers.host?.startsWith('vault.') && url !== '/api/session') return next()
      const onward = request(new URL(url ?? '/', server), { method, headers }, response => {
        answer.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(answer)
      })
      onward.on('error', next)
      asked.pipe(onward)
    })
  },
}

/** Replaces Vite's helper for dynamic imports. */
const loadParts: Plugin = {
  name: 'load-parts',
  enforce: 'pre',
  resolveId: source =>
    source.endsWith('vite/preload-helper.js') ? join(import.meta.dirname, 'src', 'loadPart.ts') : undefined,
}

/** Modules that the first page takes, whichever it is. */
const everywhere =
  /packages\/core\/src\/(errors|errorMessages|codeAndFacts|amount|integer|addresses|mulDiv|parseAddress|base58|basisPoints|decimal|assembleTransaction|cosigner|nextTask)\.ts$|data\/(store|queryClient|network|toasts|pageLocks)\.ts$|settings\/\w+\.ts$|keyStrokes\.ts$|ui\/(Button|Icon|iconPaths|isPlainClick)\.tsx?$|text\/numberText\.ts$|market\/(listing|mintChecks)\.ts$|jsx-runtime|src\/loadPart\.ts$/
/** The entry modules of a trade on any venue. */
const trading = /packages\/client\/src\/(client|actions\/trade\/(buy|sell))\.ts$/
/** Modules that a press on a trade takes, on every page. */
const pressing =
  /text\/(tradeSteps|tradeText|impact|expiredText)\.ts$|data\/trade\/(tradeAtOnce|pressTrade|press|acceptedRisks|refusalToast|sendTrade|largestFor|tradeNeeds|sound|chooseProvider|tradeFees|tradeNow|planWithProviders|clientOf|sendingFacts|beginSendings)\.ts$|activity\/flights\.ts$|wallets\/(nonceMode|nonceUse|practiceSol)\.ts$|send\/(providerTable|tips|relayedProvider)\.ts$|actions\/(trade\/(simulatePlan|measureTrade)|plan\/simulateMessage)\.ts$|referral\/namedCode\.ts$/
/** Small parts that several of the other pages take. */
const parts =
  /ui\/(Unread|Tabs|Slippage|NamesakeMark|Stat|WithoutInterest|Check|Preview|PaidPart|isLong|UseLargest|useMedia|SortHeader|RowGap)\.tsx?$|text\/(timeText|opensText)\.ts$|market\/useTokens\.ts$|activity\/useActivity\.ts$|trade\/(mainButton|keepPlanned|useLandsThrough|wishKey)\.ts$|wallets\/(ownerOf|useNonceAccount|useTokenBalance|useTradeLifetime)\.ts$|theme\/readColour\.ts$|market\/namesakes\.ts$/

/**
 * Nothing is inlined (no data: URLs, no inline script or style), so that the server's Content-Security-Policy can be `'self'`.
 * `npm run dev` forwards the server's paths to a running `npm start` (TERN_SERVER says where).
 */
export default defineConfig({
  plugins: [react(), vault, loadParts],
  build: {
    target: 'es2023',
    assetsInlineLimit: 0,
    manifest: true,
    modulePreload: { polyfill: false },
    // The budget is kept by test/bundleBudget.integration.test.ts.
    chunkSizeWarningLimit: 600,
    // Modules that always load together are in a single file: small files compress worse.
    rolldownOptions: {
      output: {
        // A page's first script lists all other files, and names and hashes compress badly: without names, Discover loads 1.1 kB less.
        // The manifest has the names. A hash of 32 bits distinguishes the versions of a file.
        chunkFileNames: 'assets/part-[hash].js',
        hashCharacters: 'hex',
        codeSplitting: {
          groups: [
            { name: 'base', test: everywhere, priority: 1 },
            { name: 'trade', test: trading },
            { name: 'press', test: pressing, includeDependenciesRecursively: false },
            { name: 'parts', test: parts, includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
  server: {
    open: 'http://tern.localhost:5173/',
    proxy: {
      '/api': { ...forwarded, ws: true },
      '/health': forwarded,
      '/metadata': forwarded,
      '/pictures': forwarded,
      '/rpc': { ...forwarded, ws: true },
    },
  },
})
