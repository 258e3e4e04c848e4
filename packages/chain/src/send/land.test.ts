import { isTernError, type Lifetime, type SignedTransaction } from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../../test/addresses.ts'
import { createMemoryJournal } from './journal.ts'
import { land, type Variant } from './land.ts'
import { resumeLandings } from './resume.ts'
import type { Sources } from './track.ts'

const now = () => 0
const nobody = { nodes: [], sockets: [], now }
const blockhash: Lifetime = { kind: 'blockhash', blockhash: addressOf(2), lastValidBlockHeight: 9n }
const nonce: Lifetime = { kind: 'nonce', nonce: addressOf(3), nonceAccount: addressOf(4), slot: 1n }

function variantOf(signature: string, lifetime: Lifetime, sent: string[] = []): Variant {
  const bytes = new TextEncoder().encode(signature)
  const transaction: SignedTransaction = {
    bytes,
    signature,
    message: { bytes, feePayer: addressOf(1), signers: [addressOf(1)], lifetime },
  }
  const send = async (one: SignedTransaction) => void sent.push(one.signature)
  return { transaction, route: { providers: [{ name: 'one', minimumTip: 0n, tipAccounts: [], send }] } }
}

describe('several transactions of one intent', () => {
  it.each([
    ['blockhashes', blockhash, blockhash],
    ['a nonce and a blockhash', nonce, blockhash],
    ['two values of a nonce', nonce, { ...nonce, nonce: addressOf(5) }],
    ['two nonces', nonce, { ...nonce, nonceAccount: addressOf(5) }],
  ] as const)('of %s are refused, since each could land, and nothing is sent', async (_, first, second) => {
    const sent: string[] = []
    const journal = createMemoryJournal()
    const variants = [variantOf('a', first, sent), variantOf('b', second, sent)] as const
    const error = await land(nobody, [...variants], { journal }).catch((reason: unknown) => reason)
    expect(isTernError(error, 'send/notExclusive')).toBe(true)
    expect([sent, await journal.list()]).toEqual([[], []])
  })

  it('of one nonce are noted down in one record, and each goes its way', async () => {
    const sent: string[] = []
    const journal = createMemoryJournal()
    const landing = await land(nobody, [variantOf('a', nonce, sent), variantOf('b', nonce, sent)], {
      journal,
      timestamp: 7,
      note: { what: 'a trade' },
    })
    landing.stop()
    expect(sent).toEqual(['a', 'b'])
    expect(await journal.list()).toMatchObject([
      {
        id: 'a',
        address: addressOf(1),
        timestamp: 7,
        note: { what: 'a trade' },
        outcome: { status: 'unknown' },
        transactions: [{ signature: 'a' }, { signature: 'b' }],
      },
    ])
  })
})

describe('what is confirmed before its sender has answered', () => {
  it.each([
    ['took it', undefined],
    ['failed', new TernError('send/timedOut', {})],
  ])('is told of no more, though it %s', async (_, error) => {
    let answer = () => {}
    const answered = new Promise<void>(resolve => {
      answer = resolve
    })
    const { transaction } = variantOf('a', blockhash)
    const send = async () => {
      await answered
      if (error !== undefined) throw error
    }
    const statuses = { context: { slot: 5n }, value: [{ slot: 5n, err: null, confirmationStatus: 'confirmed' }] }
    const node = { getSignatureStatuses: () => ({ send: async () => statuses }) } as unknown as Sources['nodes'][number]
    let pauses = 0
    const pause = () => (pauses++ === 0 ? Promise.resolve() : new Promise<never>(() => undefined))
    const told: string[] = []
    const variant = { transaction, route: { providers: [{ name: 'one', minimumTip: 0n, tipAccounts: [], send }] } }
    const landing = await land({ ...nobody, nodes: [node], pause }, [variant], {
      onSent: () => told.push('sent'),
      onFailure: ({ message }) => told.push(message),
      onOutcome: ({ status }) => told.push(status),
    })
    await expect.poll(() => told).toEqual(['confirmed'])
    answer()
    await new Promise(resolve => setImmediate(resolve))
    expect(told).toEqual(['confirmed'])
    landing.stop()
  })
})

describe('variants of one nonce', () => {
  const failing = (signature: string, wait?: Promise<void>): Variant => {
    const { transaction } = variantOf(signature, nonce)
    const send = async () => {
      await wait
      throw new TernError('send/timedOut', {})
    }
    return { transaction, route: { providers: [{ name: signature, minimumTip: 0n, tipAccounts: [], send }] } }
  }
  const heard = async (...variants: [Variant, Variant]) => {
    const told: string[] = []
    const landing = await land({ ...nobody, pause: () => new Promise(() => undefined) }, variants, {
      onSent: () => told.push('sent'),
      onFailure: ({ message }) => told.push(message),
    })
    return { told, landing }
  }

  it('of which one is taken have not failed, though another has', async () => {
    const { told, landing } = await heard(failing('a'), variantOf('b', nonce))
    await expect.poll(() => told).toEqual(['sent'])
    landing.stop()
  })

  it('F18 have failed once the last of them has', async () => {
    let give = () => {}
    const wait = new Promise<void>(resolve => {
      give = resolve
    })
    const { told, landing } = await heard(failing('a'), failing('b', wait))
    await new Promise(resolve => setImmediate(resolve))
    expect(told).toEqual([])
    give()
    await expect.poll(() => told).toEqual(['Both direct and relay transactions failed'])
    landing.stop()
  })
})

describe('taking up again', () => {
  it('sends the same bytes of what is not over, unless somebody else looks after it', async () => {
    const journal = createMemoryJournal()
    const record = (signature: string) => ({
      id: signature,
      address: addressOf(1),
      transactions: [variantOf(signature, blockhash).transaction],
      timestamp: 0,
      outcome: { status: 'unknown' as const },
    })
    for (const signature of ['open', 'expired', 'confirmed', 'final', 'elsewhere'])
      await journal.append(record(signature))
    const confirmed = { status: 'confirmed', slot: 1n, isFinal: false } as const
    await journal.update('expired', { outcome: { status: 'expired', sources: 2 } })
    await journal.update('confirmed', { outcome: { ...confirmed, signature: 'confirmed' } })
    await journal.update('final', { outcome: { ...confirmed, signature: 'final', isFinal: true } })
    const sent: string[] = []
    const landings = await resumeLandings(nobody, journal, ({ id }) =>
      id === 'elsewhere' ? undefined : { routeOf: ({ signature }) => variantOf(signature, blockhash, sent).route },
    )
    for (const landing of landings) landing.stop()
    expect(sent).toEqual(['open', 'confirmed'])
  })
})
