import type { Mark, StreamRequest, StreamRow, Topic } from '@tern/server/appRouter'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type BrowserStream, createBrowserStream } from './browserStream.ts'
import type { Line, LineEvents } from './line.ts'
import { streamTimes } from './tabs.ts'

/** Fast enough for a test, in similar proportions. */
const times = { ...streamTimes, roll: 20, look: 30, ask: 100, steal: 400, sleep: 80, lease: 300 }
const patienceMs = 30_000

const open: BrowserStream[] = []
afterEach(() => {
  for (const stream of open.splice(0)) stream.stop()
})

interface OpenLine {
  readonly tab: string
  readonly requests: StreamRequest[]
  readonly events: LineEvents
  isClosed: boolean
}

/** A browser with real locks and channels, and a server that sends the next batch to every open line. */
function browser() {
  const name = crypto.randomUUID()
  const lines: OpenLine[] = []
  let id = 0
  const locks = {
    request: (lock: string, options: LockOptions, hold: LockGrantedCallback<unknown>) =>
      navigator.locks.request(`${name} ${lock}`, options, hold),
    query: () => navigator.locks.query(),
  } as LockManager

  function tab(tabName: string, isVisible = true) {
    const channel = new BroadcastChannel(name)
    const received: StreamRow[] = []
    let gaps = 0
    let visible = isVisible
    let isFrozen = false
    const frozen: (() => void)[] = []
    const openLine = (events: LineEvents): Line => {
      const line: OpenLine = { tab: tabName, requests: [events.request()], events, isClosed: false }
      lines.push(line)
      return {
        ask: request => line.requests.push(request),
        check: () => undefined,
        retry: () => undefined,
        doubt: () => undefined,
        close: () => {
          line.isClosed = true
        },
      }
    }
    /** A channel on which a frozen page neither receives nor sends, until it wakes. */
    const held = new Proxy(channel, {
      get(target, key) {
        if (key === 'postMessage')
          return (note: unknown) =>
            isFrozen ? frozen.push(() => channel.postMessage(note)) : channel.postMessage(note)
        if (key === 'addEventListener')
          return (type: string, listener: (event: Event) => void) =>
            channel.addEventListener(type, (event: Event) =>
              isFrozen ? frozen.push(() => listener(event)) : listener(event),
            )
        const value: unknown = Reflect.get(target, key)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const stream = createBrowserStream({ channel: held, locks, openLine, isVisible: () => visible && !isFrozen }, times)
    const stop = () => {
      stream.stop()
      channel.close()
    }
    open.push({ ...stream, stop })
    stream.onRow(row => received.push(row))
    stream.onGap(() => gaps++)
    return {
      stream,
      received,
      ids: () => received.map(row => row.id),
      gaps: () => gaps,
      show: (shown: boolean) => {
        visible = shown
        stream.turn()
      },
      freeze() {
        isFrozen = true
      },
      thaw() {
        isFrozen = false
        for (const work of frozen.splice(0)) work()
      },
    }
  }

  const live = () => lines.filter(line => !line.isClosed)
  return {
    tab,
    lines,
    live,
    /** Waits until there is exactly one open line, and belongs to tab `of` if that is set. */
    line: (of?: string) =>
      vi.waitFor(() => {
        const [one, ...more] = live()
        expect(more).toEqual([])
        if (one === undefined || (of !== undefined && one.tab !== of)) throw new RangeError('no such line yet')
        return one
      }, patienceMs),
    tell(row: Partial<StreamRow> = {}) {
      for (const { events } of live()) {
        events.onState('live')
        events.onText(JSON.stringify({ epoch: 'here', id: ++id, ...row }))
      }
      return id
    },
    wants: () => live()[0]?.requests.at(-1)?.want as readonly Topic[],
  }
}

describe('a stream for all tabs', () => {
  it('F46 goes on after invalid messages and after a listener that throws, and reports a gap for both', async () => {
    const { tab, tell, line } = browser()
    const one = tab('one')
    one.stream.want('tickers')
    const { events } = await line()
    one.stream.onRow(({ traded }) => {
      if (traded === 666) throw new RangeError('nonsense')
    })
    tell()
    for (const text of [
      '',
      '{',
      'null',
      '5',
      '[]',
      `${'['.repeat(50_000)}`,
      'NaN',
      '{"epoch":'.concat('x'.repeat(10_000_000)),
    ])
      events.onText(text)
    tell({ traded: 666 })
    const gapsBefore = one.gaps()
    const last = tell({ traded: 5 })
    expect(one.received.at(-1)).toMatchObject({ id: last, traded: 5 })
    expect([gapsBefore, one.gaps()]).toEqual([0, 1])
    tell()
    expect(one.gaps()).toBe(1)
  })

  it('has a single line, and every tab receives everything', async () => {
    const { tab, tell, line, lines } = browser()
    const tabs = ['a', 'b', 'c'].map(name => tab(name))
    for (const { stream } of tabs) stream.want('tickers')
    await line('a')
    const first = tell()
    await expect.poll(() => tabs.map(({ ids }) => ids())).toEqual([[first], [first], [first]])
    for (const { stream } of tabs) expect(stream.feed.get()).toEqual({ state: 'live' })
    expect(lines.length).toBe(1)
  })

  it('asks for the topics that some tab wants, and drops the others', async () => {
    const { tab, line, wants } = browser()
    const [a, b] = [tab('a'), tab('b')]
    a.stream.want('tickers')
    b.stream.want('tickers')
    const leave = b.stream.want('trades:KITE')
    await line('a')
    await expect.poll(() => wants()).toEqual(['tickers', 'trades:KITE'])
    const twice = a.stream.want('trades:KITE')
    leave()
    await expect.poll(() => wants()).toEqual(['tickers', 'trades:KITE'])
    twice()
    await expect.poll(() => wants()).toEqual(['tickers'])
  })

  it('goes on in another tab when the leader closes, after the earliest of the tabs’ last batches', async () => {
    const { tab, tell, line, lines } = browser()
    const [a, b, c] = [tab('a'), tab('b'), tab('c')]
    for (const { stream } of [a, b, c]) stream.want('tickers')
    await line('a')
    const before = tell()
    await expect.poll(() => c.ids()).toEqual([before])
    a.stream.stop()
    const next = await line('b')
    expect(next.requests[0]).toEqual({ want: ['tickers'], after: { epoch: 'here', id: before } })
    const after = tell()
    await vi.waitFor(
      () =>
        expect([b.ids(), c.ids()]).toEqual([
          [before, after],
          [before, after],
        ]),
      patienceMs,
    )
    expect([b.gaps(), c.gaps()]).toEqual([0, 0])
    expect(lines.length).toBe(2)
  })

  it('is taken from a frozen leader, whose late messages change nothing', async () => {
    const { tab, tell, line, live } = browser()
    const [a, b, c] = [tab('a'), tab('b'), tab('c')]
    for (const { stream } of [a, b, c]) stream.want('tickers')
    const old = await line('a')
    const before = tell()
    await expect.poll(() => [b.ids(), c.ids()]).toEqual([[before], [before]])
    a.freeze()
    const taken = await vi.waitFor(() => {
      const found = live().find(one => one.tab !== 'a')
      expect(found).toBeDefined()
      return found
    }, patienceMs)
    expect(taken?.requests[0]?.after).toEqual({ epoch: 'here', id: before })
    old.events.onText(JSON.stringify({ epoch: 'here', id: before - 0.5 }))
    const after = tell()
    a.thaw()
    await expect.poll(() => a.ids().at(-1)).toBeGreaterThanOrEqual(after)
    await expect.poll(() => [b, c].map(({ ids }) => ids().at(-1))).toEqual([after, after])
    for (const { ids } of [b, c]) expect(ids()).toEqual(ids().toSorted((x, y) => x - y))
    await expect.poll(() => live().length).toBe(1)
  })

  it('reports a gap to each tab, if the server says so or the line goes on after a later batch than the tab has', async () => {
    const { tab, tell, line } = browser()
    const [a, b] = [tab('a'), tab('b')]
    for (const { stream } of [a, b]) stream.want('tickers')
    await line('a')
    tell()
    tell({ gap: ['tickers'] })
    await expect.poll(() => [a.gaps(), b.gaps()]).toEqual([1, 1])
    b.freeze()
    const missed = tell()
    await expect.poll(() => a.ids().at(-1)).toBe(missed)
    a.stream.stop()
    const c = tab('c')
    c.stream.want('tickers')
    // This tab has received no batch, and no other tab sends it the others' batches.
    expect((await line('c')).requests[0]?.after).toBeUndefined()
    b.thaw()
    await expect.poll(() => b.gaps()).toBe(2)
  })

  it('reports to every tab since when the server is silent', async () => {
    const { tab, tell, line } = browser()
    const [a, b] = [tab('a'), tab('b')]
    for (const { stream } of [a, b]) stream.want('tickers')
    const { events } = await line('a')
    tell()
    events.onState('down')
    await expect.poll(() => b.stream.feed.get().state).toBe('down')
    expect(b.stream.feed.get()).toEqual(a.stream.feed.get())
    const late = tab('late')
    late.stream.want('tickers')
    await expect.poll(() => late.stream.feed.get()).toEqual(a.stream.feed.get())
  })

  it('closes the line when all tabs have been hidden for a while, and reports a gap when a tab is shown', async () => {
    const { tab, tell, line, live } = browser()
    const [a, b] = [tab('a'), tab('b')]
    for (const { stream } of [a, b]) stream.want('tickers')
    await line('a')
    tell()
    a.show(false)
    b.show(false)
    await expect.poll(() => live()).toEqual([])
    b.show(true)
    await line('b')
    expect([a.gaps(), b.gaps()]).toEqual([0, 1])
  })

  it('keeps a hidden leader while another tab is visible, and brief showing costs nothing', async () => {
    const { tab, tell, line, lines, wants } = browser()
    const [a, b] = [tab('a'), tab('b')]
    a.stream.want('trades:KITE')
    b.stream.want('tickers')
    await line('a')
    await expect.poll(() => wants()).toEqual(['tickers', 'trades:KITE'])
    a.show(false)
    a.show(true)
    a.show(false)
    await expect.poll(() => wants()).toEqual(['tickers'])
    const id = tell()
    await expect.poll(() => b.ids()).toEqual([id])
    expect(lines.length).toBe(1)
    expect(b.gaps()).toBe(0)
  })

  it('drops the topics of a tab that closed', async () => {
    const { tab, line, wants } = browser()
    const [a, b] = [tab('a'), tab('b')]
    a.stream.want('tickers')
    b.stream.want('trades:KITE')
    await line('a')
    await expect.poll(() => wants()).toEqual(['tickers', 'trades:KITE'])
    b.freeze()
    await expect.poll(() => wants()).toEqual(['tickers'])
  })

  it('goes on after its own last batch when a lone tab opens its line again', async () => {
    const { tab, tell, line } = browser()
    const { stream } = tab('a')
    stream.want('tickers')
    const { events } = await line('a')
    expect(events.request().after).toBeUndefined()
    const id: number = tell()
    const after: Mark = { epoch: 'here', id }
    expect(events.request()).toEqual({ want: ['tickers'], after })
  })
})
