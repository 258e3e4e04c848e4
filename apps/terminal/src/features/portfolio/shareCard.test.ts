import { expect, it } from 'vitest'
import { shareCard, shareText } from './shareCard.ts'

const figures = {
  money: 'Practice money',
  window: 'Nov',
  realised: 1_234_567_891n,
  unrealised: -1n,
  fees: 5_000n,
  made: 0n,
  worth: undefined,
  isCut: false,
  atSeconds: 1_795_666_851,
}

it('shows every digit, the kind of money and the time, and the wallet’s worth only if asked', () => {
  expect(shareText(shareCard(figures))).toBe(
    [
      'Realised, Nov: +1.234567891 SOL',
      'Unrealised: −0.000000001 SOL',
      'Total from trading: 0 SOL',
      'Fees paid, Nov: 0.000005 SOL',
      'Tern, Practice money, 2026-11-26 04:20 UTC',
    ].join('\n'),
  )
  const { lines } = shareCard({ ...figures, worth: { lamports: 12_482_000_000_000n, unpriced: 0 } })
  expect(lines.map(({ look }) => look)).toEqual(['up', 'down', 'plain', 'plain', 'plain'])
  expect(lines.at(-1)).toEqual({ label: 'Net worth', text: '12,482 SOL', look: 'plain' })
  const without = shareCard({ ...figures, worth: { lamports: 0n, unpriced: 2 }, isCut: true })
  expect([without.lines.at(-1)?.label, without.foot]).toEqual([
    'Net worth, without 2 unpriced tokens',
    'Practice money, 2026-11-26 04:20 UTC, incomplete history',
  ])
})
