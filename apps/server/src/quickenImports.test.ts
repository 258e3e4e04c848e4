import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from 'vitest'
import { resolveInDrizzle } from './quickenImports.ts'

const entry = createRequire(import.meta.url)
  .resolve('drizzle-orm/pg-core')
  .replace(/\.cjs$/, '.js')
const parent = pathToFileURL(entry).href

describe('relative imports within drizzle-orm', () => {
  it('resolve to the same files as Node’s', () => {
    const specifiers = [...readFileSync(entry, 'utf8').matchAll(/from "(\.[^"]+)"/g)].map(([, name = '']) => name)
    expect(specifiers.length).toBeGreaterThan(10)
    for (const specifier of specifiers)
      expect(resolveInDrizzle(specifier, parent)).toEqual({
        url: pathToFileURL(join(dirname(entry), specifier)).href,
        format: 'module',
        shortCircuit: true,
      })
  })

  it('are ES modules, as its package declares', () => {
    const manifest = JSON.parse(readFileSync(join(dirname(entry), '..', 'package.json'), 'utf8'))
    expect(manifest).toMatchObject({ name: 'drizzle-orm', type: 'module' })
  })
})

it.each([
  ['another package', 'hono', parent],
  ['what is not an ES module', './index.cjs', parent],
  ['what is imported by a CommonJS module', './index.js', parent.replace(/\.js$/, '.cjs')],
  ['another package’s own', './index.js', 'file:///tern/node_modules/hono/dist/index.js'],
  ['the server’s own', './startServer.ts', import.meta.url],
  ['what starts the process', './main.js', undefined],
])('%s is left to Node', (_, specifier, parent) => {
  expect(resolveInDrizzle(specifier, parent)).toBeUndefined()
})
