import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createViteServer } from 'vitest/node'

const terminal = join(import.meta.dirname, '..', 'apps', 'terminal')

/** Serves the design sheet like `npm run dev`. */
export async function serveSheet(): Promise<{ readonly url: string; close(): Promise<void> }> {
  const cacheDir = await mkdtemp(join(tmpdir(), 'tern-sheet-'))
  const server = await createViteServer({
    configFile: join(terminal, 'vite.config.ts'),
    root: terminal,
    cacheDir,
    logLevel: 'error',
    server: { host: '127.0.0.1', port: 0, hmr: false, watch: null },
  })
  await server.listen()
  const address = server.httpServer?.address()
  if (address === null || typeof address !== 'object') throw new TypeError('no port')
  return {
    url: `http://127.0.0.1:${address.port}/sheet.html`,
    async close() {
      await server.close()
      await rm(cacheDir, { recursive: true, force: true })
    },
  }
}
