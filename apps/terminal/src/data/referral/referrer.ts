import { isReferralCode } from '@tern/core'

const key = 'tern-referrer'
const parameter = 'ref'

/** Reads the code by which this browser first came here. It is kept for every wallet that trades here. */
export function readReferrer(): string | undefined {
  const code = localStorage.getItem(key)
  return code !== null && isReferralCode(code) ? code : undefined
}

/** Takes the code off the address that somebody shared; the first one stays. Call before anything reads the address. */
export function takeReferrer(): void {
  const url = new URL(location.href)
  const code = url.searchParams.get(parameter)
  if (code === null) return
  url.searchParams.delete(parameter)
  history.replaceState(history.state, '', url)
  if (isReferralCode(code) && readReferrer() === undefined) localStorage.setItem(key, code)
}

/** What is shared. */
export const referralLink = (code: string): string => `${location.origin}/?${parameter}=${code}`
