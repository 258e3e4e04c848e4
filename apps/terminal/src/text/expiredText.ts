/** On whose word something failed or expired, after a sentence that says so. `sources`: how many independent nodes say it, where known. */
export const onOneWord = (sources: number | undefined): string =>
  sources === 1 ? ' One source says so; there is no other to ask.' : ''

/** That a transaction can no longer land, and on whose word. */
export const expiredText = (sources: number | undefined): string => `It can no longer land.${onOneWord(sources)}`
