import { changeSettings, settings, useSettings } from './settings.ts'
import { maxStarred } from './standardSettings.ts'

/** Adds a star at the end, or removes it if it is there. Beyond the max, the oldest star goes. */
export const withStar = (starred: readonly string[], mint: string): readonly string[] =>
  starred.includes(mint) ? starred.filter(one => one !== mint) : [...starred, mint].slice(-maxStarred)

/** Stars a token, or removes its star. */
export const toggleStar = (mint: string): void => changeSettings({ starred: withStar(settings.get().starred, mint) })

export const useIsStarred = (mint: string): boolean => useSettings().starred.includes(mint)
