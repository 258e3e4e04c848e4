import type { Address } from '@tern/core'

/** The sysvar in whose place scripts are handed to the effects program: any bytes are a valid one, in entries of 32. */
export const mailbox = 'SysvarStakeHistory1111111111111111111111111' as Address

/** As many as a transaction can have invocations. */
const slots = 64
const slotSize = 40
const headSize = slots * slotSize

/** The mailbox's account data with these scripts, at most 64, each under its invocation's digest (hex). */
export function encodeMailbox(scripts: ReadonlyMap<string, Uint8Array>): Uint8Array {
  let length = headSize
  for (const script of scripts.values()) length += script.length
  const entries = Math.ceil(length / 32)
  const data = new Uint8Array(8 + 32 * entries)
  const view = new DataView(data.buffer)
  view.setBigUint64(0, BigInt(entries), true)
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
