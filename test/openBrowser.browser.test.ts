import { chromium } from 'playwright-core'
import { expect, it } from 'vitest'
import { launching } from './openBrowser.ts'

it('disables every feature of Chromium that Playwright disables', async () => {
  const server = await chromium.launchServer(launching)
  try {
    const option = '--disable-features='
    const lists = server.process().spawnargs.filter(argument => argument.startsWith(option))
    const [byPlaywright, last] = lists.map(list => list.slice(option.length).split(','))
    expect(lists).toHaveLength(2)
    expect(byPlaywright?.length).toBeGreaterThan(5)
    expect(last).toEqual(expect.arrayContaining(byPlaywright ?? []))
  } finally {
    await server.close()
  }
})
