import type { ActivityRow } from '@tern/server/appRouter'

/** What a wallet did with one token, as far as its transactions tell. */
export interface Position {
  /** Raw units. */
  readonly held: bigint
  /** Lamports that what is held cost, fees counted, rent not. */
  readonly cost: bigint
  /** Lamports that sales brought beyond what was sold had cost. */
  readonly realised: bigint
  /** Whether anything came in otherwise than by buying: then there is no telling what it cost. */
  readonly isCostKnown: boolean
}

const nothing: Position = { held: 0n, cost: 0n, realised: 0n, isCostKnown: true }

/** The position after `rows` (newest first), by average cost. */
export function positionOf(rows: readonly ActivityRow[], mint: string): Position {
  return rows.toReversed().reduce((position, row) => after(position, row, mint), nothing)
}

function after(position: Position, row: ActivityRow, mint: string): Position {
  if (row.failure !== null) return position
  const change = row.tokens.filter(token => token.mint === mint).reduce((sum, { amount }) => sum + BigInt(amount), 0n)
  if (change === 0n) return position
  // Rent stays the wallet's own.
  const lamports = BigInt(row.lamports) + BigInt(row.rent)
  const isTrade = row.trade !== null && row.trade.mint === mint
  return change > 0n
    ? come(position, change, isTrade ? -lamports : undefined)
    : gone(position, -change, isTrade ? lamports : undefined)
}

function come(position: Position, amount: bigint, cost: bigint | undefined): Position {
  const held = position.held + amount
  return cost === undefined
    ? { ...position, held, isCostKnown: false }
    : { ...position, held, cost: position.cost + cost }
}

/** What leaves takes its share of the cost along; all of it leaves nothing, whatever was rounded. */
function gone(position: Position, amount: bigint, proceeds: bigint | undefined): Position {
  const { held, cost, realised } = position
  if (amount > held) return { ...position, held: 0n, cost: 0n, isCostKnown: false }
  const sold = held === amount ? cost : (cost * amount) / held
  const isKnown = held === amount || position.isCostKnown
  return {
    held: held - amount,
    cost: cost - sold,
    realised: proceeds === undefined ? realised : realised + proceeds - sold,
    isCostKnown: isKnown,
  }
}
