import { describe, expect, it } from 'vitest'
import { createCandidate } from './lead.ts'

/** Tabs that seek the lead of one browser. The locks of this process take the place of the browser’s. */
function browser() {
  const name = crypto.randomUUID()
  const log: string[] = []
  return {
    log,
    tab: (tab: string) =>
      createCandidate(navigator.locks, name, {
        onLead: () => log.push(`${tab} leads`),
        onLost: () => log.push(`${tab} lost`),
      }),
  }
}

describe('the lead', () => {
  it('belongs to one tab, and goes to the next when that tab resigns', async () => {
    const { log, tab } = browser()
    const [a, b, c] = [tab('a'), tab('b'), tab('c')]
    for (const one of [a, b, c]) one.seek()
    await expect.poll(() => log).toEqual(['a leads'])
    b.resign()
    a.resign()
    await expect.poll(() => log).toContain('c leads')
    expect(log.filter(line => line !== 'a lost')).toEqual(['a leads', 'c leads'])
    expect([a, b, c].map(one => one.isLeading)).toEqual([false, false, true])
    c.resign()
  })

  it('is stolen from a tab that does not answer, and that tab is notified', async () => {
    const { log, tab } = browser()
    const [a, b] = [tab('a'), tab('b')]
    a.seek()
    b.seek()
    await expect.poll(() => log).toEqual(['a leads'])
    b.steal()
    await expect.poll(() => log.toSorted()).toEqual(['a leads', 'a lost', 'b leads'])
    a.seek()
    b.resign()
    await expect.poll(() => a.isLeading).toBe(true)
    a.resign()
  })

  it('is sought once, however often `seek` is called', async () => {
    const { log, tab } = browser()
    const [a, b] = [tab('a'), tab('b')]
    a.seek()
    a.seek()
    b.seek()
    await expect.poll(() => log).toEqual(['a leads'])
    a.seek()
    a.steal()
    a.resign()
    await expect.poll(() => b.isLeading).toBe(true)
    expect(log.filter(line => line.startsWith('a'))).toEqual(['a leads', 'a lost'])
    b.resign()
  })
})
