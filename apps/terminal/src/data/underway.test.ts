import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Notebook } from './sendingNotes.ts'
import { createUnderway, type SendingsUnderway } from './underway.ts'

const channels: BroadcastChannel[] = []
afterEach(() => {
  for (const channel of channels.splice(0)) channel.close()
})

function browser() {
  const [name, mint] = [crypto.randomUUID(), crypto.randomUUID()]
  const notes = new Map<string, string>()
  const notebook: Notebook = {
    getItem: key => notes.get(key) ?? null,
    setItem: (key, text) => void notes.set(key, text),
    removeItem: key => void notes.delete(key),
    names: () => [...notes.keys()],
  }
  return {
    mint,
    notes,
    notebook,
    /** Notes the sending of a page that is gone. */
    leaveNote: (text: string) => notes.set(`tern-underway ${mint}`, text),
    tab(own: Notebook = notebook) {
      const channel = new BroadcastChannel(name)
      channels.push(channel)
      return createUnderway({ channel, locks: navigator.locks, notebook: own }, { lifeMs: 100, grace: 30 })
    },
  }
}

/** The browser frees a lock a moment after its release, so retry. */
const begunBy = ({ begin }: SendingsUnderway, mint: string) =>
  vi.waitFor(async () => (await begin(mint)) ?? expect.fail('still locked'))

describe('a trade under way', () => {
  it('is the only trade of its token, in whichever tab the next click is', async () => {
    const { tab, mint } = browser()
    const [one, other] = [tab(), tab()]
    const begun = await Promise.all([one.begin(mint), one.begin(mint), other.begin(mint), other.begin(mint)])
    const [first, ...more] = begun.filter(trade => trade !== undefined)
    expect(more).toEqual([])
    await expect.poll(() => [one, other].map(({ of }) => of(mint).get())).toEqual(['sending', 'sending'])
    expect(await one.begin(mint)).toBeUndefined()
    first?.becomeUnknown()
    await expect.poll(() => other.of(mint).get()).toBe('unknown')
    expect(await other.begin(mint)).toBeUndefined()
    expect(await other.begin(crypto.randomUUID())).toBeDefined()
    first?.end()
    await expect.poll(() => [one, other].map(({ of }) => of(mint).get())).toEqual(['none', 'none'])
    const again = await other.begin(mint)
    expect(again).toBeDefined()
    again?.end()
  })

  it('stays under way when a fork undoes the failure of the trade before it, which then expires', async () => {
    const { tab, mint } = browser()
    const one = tab()
    const failed = await one.begin(mint)
    failed?.end()
    const again = await begunBy(one, mint)
    failed?.becomeUnknown()
    expect(one.of(mint).get()).toBe('sending')
    failed?.end()
    expect([one.of(mint).get(), one.noted()]).toEqual(['sending', [mint]])
    again?.end()
    expect([one.of(mint).get(), one.noted()]).toEqual(['none', []])
  })

  it('stays under way in another tab when a fork undoes the failure of the trade before it', async () => {
    const { tab, mint } = browser()
    const [one, other] = [tab(), tab()]
    const failed = await one.begin(mint)
    failed?.end()
    const again = await begunBy(other, mint)
    await expect.poll(() => one.of(mint).get()).toBe('sending')
    failed?.becomeUnknown()
    failed?.end()
    expect([one.of(mint).get(), other.of(mint).get(), one.noted()]).toEqual(['sending', 'sending', [mint]])
    again?.end()
    await expect.poll(() => one.of(mint).get()).toBe('none')
  })

  it.each([
    ['this', 0],
    ['another', 1],
  ])('is unknown while the trade before it, which a fork brought back, is open: begun in %s tab', async (_, at) => {
    const { tab, mint } = browser()
    const tabs = [tab(), tab()] as const
    const [one, next] = [tabs[0], tabs[at] ?? tabs[0]]
    const failed = await one.begin(mint)
    failed?.end()
    const again = await begunBy(next, mint)
    await expect.poll(() => one.of(mint).get()).toBe('sending')
    failed?.becomeUnknown()
    again?.end()
    await expect.poll(() => tabs.map(({ of }) => of(mint).get())).toEqual(['unknown', 'unknown'])
    // Longer than a trade can live.
    await new Promise(resolve => setTimeout(resolve, 250))
    expect([await one.begin(mint), await tabs[1].begin(mint)]).toEqual([undefined, undefined])
    failed?.end()
    await expect.poll(() => tabs.map(({ of }) => of(mint).get())).toEqual(['none', 'none'])
    expect(one.noted()).toEqual([])
  })

  it('is unknown again when a fork undoes its failure and no other trade has begun', async () => {
    const { tab, mint } = browser()
    const one = tab()
    const failed = await one.begin(mint)
    failed?.end()
    failed?.becomeUnknown()
    expect([one.of(mint).get(), await one.begin(mint)]).toEqual(['unknown', undefined])
    failed?.end()
    const again = await begunBy(one, mint)
    expect(again).toBeDefined()
    again?.end()
  })

  it('is known in a tab that opens after it began', async () => {
    const { tab, mint } = browser()
    const begun = await tab().begin(mint)
    const late = tab()
    expect(late.of(mint).get()).toBe('unknown')
    await expect.poll(() => late.of(mint).get()).toBe('sending')
    begun?.end()
    await expect.poll(() => late.of(mint).get()).toBe('none')
  })

  it('is unknown in a tab that opens after another tab took it over', async () => {
    const { tab, mint } = browser()
    const taken = await tab().begin(mint, 'resumed')
    const late = tab()
    late.of(mint)
    // A tab that finds the lock held assumes "sending". Only the holder of the subject knows better.
    await expect.poll(() => late.of(mint).get()).toBe('unknown')
    await new Promise(resolve => setTimeout(resolve, 50))
    expect(late.of(mint).get()).toBe('unknown')
    taken?.end()
    await expect.poll(() => late.of(mint).get()).toBe('none')
  })

  it('is taken over when its page is gone, and ends when the new page knows the outcome', async () => {
    const { tab, mint } = browser()
    const before = tab()
    const begun = await before.begin(mint)
    expect(before.noted()).toEqual([mint])
    const waiting = tab().begin(mint, 'resumed')
    const soon = new Promise(resolve => setTimeout(resolve, 50, 'still held'))
    expect(await Promise.race([waiting, soon])).toBe('still held')
    begun?.end()
    const taken = await waiting
    taken?.end()
    const gone = browser()
    gone.leaveNote(String(Date.now()))
    const [page, next] = [gone.tab(), gone.tab()]
    expect(await page.begin(gone.mint)).toBeUndefined()
    const resumed = await page.begin(gone.mint, 'resumed')
    await expect.poll(() => next.of(gone.mint).get()).toBe('unknown')
    // Longer than a trade can live, while its outcome is unknown.
    await new Promise(resolve => setTimeout(resolve, 250))
    expect([page.of(gone.mint).get(), await next.begin(gone.mint)]).toEqual(['unknown', undefined])
    resumed?.end()
    await expect.poll(() => next.of(gone.mint).get()).toBe('none')
    expect(gone.tab().noted()).toEqual([])
  })

  it('stays unknown for a while when its tab closes, and other tabs are notified that they must take it over', async () => {
    const { tab, mint } = browser()
    const other = tab()
    let left = 0
    other.onLeft(() => left++)
    const channel = channels[0]
    // The browser frees the locks of a closed tab, and the tab sends no message.
    const close = await new Promise<() => void>(held => {
      void navigator.locks.request(`tern-trade ${mint}`, () => new Promise<void>(held))
    })
    const closing = new BroadcastChannel(channel?.name ?? '')
    closing.postMessage({ subject: mint, state: 'sending' })
    await expect.poll(() => other.of(mint).get()).toBe('sending')
    closing.close()
    expect(left).toBe(0)
    close()
    await expect.poll(() => other.of(mint).get()).toBe('unknown')
    expect(left).toBe(1)
    expect(await other.begin(mint)).toBeUndefined()
    await expect.poll(() => other.of(mint).get()).toBe('none')
    const again = await other.begin(mint)
    expect(again).toBeDefined()
    again?.end()
  })

  it('is unknown for a while in a reloaded page and in every other tab', async () => {
    const { tab, mint, notes } = browser()
    const begun = await tab().begin(mint)
    const left = [...notes]
    expect(left).toHaveLength(1)
    begun?.end()
    expect(notes).toEqual(new Map())
    // The notebook as it is when the tab goes before the end.
    for (const [name, text] of left) notes.set(name, text)
    const [reloaded, other] = [tab(), tab()]
    expect(reloaded.of(mint).get()).toBe('unknown')
    expect(await Promise.all([reloaded.begin(mint), other.begin(mint)])).toEqual([undefined, undefined])
    await expect.poll(() => [reloaded, other].map(({ of }) => of(mint).get())).toEqual(['none', 'none'])
    const again = await reloaded.begin(mint)
    expect(again).toBeDefined()
    again?.end()
  })

  it('blocks no longer than a trade can live, with any note', async () => {
    const { tab, mint, leaveNote } = browser()
    leaveNote(String(Date.now() + 1e9))
    const one = tab()
    expect(await one.begin(mint)).toBeUndefined()
    await expect.poll(() => one.of(mint).get()).toBe('none')
    const begun = await one.begin(mint)
    expect(begun).toBeDefined()
    begun?.end()
    for (const odd of ['', 'x', '[1]', 'null', '7', '-1e999']) {
      const { tab: other, mint: free, leaveNote: leaveOdd } = browser()
      leaveOdd(odd)
      const trade = await other().begin(free)
      expect(trade).toBeDefined()
      trade?.end()
    }
  })

  it('stays noted when another tab notes a sending that it does not see yet', async () => {
    const { tab, mint, notebook } = browser()
    const [there, other] = [tab(), crypto.randomUUID()]
    const begunThere = await there.begin(other)
    // A browser may show a write of another process late.
    const late = tab({ ...notebook, getItem: () => null, names: () => [] })
    const begun = await late.begin(mint)
    expect([...there.noted()].sort()).toEqual([mint, other].sort())
    begun?.end()
    expect(there.noted()).toEqual([other])
    begunThere?.end()
    expect(there.noted()).toEqual([])
  })
})
