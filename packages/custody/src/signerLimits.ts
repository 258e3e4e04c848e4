import type { Taken, Total } from './tally.ts'

/** The max lamports that trades may take from a wallet before its owner is asked. Unset: any amount. */
export interface SignerLimits {
  /** A single trade. */
  readonly trade?: bigint
  /** All trades together until the wallets are locked, or their owner was asked. */
  readonly untilLock?: bigint
}

/** The limits until the owner sets others: ten buys of 2 SOL, each with its fees and rents. */
export const standardSignerLimits: SignerLimits = { trade: 2_500_000_000n, untilLock: 25_000_000_000n }

/** Formats limits for the browser's storage: lamports of a single trade, then of all. `any` means any amount. */
export const formatSignerLimits = ({ trade, untilLock }: SignerLimits): string =>
  `${trade ?? 'any'} ${untilLock ?? 'any'}`

/** Parses the text of `formatSignerLimits`. Returns the standard limits for any other text. */
export function parseSignerLimits(text: string | null): SignerLimits {
  const written = /^(\d{1,19}|any) (\d{1,19}|any)$/.exec(text ?? '')
  if (written === null) return standardSignerLimits
  const [trade, untilLock] = written.slice(1).map(part => (part === 'any' ? undefined : BigInt(part)))
  return { ...(trade !== undefined && { trade }), ...(untilLock !== undefined && { untilLock }) }
}

/** Tests if `next` allows a trade that `limits` does not allow. */
export function isLaxer(next: SignerLimits, limits: SignerLimits): boolean {
  const isAbove = (amount: bigint | undefined, max: bigint | undefined) =>
    max !== undefined && (amount === undefined || amount > max)
  return isAbove(next.trade, limits.trade) || isAbove(next.untilLock, limits.untilLock)
}

/**
 * Returns the limit that `signed` and `taken` together exceed. Without a known price a token's loss is unknown, so its sale always asks.
 *
 * @returns `undefined` if the signer may sign unasked.
 */
export function limitBeyond(
  { trade, untilLock }: SignerLimits,
  signed: Total,
  taken: Taken,
): keyof SignerLimits | 'unpriced' | undefined {
  if (trade !== undefined && taken.maxLamports > trade) return 'trade'
  if (untilLock !== undefined && signed.lamports + taken.lamports > untilLock) return 'untilLock'
  return taken.unpriced > 0 ? 'unpriced' : undefined
}
