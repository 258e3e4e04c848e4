/** The outcome of a trade, as a tone. */
export type Tone = 'confirmed' | 'failed'

/** Hertz of the notes in order: rising for a confirmation, falling for a failure. */
const notes: Readonly<Record<Tone, readonly number[]>> = { confirmed: [660, 880], failed: [330, 247] }
const noteSeconds = 0.11
const loudness = 0.12
/** If the browser lets the tone sound only after this time, it comes too late to be useful. */
const newsMs = 1_000

let context: AudioContext | undefined

/** Plays a tone. Plays nothing if the browser allows sound only later, after a person interacts with the page. */
export async function play(tone: Tone): Promise<void> {
  const askedAtMs = performance.now()
  context ??= new AudioContext()
  await context.resume()
  if (performance.now() - askedAtMs > newsMs) return
  const { currentTime } = context
  for (const [at, hertz] of notes[tone].entries()) playNote(context, hertz, currentTime + at * noteSeconds)
}

/** Plays a note that fades in and out, because a note that is cut off clicks. */
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
