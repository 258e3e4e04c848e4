import type { Address } from '@tern/core'
import { expect, it } from 'vitest'
import type { ListedPool } from '../../data/liquidity/listedPool.ts'
import { unscaled } from '../../text/numberText.ts'
import { type HoldingRow, solRow } from './holdingRows.ts'
import type { LiquidityRow } from './liquidityRows.ts'
import { portfolioCsv } from './portfolioCsv.ts'

const kite: HoldingRow = {
  ...solRow(0n),
  mint: 'KiteMint' as Address,
  symbol: '=HYPERLINK("x")',
  name: 'Kite, Club',
  unit: unscaled(6),
  amount: 1_500_000n,
  value: 7n,
  unrealised: -3n,
  realised: -20n,
}

it('has exact decimals, and neutralises formulas in strangers’ texts', () => {
  const share = { pool: { pair: 'KITE/SOL' } as ListedPool, lpMint: 'LpMint' as Address, value: 9n, unrealised: 2n }
  const liquidity: LiquidityRow = { ...share, lp: 1n, lpSupply: 1n, amounts: null }
  const unknown = { ...kite, unit: null, value: null, unrealised: null }
  expect(portfolioCsv([solRow(12_482_000_001n), kite, unknown], [liquidity])).toBe(
    [
      'token,name,mint,amount,value SOL,cost SOL,unrealised SOL,realised SOL',
      'SOL,Solana,,12.482000001,12.482000001,,,',
      `"'=HYPERLINK(""x"")","Kite, Club",KiteMint,1.5,0.000000007,0.00000001,-0.000000003,-0.00000002`,
      `"'=HYPERLINK(""x"")","Kite, Club",KiteMint,,,,,-0.00000002`,
      'KITE/SOL,liquidity,LpMint,,0.000000009,0.000000007,0.000000002,',
      '',
    ].join('\n'),
  )
})
