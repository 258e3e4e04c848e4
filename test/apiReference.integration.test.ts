import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const { apiReference } = (await import(new URL('../scripts/apiReference.mjs', import.meta.url).href)) as {
  apiReference(): Promise<{ readonly files: ReadonlyMap<string, string>; readonly silent: readonly string[] }>
}

describe('the public API', () => {
  it('matches docs/api: run `npm run api`, and review the changes', async () => {
    const { files, silent } = await apiReference()
    const kept = (name: string) => readFileSync(join(import.meta.dirname, '..', 'docs', 'api', name), 'utf8')
    expect(files.get('exports.txt')).toBe(kept('exports.txt'))
    for (const [name, content] of files) expect(content).toBe(kept(name))
    // Every export has a docstring.
    expect(silent).toEqual([])
  })
})
