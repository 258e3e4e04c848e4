import { readTexts, writeTexts } from '../storedTexts.ts'

const key = 'tern-sent-to'
const most = 200

/** Whether this browser has withdrawn to an address before. */
export const hasSentTo = (address: string): boolean => readTexts(key).includes(address)

export function noteSentTo(address: string): void {
  const others = readTexts(key).filter(one => one !== address)
  writeTexts(key, [address, ...others].slice(0, most))
}
