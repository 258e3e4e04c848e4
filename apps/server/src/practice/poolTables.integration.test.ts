import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TokenRow } from '../appRouter.ts'
import { readConfig } from '../config.ts'
import { type RunningServer, startServer } from '../startServer.ts'

const directory = mkdtempSync(join(tmpdir(), 'tern-tables-'))
let server: RunningServer
beforeAll(async () => {
  const [terminalDir, vaultDir] = ['terminal', 'vault'].map(name => {
    mkdirSync(join(directory, name))
    writeFileSync(join(directory, name, 'index.html'), '<title>Tern</title>')
    return join(directory, name)
  }) as [string, string]
  const settings = { PORT: '0', DATA_DIR: join(directory, 'data'), PRACTICE_HISTORY_HOURS: '0' }
  const onFault = (error: unknown) => expect.fail(String(error))
  server = await startServer(readConfig({ ...settings, PRACTICE_TRADES_PER_SECOND: '0' }), {
    onFault,
    terminalDir,
    vaultDir,
  })
})
afterAll(async () => {
  await server.close()
  rmSync(directory, { recursive: true })
})

async function ask(name: string, input?: unknown) {
  const search = input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`
  const answer = await (await fetch(`http://127.0.0.1:${server.port}/api/trpc/${name}${search}`)).json()
  return answer.error?.data.code ?? answer.result.data
}

it('the server names the lookup tables of practice pools', async () => {
  const [token = expect.fail()] = (await ask('tokens.list')) as readonly TokenRow[]
  const { protocol, pool: address, mint } = token
  expect(await ask('markets.poolTables', { pools: [{ protocol, address, mint }] })).toHaveLength(1)
  expect(await ask('markets.poolTables', { pools: [{ protocol, address: mint }] })).toEqual([])
  const seven = Array(7).fill({ protocol, address })
  for (const pools of [seven, [{ protocol: 'none', address }], [{ protocol, address: 'nonsense' }], {}])
    expect(await ask('markets.poolTables', { pools })).toBe('BAD_REQUEST')
})
