import { readTrade } from '../src/firewall.ts'

/** Why the firewall refuses a message; `undefined` when it may be signed. */
export async function checkMessage(...asked: Parameters<typeof readTrade>): Promise<string | undefined> {
  const read = await readTrade(...asked)
  return typeof read === 'string' ? read : undefined
}
