import { afterEach, expect, it, vi } from 'vitest'

/** The start and the pitch of each note. */
const played: (readonly [fromSeconds: number, hertz: number])[] = []
let opened = 0
let resume = async () => {}

class FakeAudioContext {
  readonly currentTime = 5
  readonly destination = {}
  constructor() {
    opened++
  }
  resume = () => resume()
  createGain = () => ({
    gain: { setValueAtTime: () => {}, linearRampToValueAtTime: () => {} },
    connect: (to: unknown) => to,
  })
  createOscillator = () => {
    const frequency = { value: 0 }
    const start = (from: number) => void played.push([from, frequency.value])
    return { frequency, start, stop: () => {}, connect: (to: unknown) => to }
  }
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('rises for a confirmation and falls for a failure, over a single output', async () => {
  vi.stubGlobal('AudioContext', FakeAudioContext)
  const { play } = await import('./tones.ts')
  await play('confirmed')
  const [first, second] = played.splice(0)
  expect([first?.[0], (second?.[0] ?? 0) > 5, (second?.[1] ?? 0) > (first?.[1] ?? 0)]).toEqual([5, true, true])
  await play('failed')
  const [high, low] = played.splice(0)
  expect((low?.[1] ?? 0) < (high?.[1] ?? 0)).toBe(true)
  expect(opened).toBe(1)

  // The browser allows sound only after a person interacts, long after.
  vi.useFakeTimers({ toFake: ['performance'] })
  resume = async () => void vi.advanceTimersByTime(1_001)
  await play('confirmed')
  expect(played).toEqual([])
})
