import { type Address, token2022Program, tokenProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { briefChecks, checksOf } from './mintChecks.ts'

type Checked = Parameters<typeof checksOf>[0]
const plain = { program: tokenProgram, curve: null, mintAuthority: null, freezeAuthority: null, transferFeeBps: null }
const said = (checks: ReturnType<typeof checksOf>) => checks.map(check => `${check.state}: ${check.text}`)
const texts = (mint: Partial<Checked>) => said(checksOf({ ...plain, ...mint }))

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

  it('say what a bonding curve and the newer token program are', () => {
    const curve = { stage: 'trading', progressPpm: 5, creator: 'c' } as const
    expect(texts({ curve, program: token2022Program })).toEqual([
      'unchecked: Holders not checked',
      'passed: Freeze revoked',
      'passed: No transfer fee',
      'passed: Mint revoked',
      'fact: LP on curve',
      'fact: Token-2022',
    ])
    expect(texts({ curve: { ...curve, stage: 'migrated' } })[0]).toBe('unchecked: LP lock not checked')
  })

  it('are few on a card, and what is wrong is the first', () => {
    expect(said(briefChecks({ ...plain, transferFeeBps: 100, program: token2022Program as Address }))).toEqual([
      'caution: Transfer fee 1%',
      'passed: Mint, freeze',
      'fact: Token-2022',
    ])
    expect(said(briefChecks({ ...plain, freezeAuthority: 'f' }))).toEqual(['danger: Freeze on'])
  })
})
