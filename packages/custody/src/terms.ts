import type { Address, Terms, TermsLamports } from '@tern/core'

/** The max effects of a message on its wallet, read from its bytes and net for each mint. Raw units. */
export interface NetEffects {
  /** Max of each mint that leaves. SOL is the native mint. */
  readonly spent: ReadonlyMap<Address, bigint>
  /** Min of each mint that arrives. */
  readonly received: ReadonlyMap<Address, bigint>
  /** The token program of each mint, if the accounts prove it. */
  readonly tokenPrograms?: ReadonlyMap<Address, Address>
  readonly into?: Terms['into']
  readonly lamports: TermsLamports
  readonly recipient?: Address
  /** Token accounts that are closed and were there before. */
  readonly closes: readonly Address[]
  readonly cosigners: readonly Address[]
  /** `either`: a message that only advances its nonce account, by a blockhash or by that nonce. */
  readonly lifetime: Terms['lifetime'] | 'either'
  readonly irreversible?: Terms['irreversible']
}

/** Sums amounts that an instruction takes (`max`) and brings (`min`) for each mint. */
export function netOf(
  moves: readonly { readonly mint: Address; readonly max?: bigint; readonly min?: bigint }[],
): Pick<NetEffects, 'spent' | 'received'> {
  const [taken, brought] = [new Map<Address, bigint>(), new Map<Address, bigint>()]
  const add = (to: Map<Address, bigint>, mint: Address, raw: bigint) => to.set(mint, (to.get(mint) ?? 0n) + raw)
  for (const { mint, max, min } of moves) {
    if (max !== undefined) add(taken, mint, max)
    if (min !== undefined) add(brought, mint, min)
  }
  const [spent, received] = [new Map<Address, bigint>(), new Map<Address, bigint>()]
  for (const mint of new Set([...taken.keys(), ...brought.keys()])) {
    const net = (brought.get(mint) ?? 0n) - (taken.get(mint) ?? 0n)
    if (net < 0n) spent.set(mint, -net)
    else if (brought.has(mint)) received.set(mint, net)
  }
  return { spent, received }
}

const isSameList = (a: readonly string[], b: readonly string[]) => a.toSorted().join() === b.toSorted().join()

const lamportWords: Readonly<Record<keyof TermsLamports, string>> = {
  tip: 'a tip',
  tradeFee: 'a fee',
  networkFee: 'a network fee',
  rent: 'a rent',
  programFee: 'a program’s fee',
}

function checkLamports(does: TermsLamports, terms: TermsLamports): string | undefined {
  for (const [kind, words] of Object.entries(lamportWords) as [keyof TermsLamports, string][])
    if (does[kind] > terms[kind])
      return terms[kind] === 0n ? `${words} that was not shown` : `${words} of more than was shown`
  return undefined
}

function checkInto(does: Terms['into'], terms: Terms['into']): string | undefined {
  const isSame =
    does?.program === terms?.program && does?.account === terms?.account && does?.range?.join() === terms?.range?.join()
  return isSame ? undefined : 'a pool, farm or position other than was shown'
}

/**
 * Compares every effect of a message with its terms.
 * The terms may allow more than the message does, and may promise less.
 *
 * @returns the reason for a refusal, or `undefined`.
 */
export function checkTerms(does: NetEffects, terms: Terms): string | undefined {
  const max = new Map(terms.spend.map(one => [one.mint, one.max]))
  const min = new Map(terms.receive.map(one => [one.mint, one.min]))
  for (const [mint, raw] of does.spent) {
    const shown = max.get(mint)
    if (shown === undefined) return 'a trade of other tokens than was shown'
    if (raw > shown) return 'a trade that may take more than was shown'
  }
  for (const [mint, shown] of min) {
    const raw = does.received.get(mint)
    if (raw === undefined) return 'a trade of other tokens than was shown'
    if (raw < shown) return 'a trade that may bring less than was shown'
  }
  for (const { mint, tokenProgram } of [...terms.spend, ...terms.receive])
    if ((does.tokenPrograms?.get(mint) ?? tokenProgram) !== tokenProgram)
      return 'a trade of other tokens than was shown'
  const beyond = checkLamports(does.lamports, terms.lamports) ?? checkInto(does.into, terms.into)
  if (beyond !== undefined) return beyond
  if (does.recipient !== terms.recipient) return 'a recipient other than was shown'
  if (!isSameList(does.closes, terms.closes ?? [])) return 'token accounts closed other than were shown'
  if (!isSameList(does.cosigners, terms.cosigners)) return 'signers other than were shown'
  if (does.lifetime !== 'either' && does.lifetime !== terms.lifetime) return 'a lifetime other than was shown'
  return does.irreversible === terms.irreversible ? undefined : 'an effect without return other than was shown'
}
