import { isTernError, type Lifetime, type SignedTransaction, TernError } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { addressOf } from '../../test/addresses.ts'
import { createMemoryJournal, type Journal, type JournalRecord } from './journal.ts'
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
  return { transaction, submission: { providers: [{ name: 'one', minimumTip: 0n, tipAccounts: [], send }] } }
}

describe('several transactions of one intent', () => {
  it.each([
    ['blockhashes', blockhash, blockhash],
    ['a nonce and a blockhash', nonce, blockhash],
    ['two values of a nonce', nonce, { ...nonce, nonce: addressOf(5) }],
    ['two nonces', nonce, { ...nonce, nonceAccount: addressOf(5) }],
  ] as const)('with %s are refused, because each could land, and nothing is sent', async (_, first, second) => {
    const sent: string[] = []
    const journal = createMemoryJournal()
    const variants = [variantOf('a', first, sent), variantOf('b', second, sent)] as const
    const error = await land(nobody, [...variants], { journal }).catch((reason: unknown) => reason)
    expect(isTernError(error, 'send/notExclusive')).toBe(true)
    expect([sent, await journal.list()]).toEqual([[], []])
  })

  it('share a record if they share a nonce, and each is sent to its own providers', async () => {
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

describe('a transaction that is confirmed before its provider answers', () => {
  it.each([
    ['accepted it', undefined],
    ['failed', new TernError('send/timedOut', {})],
  ])('reports no submission event, although the provider %s', async (_, error) => {
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
    const events: string[] = []
    const variant = { transaction, submission: { providers: [{ name: 'one', minimumTip: 0n, tipAccounts: [], send }] } }
    const landing = await land({ ...nobody, nodes: [node], pause }, [variant], {
      onSent: () => events.push('sent'),
      onFailure: ({ message }) => events.push(message),
      onOutcome: ({ status }) => events.push(status),
    })
    await expect.poll(() => events).toEqual(['confirmed'])
    answer()
    await new Promise(resolve => setImmediate(resolve))
    expect(events).toEqual(['confirmed'])
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
    return { transaction, submission: { providers: [{ name: signature, minimumTip: 0n, tipAccounts: [], send }] } }
  }
  const landBoth = async (...variants: [Variant, Variant]) => {
    const events: string[] = []
    const landing = await land({ ...nobody, pause: () => new Promise(() => undefined) }, variants, {
      onSent: () => events.push('sent'),
      onFailure: ({ message }) => events.push(message),
    })
    return { events, landing }
  }

  it('have not failed while one of them was accepted', async () => {
    const { events, landing } = await landBoth(failing('a'), variantOf('b', nonce))
    await expect.poll(() => events).toEqual(['sent'])
    landing.stop()
  })

  it('F18 have failed once the last variant has', async () => {
    let give = () => {}
    const wait = new Promise<void>(resolve => {
      give = resolve
    })
    const { events, landing } = await landBoth(failing('a'), failing('b', wait))
    await new Promise(resolve => setImmediate(resolve))
    expect(events).toEqual([])
    give()
    await expect.poll(() => events).toEqual(['Both direct and relay transactions failed'])
    landing.stop()
  })
})

describe('resuming', () => {
  const confirmed = { status: 'confirmed', signature: 'a', slot: 1n, isFinal: false } as const
  const noted = (signature: string, ...changes: readonly Partial<JournalRecord>[]): JournalRecord => ({
    ...{ id: signature, address: addressOf(1), transactions: [variantOf(signature, blockhash).transaction] },
    ...{ timestamp: 0, outcome: { status: 'unknown' }, isRetired: false },
    ...Object.assign({}, ...changes),
  })

  async function resumed(...records: readonly JournalRecord[]) {
    const journal = createMemoryJournal()
    for (const record of records) await journal.append(record)
    const sent: string[] = []
    const landings = await resumeLandings(nobody, journal, ({ id }) =>
      id === 'elsewhere'
        ? undefined
        : { submissionOf: ({ signature }) => variantOf(signature, blockhash, sent).submission },
    )
    for (const landing of landings) landing.stop()
    return { sent, followed: landings.length }
  }

  it('sends the same bytes of open records, unless another tab follows them', async () => {
    const { sent } = await resumed(
      noted('open'),
      noted('expired', { outcome: { status: 'expired', sources: 2 } }),
      noted('confirmed', { outcome: confirmed }),
      noted('final', { outcome: { ...confirmed, isFinal: true } }),
      noted('elsewhere'),
    )
    expect(sent).toEqual(['open', 'confirmed'])
  })

  it('follows retired transactions and never sends their bytes, with any outcome in the record', async () => {
    const outcomes = [confirmed, { status: 'unknown' }, { status: 'unknown', rolledBack: 'confirmed' }] as const
    const records = outcomes.map((outcome, i) => noted(`retired ${i}`, { outcome, isRetired: true }))
    expect(await resumed(...records)).toEqual({ sent: [], followed: 3 })
  })

  it('follows a record of an older version and never sends it: it may have failed before its last outcome', async () => {
    const { isRetired: _, ...older } = noted('older')
    expect(await resumed(older, { ...older, id: 'older too', outcome: confirmed })).toEqual({ sent: [], followed: 2 })
  })
})

describe('a record that two tabs follow', () => {
  const failed = { slot: 5n, err: { Custom: 1 }, confirmationStatus: 'confirmed' }
  const failing = {
    getSignatureStatuses: () => ({ send: async () => ({ context: { slot: 5n }, value: [failed] }) }),
  } as unknown as Sources['nodes'][number]
  const soon = () => new Promise<void>(resolve => setImmediate(resolve))

  /** The first tab misses the failure, and the second tab reports it. */
  async function inTwoTabs(list: (kept: Journal) => Journal['list']) {
    const kept = createMemoryJournal()
    const transaction = variantOf('a', blockhash).transaction
    const outcome = { status: 'unknown' } as const
    await kept.append({
      ...{ id: 'a', address: addressOf(1), transactions: [transaction] },
      ...{ timestamp: 0, outcome, isRetired: false },
    })
    const sent: string[] = []
    const outcomes: string[] = []
    const journal: Journal = { ...kept, list: list(kept) }
    const resume = (sources: Sources, tab: string) =>
      resumeLandings(sources, journal, () => ({
        submissionOf: () => variantOf(tab, blockhash, sent).submission,
        onOutcome: ({ status }) => outcomes.push(`${tab} ${status}`),
      }))
    const deaf = await resume({ ...nobody, pause: soon }, 'deaf')
    await expect.poll(() => sent.length).toBeGreaterThan(3)
    const hearing = await resume({ ...nobody, nodes: [failing], pause: soon }, 'hearing')
    await expect.poll(() => outcomes).toEqual(['hearing failed'])
    // Let pending work finish.
    for (let i = 0; i < 5; i++) await soon()
    const sentBefore = sent.length
    for (let i = 0; i < 50; i++) await soon()
    for (const landing of [...deaf, ...hearing]) landing.stop()
    return sent.length - sentBefore
  }

  it('is sent by neither tab after one has reported its failure', async () => {
    // A copy each time, as another tab would get.
    expect(await inTwoTabs(kept => async () => structuredClone(await kept.list()))).toBe(0)
  })

  it('is not sent while the journal cannot be read, or has lost the record', async () => {
    for (const answer of [() => Promise.reject(new RangeError('closed')), async () => []]) {
      let isLost = false
      const journal = createMemoryJournal()
      const sent: string[] = []
      const lost: Journal = { ...journal, list: () => (isLost ? answer() : journal.list()) }
      const landing = await land({ ...nobody, pause: soon }, [variantOf('a', blockhash, sent)], { journal: lost })
      await expect.poll(() => sent.length).toBeGreaterThan(3)
      isLost = true
      for (let i = 0; i < 5; i++) await soon()
      const sentBefore = sent.length
      for (let i = 0; i < 20; i++) await soon()
      expect(sent.length).toBe(sentBefore)
      isLost = false
      await expect.poll(() => sent.length).toBeGreaterThan(sentBefore)
      landing.stop()
    }
  })
})

describe('landing the same bytes again', () => {
  const failed = { context: { slot: 5n }, value: [{ slot: 5n, err: { InstructionError: [0, { Custom: 1 }] } }] }
  const failing = {
    getSignatureStatuses: () => ({
      send: async () => ({ ...failed, value: [{ ...failed.value[0], confirmationStatus: 'confirmed' }] }),
    }),
  } as unknown as Sources['nodes'][number]
  const pause = () => new Promise<never>(() => undefined)
  const sources = { nodes: [failing], sockets: [], now, pause }

  it.each([
    ['in a journal', createMemoryJournal()],
    ['without one', undefined],
  ])('follows reported failures and sends nothing, %s', async (_, journal) => {
    const sent: string[] = []
    const { transaction, submission } = variantOf('a', blockhash, sent)
    const options = { firstLookMs: 0, ...(journal && { journal }) }
    const outcomes: string[] = []
    const first = await land(sources, [{ transaction, submission }], {
      ...options,
      onOutcome: ({ status }) => outcomes.push(status),
    })
    await expect.poll(() => outcomes).toEqual(['failed'])
    first.stop()
    expect(sent).toEqual(['a'])
    // With a journal: a copy, as after a reload.
    const again = await land(
      nobody,
      [{ transaction: journal ? structuredClone(transaction) : transaction, submission }],
      options,
    )
    await new Promise(resolve => setImmediate(resolve))
    again.stop()
    expect(sent).toEqual(['a'])
  })

  it('sends transactions that may still land, and changes nothing in their record', async () => {
    const sent: string[] = []
    const journal = createMemoryJournal()
    const variant = variantOf('a', blockhash, sent)
    for (const timestamp of [1, 2]) (await land(nobody, [variant], { journal, timestamp })).stop()
    expect(sent).toEqual(['a', 'a'])
    expect(await journal.list()).toMatchObject([{ id: 'a', timestamp: 1, isRetired: false }])
  })

  it('is refused under another intent’s id', async () => {
    const sent: string[] = []
    const journal = createMemoryJournal()
    ;(await land(nobody, [variantOf('a', blockhash, sent)], { journal, id: 'one' })).stop()
    const error = await land(nobody, [variantOf('b', blockhash, sent)], { journal, id: 'one' }).catch(reason => reason)
    expect([isTernError(error, 'send/notNoted'), sent]).toEqual([true, ['a']])
  })
})

describe('a failure that the journal does not accept', () => {
  it('is reported once the journal accepts it, and nothing is sent meanwhile', async () => {
    const statuses = {
      context: { slot: 5n },
      value: [{ slot: 5n, err: { Custom: 1 }, confirmationStatus: 'finalized' }],
    }
    const node = { getSignatureStatuses: () => ({ send: async () => statuses }) } as unknown as Sources['nodes'][number]
    const kept = createMemoryJournal()
    let isFull = true
    let refusals = 0
    const journal: Journal = {
      ...kept,
      async update(id, change) {
        if (isFull) refusals++
        if (isFull) throw new RangeError('full')
        await kept.update(id, change)
      },
    }
    const sent: string[] = []
    const outcomes: string[] = []
    const pause = () => new Promise<void>(resolve => setImmediate(resolve))
    const landing = await land({ ...nobody, nodes: [node], pause }, [variantOf('a', blockhash, sent)], {
      ...{ journal, firstLookMs: 0 },
      onOutcome: ({ status }) => outcomes.push(status),
    })
    await expect.poll(() => refusals).toBeGreaterThan(3)
    const sentBefore = sent.length
    await expect.poll(() => refusals).toBeGreaterThan(6)
    expect([outcomes, landing.outcome.status, sent.length]).toEqual([[], 'unknown', sentBefore])
    isFull = false
    await expect.poll(() => outcomes).toEqual(['failed'])
    expect(await kept.list()).toMatchObject([{ isRetired: true, outcome: { status: 'failed' } }])
    landing.stop()
  })
})
