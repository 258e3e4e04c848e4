import { type BegunSending, beginSending } from '../underway.ts'

/** Begins all subjects or none. Returns `undefined` if a subject was under way already. */
export async function beginSendings(subjects: readonly string[]): Promise<BegunSending | undefined> {
  const begun: BegunSending[] = []
  const all = (act: keyof BegunSending) => () => {
    for (const one of begun) one[act]()
  }
  const end = all('end')
  for (const subject of subjects) {
    const one = await beginSending(subject)
    if (one === undefined) {
      end()
      return undefined
    }
    begun.push(one)
  }
  return { end, becomeUnknown: all('becomeUnknown') }
}
