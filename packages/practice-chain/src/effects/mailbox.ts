import type { Address } from '@tern/core'

/**
 * The sysvar that carries scripts to the effects program. Its length is a multiple of 32 after 8 bytes; any content is
 * valid.
 */
export const mailbox = 'SysvarStakeHistory1111111111111111111111111' as Address

/** The max number of scripts in the mailbox. It equals the max number of invocations in a transaction. */
export const mailboxSlots = 64
const slotSize = 40
const headSize = mailboxSlots * slotSize + 8

/** `open`: an invocation without a script traps to ask for it. `closed`: such an invocation fails to complete. */
export type MailboxState = 'open' | 'closed'

/**
 * Encodes scripts as the mailbox's account data.
 * @param scripts by their invocation's digest (hex), at most `mailboxSlots`.
 */
export function encodeMailbox(scripts: ReadonlyMap<string, Uint8Array>, state: MailboxState): Uint8Array {
  let length = headSize
  for (const script of scripts.values()) length += script.length
  const entries = Math.ceil(length / 32)
  // From Node's buffer pool, because these bytes are short-lived.
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
