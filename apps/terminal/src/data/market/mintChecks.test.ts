import { type Address, token2022Program, tokenProgram, wrappedNativeMint } from '@tern/core'
import type { TokenFactsRow } from '@tern/server/appRouter'
import { describe, expect, it } from 'vitest'
import { briefChecks, checksOf, reviewOf, risksOf } from './mintChecks.ts'

type Checked = Parameters<typeof checksOf>[0]
const plain = {
  program: tokenProgram,
  curve: null,
  mintAuthority: null,
  freezeAuthority: null,
  transferFeeBps: null,
  scale: undefined,
}
const said = (checks: ReturnType<typeof checksOf>) => checks.map(check => `${check.state}: ${check.text}`)
const texts = (mint: Partial<Checked>) => said(checksOf({ ...plain, ...mint }))

describe('the checks of a mint', () => {
  it('pass if there is no power over a holder', () => {
    expect(texts({ mintAuthority: null, freezeAuthority: null, transferFeeBps: null })).toEqual([
      'unchecked: Mint not checked',
      'unchecked: LP lock not checked',
      'unchecked: Holders not checked',
      'unchecked: Dev not checked',
      'unchecked: Snipers and bundlers not checked',
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
      'unchecked: Mint not checked',
      'unchecked: LP lock not checked',
      'unchecked: Holders not checked',
      'unchecked: Dev not checked',
      'unchecked: Snipers and bundlers not checked',
    ])
  })

  it('put a coin’s name on another token first, and hold back buying', () => {
    const coin = { symbol: 'SOL', mint: wrappedNativeMint }
    const checks = checksOf({ ...plain, freezeAuthority: 'f', posesAs: { symbol: 'S0L', coin } }, null)
    expect(said(checks).slice(0, 2)).toEqual(['danger: Same name as SOL', 'danger: Freeze on'])
    expect(checks[0]?.why).toBe(`This token is not SOL. The real mint is ${wrappedNativeMint}.`)
    expect(reviewOf(risksOf(checks))).toBe('Review risks')
  })

  it('F48 call a transfer fee of 3% or more a danger', () => {
    expect(texts({ mintAuthority: null, freezeAuthority: null, transferFeeBps: 300 })[0]).toBe(
      'danger: Transfer fee 3%',
    )
  })

  it('name a bonding curve and the newer token program', () => {
    const curve = { stage: 'trading', progressPpm: 5, creator: 'c' } as const
    expect(texts({ curve, program: token2022Program })).toEqual([
      'unchecked: Permanent delegate not checked',
      'unchecked: Transfers not checked',
      'unchecked: Default freeze not checked',
      'unchecked: Pausing not checked',
      'unchecked: Transfer hook not checked',
      'unchecked: Holders not checked',
      'unchecked: Dev not checked',
      'unchecked: Snipers and bundlers not checked',
      'passed: Freeze revoked',
      'passed: No transfer fee',
      'passed: Mint revoked',
      'fact: LP on curve',
      'fact: Token-2022',
    ])
    expect(texts({ curve: { ...curve, stage: 'migrated' } })).toContain('unchecked: LP lock not checked')
  })

  const facts: TokenFactsRow = {
    slot: 1,
    mintAuthority: null,
    freezeAuthority: null,
    transferFeeBps: 0,
    laterTransferFeeBps: 0,
    transferFeeAuthority: null,
    permanentDelegate: null,
    transferHook: null,
    isFrozenAtFirst: false,
    isTransferable: true,
    pausing: 'none',
    unknownExtensions: 0,
    scaleAuthority: null,
    laterMultiplier: null,
    interestBps: null,
    metadata: { isMutable: false },
    liquidity: { kind: 'pool', burnedPpm: 1_000_000, lockedPpm: 0 },
    largestPpm: 180_000,
    creator: 'c',
    creatorPpm: 21_000,
    sources: {
      mint: { account: 'm', slot: 1 },
      metadata: { account: 'n', slot: 1 },
      liquidity: { account: 'l', slot: 1 },
      largest: { account: null, slot: 1 },
      creator: { account: 'd', slot: 1 },
    },
  }
  it('name the extension that changes the shown amounts, and its authority', () => {
    const why = (token: Parameters<typeof checksOf>[0], change: Partial<TokenFactsRow> = {}) =>
      checksOf(token, { ...facts, ...change }).find(({ text }) => /^(Scaled|Interest)/.test(text))
    const scaled = { ...plain, scale: { kind: 'scaled', multiplier: 10 } } as const
    expect(why(plain)).toBe(undefined)
    expect(why(scaled)).toEqual({
      state: 'fact',
      text: 'Scaled amounts ×10',
      why: 'Wallets show each token as 10. No money moves.',
    })
    expect(why(scaled, { scaleAuthority: 'Auth', laterMultiplier: '20' })?.why).toContain(
      'Later it will be 20. Auth can change that.',
    )
    const interest = { ...plain, scale: { kind: 'interest', multiplier: 1.05 } } as const
    expect(why(interest, { interestBps: 500 })).toMatchObject({
      text: 'Interest-bearing',
      why: 'Shown amounts include interest of 5% a year that is not paid out. Type amounts without interest.',
    })
    expect(said(checksOf(scaled))).toContain('fact: Scaled amounts ×10')
  })

  const read = (change: Partial<TokenFactsRow>) => said(checksOf(plain, { ...facts, ...change }))

  it('no longer say that a curve holds the liquidity once the token has moved', () => {
    const curve = { stage: 'complete', progressPpm: 1_000_000, creator: 'c' } as const
    const before = { ...facts, liquidity: { kind: 'curve' as const } }
    expect(said(checksOf({ ...plain, curve }, before))).toContain('fact: LP on curve')
    for (const moved of [{ ...curve, stage: 'migrated' as const }, null])
      expect(said(checksOf({ ...plain, curve: moved }, before))[0]).toBe('unchecked: LP lock not checked')
  })

  it('show the facts of the chain, and the items that cannot be known', () => {
    expect(read({})).toEqual([
      'unchecked: Snipers and bundlers not checked',
      'passed: Freeze revoked',
      'passed: No transfer fee',
      'passed: Mint revoked',
      'passed: LP burned',
      'passed: Name fixed',
      'fact: Top 10 hold 18%',
      'fact: Dev 2.1%',
    ])
  })

  it('name their source: the mint, unless another is named', () => {
    const sources = checksOf(plain, facts).map(({ text, source = 'mint' }) => `${text}: ${source}`)
    expect(sources.slice(1)).toEqual([
      'Freeze revoked: mint',
      'No transfer fee: mint',
      'Mint revoked: mint',
      'LP burned: liquidity',
      'Name fixed: metadata',
      'Top 10 hold 18%: largest',
      'Dev 2.1%: creator',
    ])
  })

  it.each([
    [{ permanentDelegate: 'd' }, 'danger: Permanent delegate'],
    [{ isTransferable: false }, 'danger: Not transferable'],
    [{ isFrozenAtFirst: true }, 'danger: Accounts start frozen'],
    [{ pausing: 'paused' as const }, 'danger: Paused'],
    [{ pausing: 'possible' as const }, 'caution: Can be paused'],
    [{ transferHook: 'h' }, 'caution: Transfer hook'],
    [{ transferFeeAuthority: 'a' }, 'caution: Transfer fee can change'],
    [{ laterTransferFeeBps: 500 }, 'danger: Transfer fee 0%'],
    [{ largestPpm: 300_000 }, 'caution: Top 10 hold 30%'],
    [{ creatorPpm: 50_000 }, 'caution: Dev 5%'],
    [{ liquidity: { kind: 'pool' as const, burnedPpm: 989_999, lockedPpm: 0 } }, 'caution: LP burned 99%'],
    [{ liquidity: { kind: 'pool' as const, burnedPpm: 1, lockedPpm: 500_000 } }, 'caution: LP locked 50%'],
    [{ liquidity: { kind: 'pool' as const, burnedPpm: 0, lockedPpm: 0 } }, 'caution: LP not burned'],
    [{ liquidity: { kind: 'positions' as const, lockedPpm: 989_999 } }, 'caution: LP locked 99%'],
    [{ liquidity: { kind: 'positions' as const, lockedPpm: 9_999 } }, 'caution: LP not locked'],
    [{ freezeAuthority: 'f' }, 'danger: Freeze on'],
  ])('put the danger or caution of %o first', (change, first) => {
    expect(read(change)[0]).toBe(first)
  })

  it('distinguish liquidity that is locked for good from burned liquidity', () => {
    const text = (liquidity: TokenFactsRow['liquidity']) => read({ liquidity }).filter(one => one.includes('LP'))
    expect(text({ kind: 'pool', burnedPpm: 990_000, lockedPpm: 0 })).toEqual(['passed: LP burned'])
    expect(text({ kind: 'pool', burnedPpm: 495_000, lockedPpm: 495_000 })).toEqual(['passed: LP burned'])
    expect(text({ kind: 'pool', burnedPpm: 100_000, lockedPpm: 890_000 })).toEqual(['passed: LP locked'])
    expect(text({ kind: 'positions', lockedPpm: 990_000 })).toEqual(['passed: LP locked'])
  })

  it.each([
    [{ largestPpm: null }, 'unchecked: Holders not checked'],
    [{ creator: null, creatorPpm: null }, 'unchecked: Dev not checked'],
    [{ creatorPpm: null }, 'unchecked: Dev not checked'],
    [{ liquidity: null }, 'unchecked: LP lock not checked'],
    [{ unknownExtensions: 1 }, 'unchecked: Unknown extension'],
  ])('show an unknown item (%o) as not checked', (change, text) => {
    expect(read(change)).toContain(text)
  })

  it('hold back buying for a danger and for an unread mint, and for no other unknown item', () => {
    const risks = (program: Address, read: TokenFactsRow | null | undefined) =>
      risksOf(checksOf({ ...plain, program }, read))
    const of = (program: Address, read: TokenFactsRow | null | undefined) => reviewOf(risks(program, read))
    for (const program of [tokenProgram, token2022Program])
      for (const unread of [null, undefined]) expect(of(program, unread)).toBe('Mint not checked yet')
    expect(risks(token2022Program, null)).toHaveLength(5)
    expect(of(tokenProgram, { ...facts, largestPpm: null, creatorPpm: null, liquidity: null })).toBeUndefined()
    expect(of(token2022Program, { ...facts, unknownExtensions: 1 })).toBe('Mint not checked yet')
    expect(of(token2022Program, { ...facts, unknownExtensions: 1, isTransferable: false })).toBe('Review risks')
  })

  it('show the holders on a card, once the facts are read', () => {
    expect(said(briefChecks(plain, facts))).toEqual(['passed: Mint, freeze', 'fact: Top 10 18%', 'fact: Dev 2.1%'])
    expect(said(briefChecks(plain, { ...facts, largestPpm: 440_000 }))[0]).toBe('caution: Top 10 44%')
  })

  it('pass nothing on a card while the facts are not read', () => {
    for (const unread of [undefined, null]) expect(said(briefChecks(plain, unread))).toEqual(['unchecked: Not checked'])
  })

  it('are few on a card, dangers and cautions first', () => {
    expect(said(briefChecks({ ...plain, transferFeeBps: 100, program: token2022Program as Address }))).toEqual([
      'caution: Transfer fee 1%',
      'unchecked: Not checked',
      'fact: Token-2022',
    ])
    expect(said(briefChecks({ ...plain, freezeAuthority: 'f' }))).toEqual([
      'danger: Freeze on',
      'unchecked: Not checked',
    ])
  })
})
