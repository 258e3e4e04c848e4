import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { openDatabase } from '../database/database.ts'
import { openBundleStore } from './bundleStore.ts'

const rounds = process.env.PROOF === '1' ? 25 : 3
const sessions = ['a', 'b', 'c']

/**
 * Continues each session at its last revision, writes one revision after another, and prints each once it is
 * acknowledged.
 */
const writer = `
  const { quickenImports } = await import(${JSON.stringify(new URL('../quickenImports.ts', import.meta.url).href)})
  quickenImports()
  const { openDatabase } = await import(${JSON.stringify(new URL('../database/database.ts', import.meta.url).href)})
  const { openBundleStore } = await import(${JSON.stringify(new URL('./bundleStore.ts', import.meta.url).href)})
  const [directory] = process.argv.slice(2)
  const store = await openBundleStore(await openDatabase(directory), directory)
  await Promise.all(${JSON.stringify(sessions)}.map(async session => {
    let rev = (await store.read(session))?.rev ?? 0
    for (;;) {
      rev++
      await store.write(session, { rev, body: JSON.stringify({ rev, text: 'x'.repeat(rev % 3000) }) })
      process.stdout.write(session + ' ' + rev + '\\n')
    }
  }))
`

it(`F40 loses no bundle that was answered for, killed ${rounds} times at any moment`, {
  timeout: 300_000,
}, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'tern-kill-'))
  const script = join(directory, 'writer.mjs')
  writeFileSync(script, writer)
  const acknowledged = new Map<string, number>()
  for (let round = 0; round < rounds; round++) {
    const child = spawn(process.execPath, [script, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
    const ended = once(child, 'close')
    let text = ''
    child.stdout.on('data', chunk => {
      text += chunk
    })
    await Promise.race([once(child.stdout, 'data'), ended])
    expect(child.exitCode).toBeNull()
    await wait((round * 37) % 150)
    // On a busy machine, a session may not have written yet.
    const hasAll = () => sessions.every(session => text.includes(`${session} `))
    while (child.exitCode === null && !hasAll()) await Promise.race([once(child.stdout, 'data'), ended])
    child.kill('SIGKILL')
    await ended
    for (const line of text.split('\n').slice(0, -1)) {
      const [session = '', rev] = line.split(' ')
      expect(Number(rev)).toBeGreaterThan(acknowledged.get(session) ?? 0)
      acknowledged.set(session, Number(rev))
    }
  }
  const database = await openDatabase(directory)
  const store = await openBundleStore(database, directory)
  for (const session of sessions) {
    const { rev, body } = (await store.read(session)) ?? { rev: 0, body: '' }
    // The last revision may be stored without its acknowledgement.
    const last = acknowledged.get(session) ?? 0
    expect(last).toBeGreaterThanOrEqual(rounds)
    expect([last, last + 1]).toContain(rev)
    expect(JSON.parse(body).rev).toBe(rev)
  }
  await store.close()
  await database.close()
})
