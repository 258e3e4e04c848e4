import { expect, it, vi } from 'vitest'

it('keeps the last token over a reload', async () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => kept.set(key, text),
  })
  const load = async () => {
    vi.resetModules()
    return (await import('./lastToken.ts')).lastToken
  }
  const before = await load()
  expect(before.get()).toBeUndefined()
  before.set('9xQ')
  expect((await load()).get()).toBe('9xQ')
  vi.unstubAllGlobals()
})
