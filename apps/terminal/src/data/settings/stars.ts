import { changeSettings, settings, useSettings } from './settings.ts'
import { mostStarred } from './standardSettings.ts'

/** With a star more at the end, or without that one. Beyond the most the oldest goes. */
export const withStar = (starred: readonly string[], mint: string): readonly string[] =>
  starred.includes(mint) ? starred.filter(one => one !== mint) : [...starred, mint].slice(-mostStarred)

/** Stars a token, or takes its star off. */
export const toggleStar = (mint: string): void => changeSettings({ starred: withStar(settings.get().starred, mint) })

export const useIsStarred = (mint: string): boolean => useSettings().starred.includes(mint)
