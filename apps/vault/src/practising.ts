import { hasPractice } from './practiceMark.ts'

/** Loaded by whoever practises. */
export const practiceStore = () => import('./joinKeys.ts')

/** Other wallets are in the place of the practice wallet. */
export async function dropPractice(): Promise<void> {
  if (hasPractice())
    await practiceStore()
      .then(kept => kept.dropPractice())
      .catch(() => undefined)
}
