/** What became of a trade, to be heard. */
export type Tone = 'confirmed' | 'failed'

/** In hertz, one after the other: up for what went well, down for what did not. */
const notes: Readonly<Record<Tone, readonly number[]>> = { confirmed: [660, 880], failed: [330, 247] }
const noteSeconds = 0.11
const loudness = 0.12
/** A tone that the browser lets sound only so much later says nothing any more. */
const newsMs = 1_000

let context: AudioContext | undefined

/** Plays it, unless the browser lets nothing sound before somebody has pressed something. */
export async function play(tone: Tone): Promise<void> {
  const askedAtMs = performance.now()
  context ??= new AudioContext()
  await context.resume()
  if (performance.now() - askedAtMs > newsMs) return
  const { currentTime } = context
  for (const [at, hertz] of notes[tone].entries()) playNote(context, hertz, currentTime + at * noteSeconds)
}

/** It swells and dies away: one that is cut off clicks. */
function playNote(on: AudioContext, hertz: number, fromSeconds: number): void {
  const [source, volume] = [on.createOscillator(), on.createGain()]
  source.frequency.value = hertz
  volume.gain.setValueAtTime(0, fromSeconds)
  volume.gain.linearRampToValueAtTime(loudness, fromSeconds + 0.01)
  volume.gain.linearRampToValueAtTime(0, fromSeconds + noteSeconds)
  source.connect(volume).connect(on.destination)
  source.start(fromSeconds)
  source.stop(fromSeconds + noteSeconds)
}
