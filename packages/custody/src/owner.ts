import { type Address, assembleTransaction, type Message, type Owner, TernError } from '@tern/core'
import { signerFailed } from './caller.ts'
import type { Ask } from './requests.ts'

/** Checks the fee payers. @throws TernError `trade/addressMismatch` if a message belongs to another wallet. */
function assertOwn(address: Address, messages: readonly Message[]): void {
  for (const { feePayer } of messages)
    if (feePayer !== address) throw new TernError('trade/addressMismatch', { expected: feePayer, actual: address })
}

/** Creates an owner whose signatures come from `sign`: one for each message, in order. */
export function ownerBy(
  address: Address,
  sign: (messages: Ask<'sign'>['messages']) => Promise<readonly Uint8Array[]>,
): Owner {
  return {
    address,
    async signTransactions(messages) {
      assertOwn(address, messages)
      const asked = messages.map(({ bytes, limits, closes, terms }) => ({
        bytes,
        ...(limits && { limits }),
        ...(closes && { closes }),
        ...(terms && { terms }),
      }))
      const signatures = await sign(asked)
      return messages.map((message, i) => {
        const signature = signatures[i]
        if (!signature) throw signerFailed('sign')
        return assembleTransaction(message, [signature])
      })
    },
  }
}
