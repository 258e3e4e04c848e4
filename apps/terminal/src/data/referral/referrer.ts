import { isReferralCode } from '@tern/core/internal'

const key = 'tern-referrer'
const parameter = 'ref'

/** Reads the referral code of this browser's first visit. Every wallet that trades here uses it. */
export function readReferrer(): string | undefined {
  const code = localStorage.getItem(key)
  return code !== null && isReferralCode(code) ? code : undefined
}

/**
 * Takes the referral code out of a shared address and keeps it, unless a code is kept already.
 * Call it before anything reads the address.
 */
export function takeReferrer(): void {
  const url = new URL(location.href)
  const code = url.searchParams.get(parameter)
  if (code === null) return
  url.searchParams.delete(parameter)
  history.replaceState(history.state, '', url)
  if (isReferralCode(code) && readReferrer() === undefined) localStorage.setItem(key, code)
}

/** Returns the address to share. */
export const referralLink = (code: string): string => `${location.origin}/?${parameter}=${code}`
