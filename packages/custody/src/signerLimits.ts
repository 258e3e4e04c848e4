/** How much SOL trades may take from a wallet without its owner being asked, in lamports; unset: any amount. */
export interface SignerLimits {
  /** One trade. */
  readonly trade?: bigint
  /** All trades together until the wallets are locked, or their owner was asked. */
  readonly untilLock?: bigint
}

/** Unless somebody chooses others. */
export const standardSignerLimits: SignerLimits = { trade: 2_000_000_000n, untilLock: 20_000_000_000n }

/** As a browser keeps them: lamports, `any` for any amount; one trade first. */
export const formatSignerLimits = ({ trade, untilLock }: SignerLimits): string =>
  `${trade ?? 'any'} ${untilLock ?? 'any'}`

/** What `formatSignerLimits` wrote; of anything else the standard. */
export function parseSignerLimits(text: string | null): SignerLimits {
  const [, trade, untilLock] = /^(\d{1,20}|any) (\d{1,20}|any)$/.exec(text ?? '') ?? []
  if (trade === undefined || untilLock === undefined) return standardSignerLimits
  return {
    ...(trade !== 'any' && { trade: BigInt(trade) }),
    ...(untilLock !== 'any' && { untilLock: BigInt(untilLock) }),
  }
}

/** Whether `next` lets pass what `limits` does not. */
export function isLaxer(next: SignerLimits, limits: SignerLimits): boolean {
  const isAbove = (amount: bigint | undefined, most: bigint | undefined) =>
    most !== undefined && (amount === undefined || amount > most)
  return isAbove(next.trade, limits.trade) || isAbove(next.untilLock, limits.untilLock)
}

/** What one signed message may take. */
export interface Spending {
  readonly lamports: bigint
  /** The value of the nonce account that it lives by. */
  readonly nonce?: string
}

/** What was signed since the wallets were opened, or their owner was asked. */
export interface Tally {
  readonly lamports: bigint
  /** The most that a message with each nonce may take: of those with the same at most one lands. */
  readonly byNonce: ReadonlyMap<string, bigint>
}

export const emptyTally: Tally = { lamports: 0n, byNonce: new Map() }

/** The tally with more messages. A blockhash's count one by one, though some may never land. */
export function addToTally(tally: Tally, spendings: readonly Spending[]): Tally {
  const byNonce = new Map(tally.byNonce)
  let all = tally.lamports
  for (const { lamports, nonce } of spendings) {
    const before = (nonce !== undefined && byNonce.get(nonce)) || 0n
    if (lamports <= before) continue
    if (nonce !== undefined) byNonce.set(nonce, lamports)
    all += lamports - before
  }
  return { lamports: all, byNonce }
}

/** The limit that messages are beyond, were they signed too; `undefined`: none. */
export function limitBeyond(
  limits: SignerLimits,
  tally: Tally,
  spendings: readonly Spending[],
): keyof SignerLimits | undefined {
  const { trade, untilLock } = limits
  if (trade !== undefined && spendings.some(({ lamports }) => lamports > trade)) return 'trade'
  return untilLock !== undefined && addToTally(tally, spendings).lamports > untilLock ? 'untilLock' : undefined
}
