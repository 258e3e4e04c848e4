import type { Taken, Total } from './tally.ts'

/** How much SOL trades may take from a wallet without its owner being asked, in lamports; unset: any amount. */
export interface SignerLimits {
  /** One trade. */
  readonly trade?: bigint
  /** All trades together until the wallets are locked, or their owner was asked. */
  readonly untilLock?: bigint
}

/** Unless somebody chooses others: a buy of 2 SOL, ten times, with all that it takes beside. */
export const standardSignerLimits: SignerLimits = { trade: 2_500_000_000n, untilLock: 25_000_000_000n }

/** As a browser keeps them: lamports, `any` for any amount; one trade first. */
export const formatSignerLimits = ({ trade, untilLock }: SignerLimits): string =>
  `${trade ?? 'any'} ${untilLock ?? 'any'}`

/** What `formatSignerLimits` wrote, up to more SOL than there is; of anything else the standard. */
export function parseSignerLimits(text: string | null): SignerLimits {
  const written = /^(\d{1,19}|any) (\d{1,19}|any)$/.exec(text ?? '')
  if (written === null) return standardSignerLimits
  const [trade, untilLock] = written.slice(1).map(part => (part === 'any' ? undefined : BigInt(part)))
  return { ...(trade !== undefined && { trade }), ...(untilLock !== undefined && { untilLock }) }
}

/** Whether `next` lets pass what `limits` does not. */
export function isLaxer(next: SignerLimits, limits: SignerLimits): boolean {
  const isAbove = (amount: bigint | undefined, most: bigint | undefined) =>
    most !== undefined && (amount === undefined || amount > most)
  return isAbove(next.trade, limits.trade) || isAbove(next.untilLock, limits.untilLock)
}

/**
 * Returns the limit that `taken` is beyond, on top of `signed`. Without a known price a token's loss is unknown, so its sale always asks.
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
