import { describe, expect, it } from 'vitest'
import { createPace, createRhythm } from './pace.ts'

/** A screen of 60 Hz whose frames and timers come when the test lets time pass. */
function screen() {
  let at = 0
  const frames: ((at: number) => void)[] = []
  let timers: { due: number; task: () => void }[] = []
  let frameMs = 1_000 / 60
  return {
    clockwork: {
      nextFrame: (task: (at: number) => void) => void frames.push(task),
      later: (task: () => void, ms: number) => void timers.push({ due: at + ms, task }),
      now: () => at,
    },
    /** How long a frame takes from now on. */
    slow(ms: number) {
      frameMs = ms
    },
    pass(ms: number) {
      for (const end = at + ms; at < end; ) {
        at += frameMs
        const due = timers.filter(timer => timer.due <= at)
        timers = timers.filter(timer => timer.due > at)
        for (const { task } of due) task()
        for (const task of frames.splice(0)) task(at)
      }
    },
  }
}

/** How often something that changes all the time is drawn in a second. */
function drawnIn(seconds: number, { pass }: ReturnType<typeof screen>, soon: (task: () => void) => void): number {
  let [drawn, isOver] = [0, false]
  const draw = () => {
    drawn++
    if (!isOver) soon(draw)
  }
  soon(draw)
  pass(seconds * 1_000)
  isOver = true
  return drawn / seconds
}

describe('the pace of cells', () => {
  it('is a frame each while the market is calm', () => {
    const on = screen()
    const pace = createPace(on.clockwork)
    pace.saw(1_900)
    expect(drawnIn(2, on, pace.soon)).toBeGreaterThan(55)
  })

  it('is 10 Hz above 2,000 updates a second, and a frame each again when that is over', () => {
    const on = screen()
    const pace = createPace(on.clockwork)
    const busy = drawnIn(2, on, task => {
      pace.saw(300)
      pace.soon(task)
    })
    expect(busy).toBeLessThanOrEqual(12)
    expect(busy).toBeGreaterThanOrEqual(8)
    on.pass(2_100)
    expect(drawnIn(2, on, pace.soon)).toBeGreaterThan(55)
  })

  it('is crowded above 500 trades a second, and calm again after', () => {
    const on = screen()
    const pace = createPace(on.clockwork)
    const isCrowdedAfter = (perSecond: number, seconds: number) => {
      for (let batch = 0; batch < 20 * seconds; batch++) {
        pace.saw(perSecond / 20)
        on.pass(50)
      }
      return pace.isCrowded()
    }
    expect(pace.isCrowded()).toBe(false)
    expect(isCrowdedAfter(400, 3)).toBe(false)
    expect(isCrowdedAfter(800, 3)).toBe(true)
    expect(isCrowdedAfter(400, 3)).toBe(false)
    expect(isCrowdedAfter(800, 3)).toBe(true)
    on.pass(10_000)
    expect(isCrowdedAfter(20, 1)).toBe(false)
  })

  it('is 10 Hz when a frame takes more than 25 ms twice in a second, and not for one', () => {
    const on = screen()
    const pace = createPace(on.clockwork)
    let drawn = 0
    const draw = () => void drawn++
    on.slow(30)
    pace.soon(draw)
    on.pass(60)
    on.slow(1_000 / 60)
    expect(drawnIn(1, on, pace.soon)).toBeGreaterThan(50)
    on.pass(1_000)
    on.slow(30)
    expect(drawnIn(2, on, pace.soon)).toBeLessThan(15)
  })
})

describe('a rhythm', () => {
  it('draws what was touched, no more often than so many times a second, and nothing that was not', () => {
    const on = screen()
    let [hz, drawn] = [4, 0]
    const rhythm = createRhythm(
      () => hz,
      () => void drawn++,
      on.clockwork,
    )
    on.pass(1_000)
    expect(drawn).toBe(0)
    for (let frame = 0; frame < 120; frame++) {
      rhythm.touch()
      on.pass(1_000 / 60)
    }
    expect(drawn).toBeGreaterThanOrEqual(7)
    expect(drawn).toBeLessThanOrEqual(9)
    hz = 8
    drawn = 0
    for (let frame = 0; frame < 120; frame++) {
      rhythm.touch()
      on.pass(1_000 / 60)
    }
    expect(drawn).toBeGreaterThanOrEqual(13)
    expect(drawn).toBeLessThanOrEqual(17)
    rhythm.touch()
    rhythm.stop()
    drawn = 0
    on.pass(1_000)
    expect(drawn).toBe(0)
  })
})
