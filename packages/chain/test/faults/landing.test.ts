import { isTernError, TernError } from '@tern/core'
import { describe, expect, it, vi } from 'vitest'
import { fineNode, fineProvider, nodeThat } from '../fakeCluster/faultPlan.ts'
import { slotMs } from '../fakeCluster/ledger.ts'
import { namedPlans } from '../fakeCluster/namedPlans.ts'
import { landedMs, losing, lost, outcomes, pollMs, runOf, signaturesIn, statuses, three, when } from './faultRuns.ts'

describe('sources', () => {
  it('F01 sockets that break before a notification: polls report within 2.5 s, and the sockets reconnect', async () => {
    const run = await runOf(namedPlans.F01)
    expect(statuses(run)).toEqual(['confirmed', 'confirmed, final'])
    expect(when(run, 'confirmed') - landedMs(run)).toBeLessThanOrEqual(pollMs)
    expect(Math.min(...run.subscriptions)).toBeGreaterThan(1)
  })

  it('F02 sockets that are connected and silent: polls report within 2.5 s', async () => {
    const run = await runOf({ nodes: three(nodeThat({ is: 'fine' }, { is: 'silent' })) })
    expect(statuses(run)).toEqual(['confirmed', 'confirmed, final'])
    expect(when(run, 'confirmed') - landedMs(run)).toBeLessThanOrEqual(pollMs)
  })

  it('F03 notifications that are repeated and late cause one report', async () => {
    const run = await runOf(namedPlans.F03)
    expect(statuses(run)).toEqual(['confirmed', 'confirmed, final'])
    expect(when(run, 'confirmed') - landedMs(run)).toBeLessThanOrEqual(slotMs)
  })

  it('notifications about other events cause no report', async () => {
    const run = await runOf({
      nodes: three(nodeThat({ is: 'fine' }, { is: 'noisy', delayMs: 200 })),
      providers: [losing],
      life: { kind: 'blockhash', blocks: 10 },
      healedAtMs: 200_000,
    })
    expect(statuses(run)).toEqual(['expired'])
  })

  it('F05 a rate-limited node rests for as long as it asks, and the others are asked', async () => {
    const busy = nodeThat({ is: 'busy', retryAfterMs: 20_000 })
    const run = await runOf({
      nodes: [busy, fineNode, fineNode],
      providers: [losing],
      life: { kind: 'blockhash', blocks: 20 },
      healedAtMs: 200_000,
    })
    expect(outcomes(run)).toEqual([{ status: 'expired', sources: 2 }])
    const [asked = 0] = run.requests
    // For two intents.
    expect(asked).toBeLessThanOrEqual(2 * Math.ceil(when(run, 'expired') / 20_000) + 2)
    expect(asked).toBeGreaterThanOrEqual(2)
  })

  it('F06 errors and incomplete answers prove nothing; the other node decides', async () => {
    const run = await runOf(namedPlans.F06)
    expect(statuses(run)).toEqual(['confirmed', 'confirmed, final'])
    expect(when(run, 'confirmed') - landedMs(run)).toBeLessThanOrEqual(slotMs)
    // Alone, it proves nothing final.
    expect(run.reports.at(-1)?.atMs).toBeGreaterThan(60_000)
  })

  it('F07 a node that hangs delays nothing', async () => {
    const run = await runOf(namedPlans.F07)
    expect(when(run, 'confirmed') - landedMs(run)).toBeLessThanOrEqual(slotMs)
    expect(run.reports.at(-1)?.atMs).toBeLessThan(30_000)
  })

  it('F08 nodes that lag by 60 slots prove no expiry before they have reached it', async () => {
    const behind = nodeThat({ is: 'behind', slots: 60, statusSlots: 60 }, { is: 'silent' })
    const late = await runOf({
      nodes: three(behind),
      providers: [{ sendings: [{ arrivesAfterMs: 3000, answer: 'taken' }] }],
      life: { kind: 'blockhash', blocks: 10 },
    })
    expect(statuses(late)).toEqual(['confirmed', 'confirmed, final'])
    const never = await runOf({
      nodes: three(behind),
      providers: [losing],
      life: { kind: 'blockhash', blocks: 10 },
      healedAtMs: 300_000,
    })
    expect(statuses(never)).toEqual(['expired'])
    expect(when(never, 'expired')).toBeGreaterThan((10 + 32 + 32 + 60) * slotMs)
  })

  it('F08 nor does an address with two nodes if the node with the statuses lags', async () => {
    const run = await runOf({
      nodes: [nodeThat({ is: 'behind', slots: 0, statusSlots: 200 }, { is: 'silent' })],
      providers: [{ sendings: [{ arrivesAfterMs: 1000, answer: 'taken' }] }],
      life: { kind: 'blockhash', blocks: 10 },
      healedAtMs: 150_000,
    })
    expect(statuses(run)).toEqual(['confirmed', 'confirmed, final'])
  })

  it('F08 nor does a history at the very slot that used the nonce, because transactions may still enter it', async () => {
    // It lags by 51 slots for statuses and by 18 for accounts. Finalized accounts are another 32 slots older.
    const lagging = nodeThat({ is: 'behind', slots: 18, statusSlots: 51 })
    const run = await runOf({
      nodes: [
        {
          latencyMs: 10,
          phases: [
            { fromMs: 0, state: { is: 'lies', status: 'none' } },
            { fromMs: 40_392, state: { is: 'busy', retryAfterMs: 8048 } },
            { fromMs: 50_059, state: { is: 'lies', status: 'failed', nonce: 'used' } },
          ],
          socket: { is: 'lies', says: 'confirmed', afterMs: 0 },
        },
        { ...lagging, latencyMs: 14, socket: { is: 'cut', atMs: 0 } },
        { latencyMs: 10, phases: [], socket: { is: 'silent' } },
      ],
      providers: [
        { sendings: [{ arrivesAfterMs: 0, answer: 'taken' }, { answer: 'taken' }] },
        { sendings: [{ answer: 'taken' }] },
      ],
      life: { kind: 'nonce', variants: 1 },
      healedAtMs: 69_993,
    })
    expect(statuses(run)).not.toContain('expired')
  })

  it('F09 a node that reports slots as heights, millions ahead, expires nothing', async () => {
    const run = await runOf({
      nodes: [nodeThat({ is: 'lies', status: 'none', ahead: 22_000_000 }), fineNode, fineNode],
      providers: [{ sendings: [{ arrivesAfterMs: 20_000, answer: 'taken' }] }],
    })
    expect(statuses(run)).toEqual(['confirmed', 'confirmed, final'])
  })

  it.each([-200, 22_000_000])(
    'F09 nor does the node of the blockhash, which claimed a lifetime %i blocks too long',
    async offset => {
      const liar = nodeThat({ is: 'lies', status: 'none' }, { is: 'silent' })
      const late = await runOf({
        nodes: [liar, fineNode, fineNode],
        providers: [{ sendings: [{ arrivesAfterMs: 50_000, answer: 'taken' }] }],
        life: { kind: 'blockhash', blocks: 150, offset },
      })
      expect(statuses(late)).toEqual(['confirmed', 'confirmed, final'])
      expect(signaturesIn(late)).toEqual(['first 0'])
      const never = await runOf({
        nodes: [liar, fineNode, fineNode],
        providers: [losing],
        life: { kind: 'blockhash', blocks: 150, offset },
        healedAtMs: 300_000,
      })
      expect(statuses(never)).toEqual(['expired'])
    },
  )

  it('F09 nor while the other nodes have not reached the blockhash yet', async () => {
    const run = await runOf({
      nodes: [
        nodeThat({ is: 'lies', status: 'none' }),
        nodeThat({ is: 'behind', slots: 60, statusSlots: 60 }, { is: 'silent' }),
        nodeThat({ is: 'silent' }, { is: 'silent' }),
      ],
      providers: [{ sendings: [{ arrivesAfterMs: 30_000, answer: 'taken' }] }],
      life: { kind: 'blockhash', blocks: 150, offset: -9000 },
      healedAtMs: 200_000,
    })
    expect(signaturesIn(run)).toEqual(['first 0'])
    expect(statuses(run)[0]).toBe('confirmed')
  })

  it('F09 nor does a node that lies about the slot at which it read the nonce', async () => {
    for (const offset of [-9000, 22_000_000]) {
      const run = await runOf({
        nodes: [nodeThat({ is: 'lies', status: 'none', nonce: 'used' }), fineNode, fineNode],
        providers: [{ sendings: [{ arrivesAfterMs: 20_000, answer: 'taken' }] }],
        life: { kind: 'nonce', variants: 1, offset },
      })
      expect(statuses(run)).toEqual(['confirmed', 'confirmed, final'])
      const used = await runOf({
        nodes: [nodeThat({ is: 'lies', status: 'none' }), fineNode, fineNode],
        providers: [losing],
        life: { kind: 'nonce', variants: 1, offset, advancedAtMs: 4000 },
        healedAtMs: 300_000,
      })
      expect(statuses(used)).toEqual(['expired'])
    }
  })

  it('F10 a false landing in a slot that never comes is taken back within a minute', async () => {
    const claimedSlot = 2 ** 52
    const liar = nodeThat(
      { is: 'lies', status: 'confirmed', claimedSlot },
      { is: 'lies', says: 'confirmed', afterMs: 100, claimedSlot },
    )
    const run = await runOf({
      nodes: [liar, fineNode, fineNode],
      providers: [{ sendings: [{ arrivesAfterMs: 100_000, answer: 'taken' }] }],
      life: { kind: 'nonce', variants: 1 },
      healedAtMs: 120_000,
    })
    expect(statuses(run)).toEqual(['confirmed', 'unknown', 'confirmed', 'confirmed, final'])
    expect(when(run, 'unknown')).toBeLessThan(60_000)
  })

  it('F10 a false landing is reported as not final and taken back, and the truth is reported', async () => {
    const run = await runOf(namedPlans.F10)
    expect(statuses(run)).toEqual(['confirmed', 'unknown', 'expired'])
    expect(outcomes(run)[1]).toMatchObject({ rolledBack: 'confirmed' })
  })

  it('F10 a false failure, after which people retry, is never reported', async () => {
    const liar = nodeThat({ is: 'lies', status: 'failed' }, { is: 'lies', says: 'failed', afterMs: 100 })
    const run = await runOf({
      nodes: [liar, fineNode, fineNode],
      providers: [{ sendings: [{ arrivesAfterMs: 10_000, answer: 'taken' }] }],
    })
    expect(statuses(run)).toEqual(['confirmed', 'confirmed, final'])
    expect(signaturesIn(run)).toEqual(['first 0'])
  })

  it('F10 of two sources that contradict each other, neither is believed', async () => {
    const run = await runOf({
      nodes: [nodeThat({ is: 'lies', status: 'finalized' }), fineNode],
      providers: [losing],
      life: { kind: 'blockhash', blocks: 10 },
    })
    expect(statuses(run).at(-1)).toBe('unknown')
  })
})

describe('submission', () => {
  it('F13 a provider accepts and drops the transaction: the same bytes are sent again', async () => {
    const run = await runOf(namedPlans.F13)
    expect(statuses(run)).toEqual(['confirmed', 'confirmed, final'])
    expect([signaturesIn(run), run.sent.length]).toEqual([['first 0'], 3])
  })

  it('F13 leaders drop it, make no block or delay it: the same bytes are sent again until a leader includes them', async () => {
    for (const [leader, sent] of [
      ['drops', 8],
      ['skips', 8],
      ['late', 1],
    ] as const) {
      const run = await runOf({ leaders: [...Array.from({ length: 9 }, () => leader), 'fine'], healedAtMs: 200_000 })
      expect(statuses(run)).toEqual(['confirmed', 'confirmed, final'])
      expect([signaturesIn(run), run.sent.length > sent - 1]).toEqual([['first 0'], true])
    }
  })

  it('F14 a provider forwards it without an answer: it is followed, not signed again', async () => {
    const run = await runOf(namedPlans.F14)
    expect(statuses(run)).toEqual(['confirmed', 'confirmed, final'])
    expect(signaturesIn(run)).toEqual(['first 0'])
  })

  it('F15 a provider’s answer has another signature: ours is followed, and no other is signed', async () => {
    const run = await runOf({}, setting => ({
      ...setting,
      providers: setting.providers.map(provider => ({
        ...provider,
        send: async (...args) => {
          await provider.send(...args)
          throw new TernError('send/wrongSignature', { endpoint: 'one', expected: 'first 0', actual: 'another' })
        },
      })),
    }))
    expect(outcomes(run)).toMatchObject([{ signature: 'first 0' }, { signature: 'first 0', isFinal: true }])
    expect(signaturesIn(run)).toEqual(['first 0'])
  })

  it.each([
    { delayMs: 90_000, blocks: 20, ends: ['expired'] },
    { delayMs: 6000, blocks: 20, ends: ['confirmed', 'confirmed, final'] },
  ])('F16 a provider that waits for $delayMs ms: $ends', async ({ delayMs, blocks, ends }) => {
    const run = await runOf({
      providers: [{ sendings: [{ arrivesAfterMs: delayMs, answer: 'taken' }] }],
      life: { kind: 'blockhash', blocks },
      healedAtMs: 200_000,
    })
    expect(statuses(run)).toEqual(ends)
    expect(run.ledger.everLanded.filter(({ signature }) => signature === 'first 0').length).toBe(
      ends.length > 1 ? 1 : 0,
    )
  })

  it('F17 a provider that is down delays no other', async () => {
    const hanging = { sendings: [{ answer: 'nothing' as const }] }
    const down = { sendings: [{ answer: 'refused' as const }] }
    const run = await runOf({ providers: [hanging, down, fineProvider] })
    expect(run.sent.slice(0, 3).map(({ atMs }) => atMs)).toEqual([5, 5, 5])
    expect([run.sendings, statuses(run)]).toEqual([['sent'], ['confirmed', 'confirmed, final']])
  })

  it('F18 no provider accepts it: that is reported, and it is followed until it expires', async () => {
    const run = await runOf(namedPlans.F18)
    expect(run.sendings[0]).toBe('Both direct and relay transactions failed')
    expect(statuses(run)).toEqual(['expired'])
    expect([...run.noted.values()].map(({ outcome }) => outcome.status)).toContain('expired')
  })
})

describe('the chain', () => {
  it('F22 a blockhash expires in flight: expiry needs proof, and only then is a replacement signed', async () => {
    const run = await runOf({
      providers: [{ sendings: [lost] }],
      life: { kind: 'blockhash', blocks: 20 },
      healedAtMs: 40_000,
    })
    expect(outcomes(run)).toEqual([{ status: 'expired', sources: 2 }])
    expect(when(run, 'expired')).toBeGreaterThan((20 + 32 + 32) * slotMs)
    expect(run.sent.find(({ signature }) => signature === 'second 0')?.atMs).toBeGreaterThan(when(run, 'expired'))
    expect(statuses(run, 'second')).toEqual(['confirmed', 'confirmed, final'])
  })

  it('F22 one source proves expiry by two looks 10 s apart, and the outcome says that it was one', async () => {
    const faults = { providers: [losing], life: { kind: 'blockhash', blocks: 20 }, healedAtMs: 200_000 } as const
    const one = await runOf({ ...faults, nodes: [fineNode] })
    expect(outcomes(one)).toEqual([{ status: 'expired', sources: 1 }])
    const several = await runOf(faults)
    expect(when(one, 'expired') - when(several, 'expired')).toBeGreaterThanOrEqual(10_000 - 2000)
  })

  it('F22 after 60 s the outcome is unknown with the blocks left, and it is still followed', async () => {
    const run = await runOf({
      providers: [losing],
      life: { kind: 'blockhash', blocks: 250 },
      healedAtMs: 62_000,
    })
    const [first] = run.settled
    expect(first).toMatchObject({ atMs: 60_005, outcome: { status: 'unknown' } })
    const outcome = first?.outcome
    if (outcome?.status !== 'unknown') return expect.fail('it is known')
    const { lastHeight, blocksLeft } = outcome
    expect(lastHeight).toBe(9_250n)
    // The blocks left count from the finalized block of the last poll.
    expect(Math.abs(Number(blocksLeft) - (250 - 60_000 / slotMs + 32))).toBeLessThanOrEqual(6)
    expect(statuses(run)).toEqual(['confirmed', 'confirmed, final'])
  })

  it('F24 a failure on chain is reported with its error and signature', async () => {
    const run = await runOf({ results: ['fails', 'ok'] })
    const error = { InstructionError: [3, { Custom: 6005 }] }
    expect(outcomes(run)).toMatchObject([
      { status: 'failed', signature: 'first 0', error, isFinal: false },
      { status: 'failed', signature: 'first 0', error, isFinal: true },
    ])
  })

  it('F25 one variant of a nonce lands, and it is the only outcome', async () => {
    const run = await runOf({
      life: { kind: 'nonce', variants: 3 },
      providers: [losing, { sendings: [{ arrivesAfterMs: 3000, answer: 'taken' }] }, fineProvider],
    })
    expect(signaturesIn(run)).toEqual(['first 0', 'first 1', 'first 2'])
    expect(outcomes(run)).toMatchObject([
      { signature: 'first 2', isFinal: false },
      { signature: 'first 2', isFinal: true },
    ])
    expect(run.ledger.everLanded.length).toBe(1)
  })

  it('F26 a variant that fails uses the nonce: the next trade takes another', async () => {
    const run = await runOf({ life: { kind: 'nonce', variants: 2 }, results: ['fails', 'ok'] })
    expect(statuses(run)).toEqual(['failed', 'failed, final'])
    const nonces = [...run.signed.values()].map(
      ([first]) => first?.message.lifetime.kind === 'nonce' && first.message.lifetime.nonce,
    )
    expect(nonces).toEqual(['nonce 1', 'nonce 2'])
    expect(statuses(run, 'second')).toEqual(['confirmed', 'confirmed, final'])
  })

  it('F28 a nonce that was used elsewhere: nothing can land, and two sources must prove it', async () => {
    const run = await runOf({
      life: { kind: 'nonce', variants: 2, advancedAtMs: 4000 },
      providers: [losing],
      nodes: [nodeThat({ is: 'lies', status: 'none', nonce: 'used' }), fineNode, fineNode],
      healedAtMs: 100_000,
    })
    expect(outcomes(run)).toEqual([{ status: 'expired', sources: expect.any(Number) }])
    expect(when(run, 'expired')).toBeGreaterThan(4000 + 32 * slotMs)
  })

  it('F29 a landing that a fork undoes is followed, reported and sent again, and the truth is reported', async () => {
    const run = await runOf({ forks: [{ atMs: 6000, slots: 25 }] })
    expect(statuses(run)).toEqual(['confirmed', 'unknown', 'confirmed', 'confirmed, final'])
    expect(outcomes(run)[1]).toMatchObject({ rolledBack: 'confirmed' })
    expect(run.ledger.everLanded.length).toBe(2)
    expect(when(run, 'unknown') - 6000).toBeLessThanOrEqual(pollMs)
  })

  it('F29 it may end differently after a fork, or not land again', async () => {
    const other = await runOf({ forks: [{ atMs: 6000, slots: 25 }], results: ['ok', 'fails'] })
    expect(statuses(other)).toEqual(['confirmed', 'unknown', 'failed', 'failed, final'])
    const gone = await runOf({
      forks: [{ atMs: 6000, slots: 25 }],
      life: { kind: 'blockhash', blocks: 8 },
      providers: [{ sendings: [{ arrivesAfterMs: 100, answer: 'taken' }, lost] }],
      healedAtMs: 200_000,
    })
    expect(statuses(gone)).toEqual(['confirmed', 'unknown', 'expired'])
  })

  it('F31 after a reload, nodes that had accepted the blockhash prove expiry at once, others after 150 slots', async () => {
    const over = { providers: [losing], life: { kind: 'blockhash', blocks: 20 }, healedAtMs: 300_000 } as const
    const seen = await runOf({ ...over, crashes: [{ at: { ms: 2000 }, downMs: 60_000 }] })
    expect(when(seen, 'expired')).toBeLessThan(62_000 + pollMs)
    const unseen = await runOf({ ...over, crashes: [{ at: { ms: 200 }, downMs: 60_000 }] })
    expect(when(unseen, 'expired')).toBeGreaterThan(60_000 + 150 * slotMs)
  })

  it('F29 a failed transaction is not sent again after a fork, before or after a reload, because a replacement may exist', async () => {
    const failed = { results: ['fails', 'ok'], forks: [{ atMs: 6000, slots: 25 }] } as const
    for (const crashes of [[], [{ at: { ms: 4000 }, downMs: 500 }], [{ at: { ms: 9000 }, downMs: 500 }]]) {
      const run = await runOf({ ...failed, crashes, life: { kind: 'blockhash', blocks: 60 } })
      const first = outcomes(run).map(({ status }) => status)
      expect(first).toEqual(expect.arrayContaining(['failed', 'expired']))
      const failedAtMs = when(run, 'failed')
      expect(run.sent.filter(({ signature, atMs }) => signature === 'first 0' && atMs > failedAtMs)).toEqual([])
    }
  })

  it('F30 while no slot passes nothing expires; then everything continues', async () => {
    const halts = [{ atMs: 2000, forMs: 600_000 }]
    const run = await runOf({
      halts,
      providers: [losing],
      life: { kind: 'blockhash', blocks: 20 },
      healedAtMs: 700_000,
    })
    expect(statuses(run)).toEqual(['expired'])
    expect(when(run, 'expired')).toBeGreaterThan(602_000)
    const landing = await runOf({
      halts,
      healedAtMs: 610_000,
      providers: [losing],
      life: { kind: 'blockhash', blocks: 50 },
    })
    expect(statuses(landing)).toEqual(['confirmed', 'confirmed, final'])
  })
})

describe('the page', () => {
  it('F31 a page that dies before any step resumes its journal', async () => {
    for (const results of [['ok'], ['fails', 'ok']] as const)
      for (let step = 1; step <= 40; step++) {
        const run = await runOf({
          results,
          crashes: [
            { at: { step }, downMs: 3000 },
            { at: { step: step % 7 }, downMs: 90_000 },
          ],
        })
        if (run.sent.length > 0) expect(statuses(run).at(-1)).toMatch(/final|expired/)
      }
  })

  it('F31 a page that returns much later still reports the outcome', async () => {
    const run = await runOf({ crashes: [{ at: { ms: 1000 }, downMs: 600_000 }], healedAtMs: 601_000 })
    expect(statuses(run)).toEqual(['confirmed', 'confirmed, final'])
    const lateLoss = await runOf({
      crashes: [{ at: { ms: 1000 }, downMs: 600_000 }],
      providers: [losing],
      healedAtMs: 610_000,
    })
    expect(statuses(lateLoss)).toEqual(['expired'])
  })

  it('F35 a wall clock that jumps changes nothing', async () => {
    const plan = { forks: [{ atMs: 6000, slots: 25 }], crashes: [{ at: { ms: 2000 }, downMs: 1000 }] }
    const calm = await runOf(plan)
    const clock = vi.spyOn(Date, 'now')
    try {
      let looks = 0
      clock.mockImplementation(() => 1_700_000_000_000 + (looks++ % 2) * 7_200_000)
      expect((await runOf(plan)).reports).toEqual(calm.reports)
    } finally {
      clock.mockRestore()
    }
  })

  it('F36 a page whose journal fails sends nothing, and reports why', async () => {
    const run = await runOf({ journal: 'refuses' })
    const [refusal] = run.refusals
    expect(isTernError(refusal, 'send/notNoted') && refusal.message).toBe(
      'Not sent: the transaction could not be saved first',
    )
    expect(run.sent).toEqual([])
  })
})
