/** That a transaction can no longer land, and on whose word. `sources`: how many independent nodes proved it, where that is known. */
export const expiredText = (sources: number | undefined): string =>
  sources === 1 ? 'It can no longer land. One source says so; there is no other to ask.' : 'It can no longer land.'
