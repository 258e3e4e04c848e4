import type { Address, Message, Terms } from '@tern/core'
import { readMessage } from '../src/firewall.ts'

/** Runs the firewall on a message, and returns its refusal. */
export async function refusalOf(
  { bytes, feePayer, terms }: Pick<Message, 'bytes' | 'feePayer'> & { readonly terms?: Terms },
  payees: readonly Address[] = [],
  tipAccounts: readonly Address[] = [],
) {
  if (terms === undefined) return 'no terms'
  const read = await readMessage(bytes, feePayer, { terms, payees, tipAccounts })
  return typeof read === 'string' ? read : undefined
}
