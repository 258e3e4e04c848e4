import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type RunningServer, runServer } from '../apps/server/test/runningServer.ts'
import { practiceRpc } from './practiceRpc.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..')
const address = '11111111111111111111111111111112'
const bundle = {
  ...{ v: 1, suborgId: 'backup', rev: 1, createdAt: 1 },
  ark: [
    {
      ...{ kid: 'A'.repeat(22), type: 'recovery', kdf: { name: 'hkdf-sha256', salt: 'A'.repeat(22) } },
      ...{ iv: 'A'.repeat(16), wrapped: 'A'.repeat(64) },
    },
  ],
  wallets: [
    {
      ...{ walletId: 'A'.repeat(22), address, label: 'Kept', iv: 'A'.repeat(16) },
      ...{ ciphertext: 'A'.repeat(86), nonceMode: false, createdAt: 1 },
    },
  ],
}

let server: RunningServer
const folder = mkdtempSync(join(tmpdir(), 'tern-backup-'))
const file = join(folder, 'tern.tar.gz')
const chain = practiceRpc(() => server.port)

/** Runs the script of `npm run backup` or `npm run restore` on the server's own data. */
const script = (name: 'backup' | 'restore', ...args: readonly string[]) =>
  run(process.execPath, [join(root, 'scripts', `${name}.mjs`), ...args], {
    env: { ...process.env, DATA_DIR: server.dataDir },
  })
const lamports = async () => chain.lamportsOf(address)

beforeAll(async () => {
  server = await runServer({ PRACTICE_TRADES_PER_SECOND: '20' })
})
afterAll(async () => {
  await server?.remove()
  rmSync(folder, { recursive: true, force: true })
})

describe('a backup', () => {
  it('is made while makers trade, and restores everything', async () => {
    const kept = await fetch(`http://127.0.0.1:${server.port}/api/bundle`, {
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(bundle),
    })
    expect(await kept.json()).toMatchObject({ rev: 1 })
    const [cookie = ''] = (kept.headers.get('set-cookie') ?? '').split(';')
    await chain.rpc('requestAirdrop', address, 5_000_000_000)
    while ((await lamports()) === 0n) await new Promise(resolve => setTimeout(resolve, 100))
    const slot = await chain.rpc<number>('getSlot')

    expect((await script('backup', file)).stdout).toMatch(/tern\.tar\.gz: [\d.]+ MB; Tern stood still for \d+ ms/)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    // The server goes on, and later changes are not in the backup.
    await chain.rpc('requestAirdrop', address, 1_000_000_000)
    while ((await lamports()) === 5_000_000_000n) await new Promise(resolve => setTimeout(resolve, 100))

    await server.kill()
    rmSync(server.dataDir, { recursive: true })
    await script('restore', file)
    expect(existsSync(join(server.dataDir, 'lock'))).toBe(false)
    await server.start()

    const restored = await fetch(`http://127.0.0.1:${server.port}/api/bundle`, { headers: { cookie } })
    expect(await restored.json()).toEqual(bundle)
    expect(await lamports()).toBe(5_000_000_000n)
    expect(await chain.rpc<number>('getSlot')).toBeGreaterThanOrEqual(slot)
    const listed = async () => (await chain.procedure<readonly unknown[]>('tokens.list')).length
    expect(await listed()).toBeGreaterThan(30)
  })

  it('lets an owner with a newer wallet file in, and keeps the restored file', async () => {
    const address = `http://127.0.0.1:${server.port}/api/bundle`
    const send = (method: 'PUT' | 'POST', body: object, headers: Record<string, string> = {}) =>
      fetch(address, {
        method,
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    const cookieOf = (response: Response) => (response.headers.get('set-cookie') ?? '').split(';')[0] ?? ''
    const before = cookieOf(await send('POST', bundle))
    // The bundle is two revisions ahead of the server, so the server refuses it as an update.
    const newest = { ...bundle, rev: 3 }
    expect((await send('PUT', newest, { cookie: before })).ok).toBe(false)
    const restored = await send('POST', newest, { cookie: before })
    expect(restored.status).toBe(200)
    const read = async (cookie: string) => (await fetch(address, { headers: { cookie } })).json()
    expect(await read(cookieOf(restored))).toEqual(newest)
    expect(await read(before)).toEqual(bundle)
  })

  it('is the same if Tern is not running', async () => {
    await server.stop()
    const cold = join(folder, 'cold.tar.gz')
    expect((await script('backup', cold)).stdout).not.toContain('stood still')
    rmSync(server.dataDir, { recursive: true })
    await script('restore', cold)
    await server.start()
    expect(await lamports()).toBe(5_000_000_000n)
  })

  it('overwrites neither a file nor data', async () => {
    await expect(script('backup', file)).rejects.toThrow('is there already')
    await expect(script('restore', file)).rejects.toThrow('is not empty')
    await expect(script('backup', join(server.dataDir, 'x'))).rejects.toThrow('lies in what is to be backed up')
  })

  it('leaves nothing behind if it is damaged', async () => {
    await server.stop()
    rmSync(server.dataDir, { recursive: true })
    const damaged = join(folder, 'damaged.tar.gz')
    writeFileSync(damaged, 'not an archive')
    await expect(script('restore', damaged)).rejects.toThrow('cannot be read')
    expect(existsSync(server.dataDir)).toBe(false)
    mkdirSync(server.dataDir)
  })
})
