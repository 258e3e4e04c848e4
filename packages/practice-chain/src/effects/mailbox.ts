import type { Address } from '@tern/core'

/** The sysvar in whose place scripts are handed to the effects program: any bytes are a valid one, in entries of 32. */
export const mailbox = 'SysvarStakeHistory1111111111111111111111111' as Address

/** As many scripts as the mailbox holds: a transaction can have that many invocations. */
export const mailboxSlots = 64
const slotSize = 40
const headSize = mailboxSlots * slotSize + 8

/** Whether invocations that have no script yet may trap for one. `closed`: they fail to complete. */
export type MailboxState = 'open' | 'closed'

/** The mailbox's account data with these scripts, at most `mailboxSlots`, each under its invocation's digest (hex). */
export function encodeMailbox(scripts: ReadonlyMap<string, Uint8Array>, state: MailboxState): Uint8Array {
  let length = headSize
  for (const script of scripts.values()) length += script.length
  const entries = Math.ceil(length / 32)
  // From the pool: these bytes are soon gone again.
  const data = Buffer.allocUnsafe(8 + 32 * entries).fill(0)
  const view = new DataView(data.buffer, data.byteOffset, data.length)
  view.setBigUint64(0, BigInt(entries), true)
  view.setBigUint64(headSize, state === 'closed' ? 1n : 0n, true)
  let [slot, at] = [8, 8 + headSize]
  for (const [digest, script] of scripts) {
    data.set(Buffer.from(digest, 'hex'), slot)
    view.setUint32(slot + 32, at, true)
    view.setUint32(slot + 36, script.length, true)
    data.set(script, at)
    slot += slotSize
    at += script.length
  }
  return data
}
