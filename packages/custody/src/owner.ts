import { type Address, assembleTransaction, type Message, type Owner, TernError } from '@tern/core'
import { signerFailed } from './caller.ts'
import type { Ask } from './requests.ts'

/** @throws TernError `trade/addressMismatch` when a message is another wallet's. */
function assertOwn(address: Address, messages: readonly Message[]): void {
  for (const { feePayer } of messages)
    if (feePayer !== address) throw new TernError('trade/addressMismatch', { expected: feePayer, actual: address })
}

/** An owner whose signatures come from elsewhere: `sign` answers with one a message, in order. */
export function ownerBy(
  address: Address,
  sign: (messages: Ask<'sign'>['messages']) => Promise<readonly Uint8Array[]>,
): Owner {
  return {
    address,
    async signTransactions(messages) {
      assertOwn(address, messages)
      const asked = messages.map(({ bytes, limits, closes }) => ({
        bytes,
        ...(limits && { limits }),
        ...(closes && { closes }),
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
