import { inSol, plainDecimal } from '../../text/numberText.ts'
import { csvText } from '../../ui/csvText.ts'
import type { HoldingRow } from './holdingRows.ts'
import type { LiquidityRow } from './liquidityRows.ts'

const heads = ['token', 'name', 'mint', 'amount', 'value SOL', 'cost SOL', 'unrealised SOL', 'realised SOL'] as const

/** Exports holdings and shares of pools as CSV: exact decimals, empty cells for unknown values. */
export function portfolioCsv(rows: readonly HoldingRow[], liquidity: readonly LiquidityRow[]): string {
  const sol = (lamports: bigint | null) => (lamports === null ? '' : plainDecimal(lamports, inSol))
  const money = (value: bigint | null, unrealised: bigint | null) => [
    sol(value),
    value === null || unrealised === null ? '' : sol(value - unrealised),
    sol(unrealised),
  ]
  const tokens = rows.map(({ symbol, name, mint, amount, unit, value, unrealised, realised }) => [
    ...[symbol, name, mint ?? ''],
    unit === null ? '' : plainDecimal(amount, unit),
    ...money(value, unrealised),
    sol(realised),
  ])
  const shares = liquidity.map(({ pool, lpMint, value, unrealised }) => [
    ...[pool.pair, 'liquidity', lpMint, ''],
    ...money(value, unrealised),
    '',
  ])
  return csvText([heads, ...tokens, ...shares])
}
