import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

const kilobyte = 1000

describe('the built vault', () => {
  let dist: string
  const scripts = new Map<string, string>()

  beforeAll(async () => {
    dist = await mkdtemp(join(tmpdir(), 'tern-vault-'))
    const vite = join(dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js')
    const args = [vite, 'build', '--outDir', dist, '--emptyOutDir', '--logLevel', 'error']
    // The production build that users get.
    const env = { ...process.env, NODE_ENV: 'production' }
    await promisify(execFile)(process.execPath, args, { cwd: join(import.meta.dirname, '..'), env })
    for (const name of await readdir(join(dist, 'assets')))
      if (name.endsWith('.js')) scripts.set(name, await readFile(join(dist, 'assets', name), 'utf8'))
  })
  afterAll(() => rm(dist, { recursive: true, force: true }))

  it('is at most 60 kB of JavaScript after gzip with the signer, 90 kB with all forms, and 60 kB more of password lists', () => {
    const sizes = [...scripts].map(([name, text]) => [name, gzipSync(text, { level: 9 }).length] as const)
    const total = (of: typeof sizes) => of.reduce((sum, [, bytes]) => sum + bytes, 0)
    // Without the chunks that load with the first form.
    const first = sizes.filter(([name]) => !/^(forms|words|guesses)-/.test(name))
    expect([first.length > 2, sizes.length - first.length]).toEqual([true, 3])
    expect(total(first)).toBeLessThanOrEqual(60 * kilobyte)
    const lists = sizes.filter(([name]) => name.startsWith('guesses-'))
    expect(lists).toHaveLength(1)
    expect(total(lists)).toBeLessThanOrEqual(60 * kilobyte)
    expect(total(sizes) - total(lists)).toBeLessThanOrEqual(90 * kilobyte)
  })

  it('has the words of BIP-39', async () => {
    const [, code = ''] = [...scripts].find(([name]) => name.startsWith('words-')) ?? []
    // The chunk's own statement that decodes the list.
    const decodes = /(?:`|"|')0abandon.*?\.map\(.*?\.slice\(1\)\)?\)/.exec(code)?.[0] ?? expect.fail('no list')
    const last = /\(?(\w+)=\1\.slice/.exec(decodes)?.[1] ?? expect.fail('no decoder')
    const { words } = await import(
      `data:text/javascript,let ${last}='';export const words=${encodeURIComponent(decodes)}`
    )
    const { wordlist } = await import('@scure/bip39/wordlists/english.js')
    expect(words).toEqual([...wordlist])
  })

  it('has a text for every error that the vault or its signer throws', async () => {
    const sources = ['../src', '../../../packages/custody/src'].map(path => join(import.meta.dirname, path))
    const codes = new Set<string>()
    for (const source of sources)
      for (const path of await readdir(source, { recursive: true })) {
        if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue
        const text = await readFile(join(source, path), 'utf8')
        for (const [, code = ''] of text.matchAll(/TernError\(\s*'([^']+)'/g)) codes.add(code)
      }
    expect(codes.size).toBeGreaterThan(20)
    // Forms read amounts that a person types.
    const messages = await readFile(join(import.meta.dirname, '../../../packages/core/src/errorMessages.ts'), 'utf8')
    for (const [, code = ''] of messages.matchAll(/'((?:amount|number)\/\w+)':/g)) codes.add(code)
    const forms = [...scripts].find(([name]) => name.startsWith('forms-'))?.[1] ?? ''
    expect([...codes].filter(code => !forms.includes(`"${code}":`) && !forms.includes(`\`${code}\`:`))).toEqual([])
  })

  it('contains no code that runs text as script, and reaches out for bundles and prices only', () => {
    for (const [name, text] of scripts) {
      expect(text, name).not.toMatch(/\beval\(|new Function\(|XMLHttpRequest|EventSource|sendBeacon|innerHTML|React/)
      // The signer receives prices, and sends the nonce accounts that it wants reported.
      const isSigner = name.startsWith('worker-')
      expect([...text.matchAll(/\bnew WebSocket\b/g)].length, name).toBe(isSigner ? 1 : 0)
      expect([...text.matchAll(/\.send\([^)]*\)/g)].length, name).toBe(isSigner ? 1 : 0)
      const reaching = [...text.matchAll(/\bfetch\(/g)].length
      expect(reaching, name).toBe(name.startsWith('index-') ? 1 : 0)
    }
  })

  it('loads nothing from other origins', async () => {
    const page = await readFile(join(dist, 'index.html'), 'utf8')
    expect(page).not.toMatch(/https?:|\/\/|<style|<script(?![^>]* src="\/assets\/)/)
  })
})
