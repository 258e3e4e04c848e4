import * as v from 'valibot'

/** How much SOL trades may take from a wallet without its owner being asked, in lamports; unset: any amount. */
export interface SignerLimits {
  /** One trade. */
  readonly trade?: bigint
  /** All trades together until the wallets are locked, or their owner was asked. */
  readonly untilLock?: bigint
}

/** Unless somebody chooses others. */
export const standardSignerLimits: SignerLimits = { trade: 2_000_000_000n, untilLock: 20_000_000_000n }

const lamports = v.pipe(
  v.bigint(),
  v.check(amount => amount >= 0n && amount < 2n ** 64n, 'no amount'),
)

export const signerLimitsShape = v.strictObject({
  trade: v.exactOptional(lamports),
  untilLock: v.exactOptional(lamports),
})

/** As a browser keeps them: lamports as digits, `null` for any amount. */
export function formatSignerLimits({ trade, untilLock }: SignerLimits): string {
  return JSON.stringify({ trade: trade?.toString() ?? null, untilLock: untilLock?.toString() ?? null })
}

const stored = v.pipe(
  v.string(),
  v.parseJson(),
  v.strictObject({
    trade: v.nullable(v.pipe(v.string(), v.digits())),
    untilLock: v.nullable(v.pipe(v.string(), v.digits())),
  }),
  v.transform(({ trade, untilLock }) => ({
    ...(trade !== null && { trade: BigInt(trade) }),
    ...(untilLock !== null && { untilLock: BigInt(untilLock) }),
  })),
  signerLimitsShape,
)

/** What `formatSignerLimits` wrote; of anything else the standard. */
export function parseSignerLimits(text: string | null): SignerLimits {
  const read = v.safeParse(stored, text)
  return read.success ? read.output : standardSignerLimits
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
