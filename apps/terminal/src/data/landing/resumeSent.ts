import { isRecordOpen, sentJournal, subjectsOf, type TakeUp } from '../activity/sentJournal.ts'
import { persist } from '../persist.ts'
import { beginSending, notedSendings } from '../underway.ts'

/**
 * Takes over every open record of the journal, as soon as the tab that looks after the record is gone.
 * Holds back each subject that may still be under way, so that no second transaction of it begins.
 */
export async function resumeSent(when: TakeUp): Promise<void> {
  const noted = notedSendings()
  const open = (await sentJournal.list()).filter(isRecordOpen)
  for (const { id } of open) once(`record ${id}`, () => takeUp(id, when))
  once('notices', sendOwedNotices)
  const unknown = open.filter(({ outcome }) => outcome.status === 'unknown').flatMap(subjectsOf)
  holdBackAll([...noted, ...unknown])
}

const holdBackAll = (subjects: readonly string[]) => {
  for (const subject of new Set(subjects)) once(`subject ${subject}`, () => holdBack(subject))
}

const inHand = new Set<string>()

/** Runs `run` until it succeeds, unless a run of this name is already going on. */
function once(name: string, run: () => Promise<void>): void {
  if (inHand.has(name)) return
  inHand.add(name)
  void persist(run).finally(() => inHand.delete(name))
}

async function takeUp(id: string, when: TakeUp): Promise<void> {
  // Load `followResumed.ts` only after the claim, because most visits have nothing to follow.
  if (!(await sentJournal.claim(id, when))) return
  try {
    const { followResumed } = await import('./followResumed.ts')
    await followResumed(id, record => holdBackAll(subjectsOf(record)))
  } catch (error) {
    sentJournal.letGo(id)
    throw error
  }
}

/** Notifies the referral server of trades that landed while it could not be reached. */
async function sendOwedNotices(): Promise<void> {
  if ((await sentJournal.listOwed()).length > 0) await (await import('../referral/notify.ts')).notifyOwed()
}

const askAgainMs = 300
/** After this many rounds (90 s) ask less often: a transaction with a nonce may be under way for hours. */
const hurriedRounds = 300
const slowAskAgainMs = 2_000

/**
 * Waits until no tab sends the subject, then holds it as *unknown*.
 * Releases it once no transaction of it may still land. The journal decides, because it holds everything that was sent.
 */
async function holdBack(subject: string): Promise<void> {
  const begun = await beginSending(subject, 'resumed')
  const mayLand = async () =>
    (await sentJournal.list()).some(one => one.outcome.status === 'unknown' && subjectsOf(one).includes(subject))
  for (let round = 0; await persist(mayLand); round++)
    await new Promise(resolve => setTimeout(resolve, round < hurriedRounds ? askAgainMs : slowAskAgainMs))
  begun?.end()
}
