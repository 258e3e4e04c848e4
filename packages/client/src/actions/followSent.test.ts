import type { Chain, Outcome, Variant } from '@tern/chain'
import type { Address, SignedTransaction } from '@tern/core'
import { expect, it } from 'vitest'
import { followSent } from './followSent.ts'
import { untipped } from './sentNote.ts'
import { settled } from './settled.ts'

const address = 'Wallet' as Address
const variantOf = (signature: string): Variant => {
  const bytes = new TextEncoder().encode(signature)
  const lifetime = { kind: 'nonce', nonce: 'Nonce', nonceAccount: address, slot: 1n } as const
  const transaction: SignedTransaction = {
    bytes,
    signature,
    message: { bytes, feePayer: address, signers: [], lifetime },
  }
  return { transaction, submission: { providers: [] } }
}

/** A chain with a single node that reports these statuses in order. The last status repeats. */
function chainThatSays(...looks: readonly (readonly unknown[])[]): Chain {
  let count = 0
  const node = {
    getSignatureStatuses: () => ({
      send: async () => ({ context: { slot: 9n }, value: looks[Math.min(count++, looks.length - 1)] }),
    }),
  }
  const pause = (_: number, signal: AbortSignal) =>
    new Promise<void>(resolve => (signal.aborted ? resolve() : setImmediate(resolve)))
  return { nodes: [node], sockets: [], now: () => 0, pause } as unknown as Chain
}

const landedAs = (err: unknown) => ({ slot: 5n, err, confirmationStatus: 'confirmed' })
const failure = (code: number) => ({ InstructionError: [0, { Custom: code }] })

it.each([
  ['another variant lands', [landedAs(null), null], [null, landedAs(null)], ['confirmed a', 'confirmed b']],
  ['it fails otherwise', [landedAs(failure(1)), null], [landedAs(failure(2)), null], ['failed a', 'failed a']],
] as const)('a fork after which %s is reported, though the status stays', async (_, before, after, expected) => {
  const reported: string[] = []
  const receiptOf = async (outcome: Outcome) => ({ signature: 'none', ...settled(outcome, undefined) })
  const stop = new AbortController()
  const note = ({ status, signature }: Awaited<ReturnType<typeof receiptOf>>) => reported.push(`${status} ${signature}`)
  const looks = [before, ...Array.from({ length: 20 }, () => before), after]
  const variants = [variantOf('a'), variantOf('b')] as const
  const options = { onLater: note, signal: stop.signal }
  note(
    await followSent(
      { chain: chainThatSays(...looks), journal: undefined },
      { variants: [...variants], note: untipped(undefined), receiptOf },
      options,
    ),
  )
  await expect.poll(() => reported).toEqual(expected)
  stop.abort()
})
