import { inSol, plainDecimal } from '../../text/numberText.ts'
import { csvText } from '../../ui/csvText.ts'
import type { HoldingRow } from './holdingRows.ts'

const heads = ['token', 'name', 'mint', 'amount', 'value SOL', 'cost SOL', 'unrealised SOL', 'realised SOL'] as const

/** Exports holdings as CSV: exact decimals, empty cells for unknown values. */
export function portfolioCsv(rows: readonly HoldingRow[]): string {
  const sol = (lamports: bigint | null) => (lamports === null ? '' : plainDecimal(lamports, inSol))
  const lines = rows.map(({ symbol, name, mint, amount, unit, value, unrealised, realised }) => [
    symbol,
    name,
    mint ?? '',
    unit === null ? '' : plainDecimal(amount, unit),
    sol(value),
    value === null || unrealised === null ? '' : sol(value - unrealised),
    sol(unrealised),
    sol(realised),
  ])
  return csvText([heads, ...lines])
}
