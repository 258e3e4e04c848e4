import { hasPractice } from './practiceMark.ts'

/** Loads the store of practice wallets on demand. */
export const practiceStore = () => import('./joinKeys.ts')

/** Deletes the practice wallet once other wallets replace it. */
export async function dropPractice(): Promise<void> {
  if (hasPractice())
    await practiceStore()
      .then(kept => kept.dropPractice())
      .catch(() => undefined)
}
