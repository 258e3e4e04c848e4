import { describe, expect, it } from 'vitest'
import { afterAnswers, createPace, createRhythm, inTurns } from './framePace.ts'

/** A screen of 60 Hz. Its frames and timers run when the test lets time pass. */
function screen() {
  let at = 0
  const frames: ((at: number) => void)[] = []
  let timers: { due: number; task: () => void }[] = []
  const frameMs = 1_000 / 60
  return {
    clockwork: {
      nextFrame: (task: (at: number) => void) => void frames.push(task),
      later: (task: () => void, ms: number) => void timers.push({ due: at + ms, task }),
      now: () => at,
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

describe('the pace of cells', () => {
  it('renews fewer values while they take most of a frame, at least two, and more again afterwards', () => {
    let at = 0
    let costMs = 1
    const frames: ((at: number) => void)[] = []
    const timers: (() => void)[] = []
    const pace = createPace({
      nextFrame: task => void frames.push(task),
      later: task => void timers.push(task),
      now: () => at,
    })
    /** Returns the max number of values in each of `count` frames, if a value costs `costMs`. */
    const rooms = (count: number) =>
      Array.from({ length: count }, () => {
        let room = 0
        pace.soon(max => {
          room = max
          at += max * costMs
        })
        // The frame runs after any rest, and is measured after that.
        at += 100
        for (const task of timers.splice(0)) task()
        for (const task of frames.splice(0)) task(at)
        for (const task of timers.splice(0)) task()
        return room
      })
    expect(rooms(3)).toEqual([12, 6, 6])
    costMs = 0.1
    expect(rooms(8)).toEqual([6, 7, 8, 9, 10, 11, 12, 12])
    costMs = 20
    expect(rooms(5)).toEqual([12, 6, 3, 2, 2])
  })

  it('rests as long as a slow frame took, but at most 100 ms', () => {
    let at = 1_000
    const frames: ((at: number) => void)[] = []
    const timers: { readonly task: () => void; readonly ms: number }[] = []
    const pace = createPace({
      nextFrame: task => void frames.push(task),
      later: (task, ms) => void timers.push({ task, ms }),
      now: () => at,
    })
    /** Returns how long the next frame waits after a frame that took `tookMs`. */
    const restAfter = (tookMs: number) => {
      pace.soon(() => {
        at += tookMs
      })
      for (const task of frames.splice(0)) task(at)
      for (const { task } of timers.splice(0)) task()
      pace.soon(() => undefined)
      const restMs = timers.splice(0)[0]?.ms ?? 0
      frames.splice(0)
      at += 1_000
      return restMs
    }
    expect([5, 10, 30, 400].map(restAfter)).toEqual([0, 0, 30, 100])
  })

  it('draws in every frame, and in every other frame while the market is crowded', () => {
    const drawnInASecond = (tradesPerSecond: number) => {
      const on = screen()
      const pace = createPace(on.clockwork)
      let drawn = 0
      const draw = () => {
        drawn++
        pace.soon(draw)
      }
      pace.soon(draw)
      for (let frame = 0; frame < 180; frame++) {
        if (frame === 120) drawn = 0
        pace.saw(tradesPerSecond / 60)
        on.pass(16)
      }
      return drawn
    }
    expect(drawnInASecond(400)).toBeGreaterThanOrEqual(58)
    expect(drawnInASecond(800)).toBeGreaterThanOrEqual(28)
    expect(drawnInASecond(800)).toBeLessThanOrEqual(31)
  })

  it('is crowded above 500 trades a second, and calm again afterwards', () => {
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
})

describe('a person’s input', () => {
  it('comes before animations, which continue even while keys are held', () => {
    const on = screen()
    const { nextFrame, pressed } = afterAnswers(on.clockwork)
    const framesUntilDrawn = () => {
      let drawn = false
      nextFrame(() => {
        drawn = true
      })
      let frames = 0
      for (; !drawn; frames++) on.pass(16)
      return frames
    }
    expect(framesUntilDrawn()).toBe(1)
    pressed()
    expect(framesUntilDrawn()).toBeGreaterThanOrEqual(9)
    let drawn = 0
    const draw = () => {
      drawn++
      nextFrame(draw)
    }
    draw()
    for (let key = 0; key < 30; key++) {
      pressed()
      on.pass(33)
    }
    expect(drawn).toBeGreaterThan(30)
  })
})

describe('turns', () => {
  it('are one task a frame, in the order of the calls', () => {
    const on = screen()
    const nextFrame = inTurns(on.clockwork.nextFrame)
    const done: string[] = []
    const ask = (name: string) => nextFrame(() => void done.push(name))
    ask('values')
    ask('tape')
    on.pass(16)
    expect(done).toEqual(['values'])
    ask('chart')
    on.pass(16)
    expect(done).toEqual(['values', 'tape'])
    on.pass(100)
    expect(done).toEqual(['values', 'tape', 'chart'])
    ask('tape')
    on.pass(16)
    expect(done).toHaveLength(4)
  })

  it('continue after a task that throws', () => {
    const on = screen()
    const nextFrame = inTurns(on.clockwork.nextFrame)
    let isDone = false
    nextFrame(() => {
      throw new RangeError('of its own')
    })
    nextFrame(() => {
      isDone = true
    })
    expect(() => on.pass(16)).toThrow('of its own')
    on.pass(16)
    expect(isDone).toBe(true)
  })
})

describe('a rhythm', () => {
  it('draws only after a touch, and at most the given times a second', () => {
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
