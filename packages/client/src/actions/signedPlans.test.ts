import { describe, expect, it } from 'vitest'
import { createSignedPlans } from './signedPlans.ts'

const plan = {}

/** A plan that was sent as `a`, and again as `b` because `a` had failed. */
function sentTwice() {
  const plans = createSignedPlans()
  for (const signature of ['a', 'b']) {
    expect(plans.begin(plan)).toBe(true)
    plans.sendAs(plan, signature)
    if (signature === 'a') plans.record(plan, 'a', { status: 'failed' })
  }
  return plans
}

describe('a signed plan', () => {
  it('is taken until its transaction failed or expired, or nothing was sent', () => {
    const plans = createSignedPlans()
    expect([plans.begin(plan), plans.begin(plan)]).toEqual([true, false])
    plans.free(plan)
    expect(plans.begin(plan)).toBe(true)
    plans.sendAs(plan, 'a')
    for (const status of ['unknown', 'confirmed'] as const) {
      plans.record(plan, 'a', { status })
      expect(plans.begin(plan)).toBe(false)
    }
    plans.record(plan, 'a', { status: 'expired' })
    expect(plans.begin(plan)).toBe(true)
  })

  it('stays taken by its second transaction, after any outcome of the first', () => {
    const plans = sentTwice()
    for (const status of ['unknown', 'confirmed', 'failed', 'expired'] as const) {
      plans.record(plan, 'a', { status })
      expect(plans.begin(plan)).toBe(false)
    }
  })

  it('stays taken by its first transaction, restored by a fork, after the second has expired', () => {
    const plans = sentTwice()
    plans.record(plan, 'a', { status: 'unknown' })
    plans.record(plan, 'b', { status: 'expired' })
    expect(plans.begin(plan)).toBe(false)
    plans.record(plan, 'a', { status: 'expired' })
    expect(plans.begin(plan)).toBe(true)
  })

  it('is taken again when a fork undoes its failure', () => {
    const plans = createSignedPlans()
    plans.begin(plan)
    plans.sendAs(plan, 'a')
    plans.record(plan, 'a', { status: 'failed' })
    plans.record(plan, 'a', { status: 'unknown' })
    expect(plans.begin(plan)).toBe(false)
    plans.record(plan, 'a', { status: 'expired' })
    expect(plans.begin(plan)).toBe(true)
  })
})
