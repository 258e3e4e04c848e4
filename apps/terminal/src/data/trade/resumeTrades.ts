import { sentJournal } from '../activity/sentJournal.ts'

/** Takes up what a page sent that is gone, and whose end it did not see; what other tabs look after stays theirs. */
export async function resumeTrades(): Promise<void> {
  const ids = await sentJournal.listOpen()
  const claimed = await Promise.all(ids.map(async id => ((await sentJournal.claim(id)) ? [id] : [])))
  const ours = new Set(claimed.flat())
  // Most visits have nothing to take up, and load nothing for it.
  if (ours.size > 0) await (await import('./followResumed.ts')).followResumed(ours)
}
