import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { showProgress } from './showProgress.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

const url = 'http://tern.localhost:8787'

function shown(isTTY: boolean) {
  let text = ''
  const progress = showProgress({
    isTTY,
    write: more => {
      text += more
    },
  })
  return { ...progress, text: () => text }
}

describe('the progress of a start', () => {
  it('is one line at once in a log, then a line every ten seconds', () => {
    const { onProgress, end, text } = shown(false)
    onProgress({ url, step: 'chain', share: 0 })
    onProgress({ url, step: 'chain', share: 0.426 })
    vi.advanceTimersByTime(10_000)
    onProgress({ url, step: 'markets' })
    vi.advanceTimersByTime(10_000)
    end()
    vi.advanceTimersByTime(60_000)
    expect(text()).toBe(
      [
        `Tern is starting at ${url}\n`,
        'Tern is starting: making the practice world, 42% (10 s)\n',
        'Tern is starting: reading the markets (20 s)\n',
      ].join(''),
    )
  })

  it('is a line that changes each second on a terminal, and disappears at the end', () => {
    const { onProgress, end, text } = shown(true)
    onProgress({ url, step: 'chain' })
    vi.advanceTimersByTime(1_000)
    end()
    const lines = text().split('\r\u001b[K')
    expect(lines).toEqual([
      `Tern is starting at ${url}\n`,
      'Tern is starting: opening the practice chain (0 s)',
      'Tern is starting: opening the practice chain (1 s)',
      '',
    ])
  })
})
