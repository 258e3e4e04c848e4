import { describe, expect, it } from 'vitest'
import { checksOf } from './checks.ts'

const texts = (mint: Parameters<typeof checksOf>[0]) => checksOf(mint).map(check => `${check.state}: ${check.text}`)

describe('the checks of a mint', () => {
  it('pass when nothing can be done to a holder', () => {
    expect(texts({ mintAuthority: null, freezeAuthority: null, transferFeeBps: null })).toEqual([
      'unchecked: LP lock not checked',
      'unchecked: Holders not checked',
      'passed: Freeze revoked',
      'passed: No transfer fee',
      'passed: Mint revoked',
    ])
  })

  it('come worst first', () => {
    expect(texts({ mintAuthority: 'm', freezeAuthority: 'f', transferFeeBps: 100 })).toEqual([
      'danger: Freeze on',
      'caution: Transfer fee 1%',
      'caution: Mint on',
      'unchecked: LP lock not checked',
      'unchecked: Holders not checked',
    ])
  })

  it('call a transfer fee of 3% and more a danger', () => {
    expect(texts({ mintAuthority: null, freezeAuthority: null, transferFeeBps: 300 })[0]).toBe(
      'danger: Transfer fee 3%',
    )
  })
})
