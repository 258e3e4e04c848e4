import { isRecordOpen, sentJournal, subjectsOf, type TakeUp } from '../activity/sentJournal.ts'
import { persist } from '../persist.ts'
import { beginSending, notedSendings } from '../underway.ts'

/**
 * Takes up what a page sent that is gone, and whose end it did not see; what other tabs look after, once they are gone. What was
 * begun and is not known to be over is not begun again until it is.
 */
export async function resumeSent(when: TakeUp): Promise<void> {
  const noted = notedSendings()
  const open = (await sentJournal.list()).filter(isRecordOpen)
  for (const { id } of open) once(`record ${id}`, () => takeUp(id, when))
  once('notices', tellOwed)
  const unknown = open.filter(({ outcome }) => outcome.status === 'unknown').flatMap(subjectsOf)
  for (const subject of new Set([...noted, ...unknown])) once(`subject ${subject}`, () => holdBack(subject))
}

const inHand = new Set<string>()

/** Unless it is being done; again, where it could not be. */
function once(name: string, run: () => Promise<void>): void {
  if (inHand.has(name)) return
  inHand.add(name)
  void persist(run).finally(() => inHand.delete(name))
}

async function takeUp(id: string, when: TakeUp): Promise<void> {
  // Most visits have nothing to take up, and load nothing for it.
  if (!(await sentJournal.claim(id, when))) return
  try {
    await (await import('./followResumed.ts')).followResumed(id)
  } catch (error) {
    sentJournal.letGo(id)
    throw error
  }
}

/** Of what landed while the referral server could not be told. */
async function tellOwed(): Promise<void> {
  if ((await sentJournal.listOwed()).length > 0) await (await import('../referral/notify.ts')).notifyOwed()
}

const askAgainMs = 300
/** What lives by a nonce may be on its way for hours. */
const hurriedRounds = 300
const slowAskAgainMs = 2_000

/** Once no tab sends it: until the journal, in which everything is that was sent, has no transaction of it that may still land. */
async function holdBack(subject: string): Promise<void> {
  const begun = await beginSending(subject, 'resumed')
  const mayLand = async () =>
    (await sentJournal.list()).some(one => one.outcome.status === 'unknown' && subjectsOf(one).includes(subject))
  for (let round = 0; await persist(mayLand); round++)
    await new Promise(resolve => setTimeout(resolve, round < hurriedRounds ? askAgainMs : slowAskAgainMs))
  begun?.end()
}
