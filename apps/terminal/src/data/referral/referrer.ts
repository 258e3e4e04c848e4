const key = 'tern-referrer'
const parameter = 'ref'

/** By whose code this browser first came here. */
export const readReferrer = (): string | undefined => localStorage.getItem(key) ?? undefined

/** Takes the code off the address that somebody shared; the first one stays. Call before anything reads the address. */
export function takeReferrer(): void {
  const url = new URL(location.href)
  const code = url.searchParams.get(parameter)
  if (code === null) return
  url.searchParams.delete(parameter)
  history.replaceState(history.state, '', url)
  if (/^[2-9a-z]{8}$/.test(code) && readReferrer() === undefined) localStorage.setItem(key, code)
}

/** What is shared. */
export const referralLink = (code: string): string => `${location.origin}/?${parameter}=${code}`
