import { type Address, type Message, type Terms, tokenProgram } from '@tern/core'
import { netEffectsOf, readMessage, walkMessage } from '../src/firewall.ts'

/** The part of a trade's terms that tests set. Raw units. */
export interface ShownTrade {
  readonly mintIn: Address
  readonly mintOut: Address
  readonly maxIn: bigint
  readonly minOut: bigint
  /** Unset: 0. */
  readonly maxTip?: bigint
}

const anything = 2n ** 64n - 1n

/**
 * Returns terms that allow all that a message does, so that only the rules can refuse it.
 *
 * @param shown replaces the traded amounts and the tip.
 */
export async function allowing(
  bytes: Uint8Array,
  asked: { readonly wallet: Address; readonly payees?: readonly Address[]; readonly tipAccounts?: readonly Address[] },
  shown?: ShownTrade,
): Promise<Terms> {
  const all = { rent: anything, programFee: anything, networkFee: anything, tip: anything, tradeFee: anything }
  const lamports = shown === undefined ? all : { ...all, tip: shown.maxTip ?? 0n }
  const nothing: Terms = { spend: [], receive: [], lamports, cosigners: [], lifetime: 'blockhash' }
  const read = await walkMessage(bytes, { ...asked, terms: nothing })
  const does = typeof read === 'string' ? undefined : netEffectsOf(read)
  const programOf = (mint: Address) => ({ mint, tokenProgram: does?.tokenPrograms?.get(mint) ?? tokenProgram })
  const amounts =
    shown === undefined
      ? { spend: [...(does?.spent.keys() ?? [])].map(mint => ({ ...programOf(mint), max: anything })) }
      : {
          spend: [{ ...programOf(shown.mintIn), max: shown.maxIn }],
          receive: [{ ...programOf(shown.mintOut), min: shown.minOut }],
        }
  if (does === undefined) return { ...nothing, ...amounts }
  const { into, closes, cosigners, lifetime, irreversible } = does
  return {
    ...nothing,
    ...amounts,
    ...(into && { into }),
    ...{ closes, cosigners, lifetime: lifetime === 'either' ? 'nonce' : lifetime },
    ...(irreversible && { irreversible }),
  }
}

/**
 * Returns terms that allow exactly what a message does.
 *
 * @param tokens the tokens of an instruction that lists no mints.
 * @returns the reason for a refusal if the rules refuse the message.
 */
export async function exactTerms(
  bytes: Uint8Array,
  wallet: Address,
  tokens: readonly { readonly mint: Address; readonly program: Address }[],
): Promise<Terms | string> {
  const asked = tokens.map(({ mint, program }) => ({ mint, tokenProgram: program, max: anything }))
  const { lamports } = await allowing(bytes, { wallet })
  const terms: Terms = { spend: asked, receive: [], lamports, cosigners: [], lifetime: 'blockhash' }
  const read = await walkMessage(bytes, { wallet, terms })
  if (typeof read === 'string') return read
  const { spent, received, tokenPrograms, into, lamports: taken, closes, cosigners } = netEffectsOf(read)
  const named = (mint: Address) => ({ mint, tokenProgram: tokenPrograms?.get(mint) ?? tokenProgram })
  const exact: Terms = {
    spend: [...spent].map(([mint, max]) => ({ ...named(mint), max })),
    receive: [...received].map(([mint, min]) => ({ ...named(mint), min })),
    ...(into && { into }),
    ...{ lamports: taken, closes, cosigners, lifetime: 'blockhash' },
  }
  const verdict = await readMessage(bytes, wallet, { terms: exact })
  return typeof verdict === 'string' ? verdict : exact
}

/** Gives a message terms that allow all its effects. */
export async function allowed<M extends Pick<Message, 'bytes' | 'feePayer'>>(
  message: M,
  payees: readonly Address[] = [],
): Promise<M & { readonly terms: Terms }> {
  return { ...message, terms: await allowing(message.bytes, { wallet: message.feePayer, payees }) }
}

/** Reads a message under terms that allow the trade `shown`. Without `shown`, the terms allow all effects of the message. */
export async function readTrade(
  bytes: Uint8Array,
  wallet: Address,
  payees: readonly Address[],
  shown?: ShownTrade,
  tipAccounts: readonly Address[] = [],
) {
  const asked = { payees, tipAccounts }
  return readMessage(bytes, wallet, { ...asked, terms: await allowing(bytes, { wallet, ...asked }, shown) })
}

/** Reads a message under terms that allow it to close the accounts `closes`, at any cost. */
export async function readReclaim(bytes: Uint8Array, wallet: Address, closes: readonly Address[]) {
  const { lamports } = await allowing(bytes, { wallet })
  const none = { rent: 0n, programFee: 0n, tip: 0n, tradeFee: 0n }
  const terms: Terms = {
    ...{ spend: [], receive: [], closes, cosigners: [], lifetime: 'blockhash' },
    lamports: { ...lamports, ...none },
  }
  return readMessage(bytes, wallet, { terms })
}

/** Returns the reason why the firewall refuses a message. `undefined`: it may be signed. */
export async function checkMessage(...asked: Parameters<typeof readTrade>): Promise<string | undefined> {
  const read = await readTrade(...asked)
  return typeof read === 'string' ? read : undefined
}
