/**
 * Names the evidence for a failure or an expiry if it is weak. `sources` is the number of independent nodes, if known.
 */
export const weakProofText = (sources: number | undefined): string => (sources === 1 ? ' Only one source says so.' : '')

/** Says that a transaction of unknown outcome may still land. */
export const mayLandText = (isByNonce: boolean): string =>
  isByNonce ? 'It may still land until it is cancelled, under Wallets.' : 'It may still land.'

/** Says that a transaction can no longer land, and names weak evidence. */
export const expiredText = (sources: number | undefined): string => `It can no longer land.${weakProofText(sources)}`
