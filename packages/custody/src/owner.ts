import { type Address, assembleTransaction, type Owner, TernError } from '@tern/core'
import { assertSigners, cosign } from '@tern/core/internal'
import { signerFailed } from './caller.ts'
import type { Ask } from './requests.ts'

/** Creates an owner that signs by `sign`. `sign` returns a signature for each message, in order. */
export function ownerBy(
  address: Address,
  sign: (messages: Ask<'sign'>['messages']) => Promise<readonly Uint8Array[]>,
): Owner {
  return {
    address,
    async signTransactions(messages, cosigners = []) {
      assertSigners(address, messages, cosigners)
      const asked = messages.map(({ bytes, terms }) => {
        if (terms === undefined) throw new TernError('wallet/refusedToSign', { reason: 'a message without terms' })
        return { bytes, terms }
      })
      const signatures = await sign(asked)
      return Promise.all(
        messages.map(async (message, i) => {
          const signature = signatures[i]
          if (!signature) throw signerFailed('sign')
          return assembleTransaction(message, [signature, ...(await cosign(message, cosigners, message.bytes))])
        }),
      )
    },
  }
}
