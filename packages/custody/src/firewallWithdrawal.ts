import { type Address, associatedTokenAddress, type Terms } from '@tern/core'
import { checkNetworkFee, netEffectsOf, walkMessage } from './firewall.ts'
import type { ForeignAccount, ReadGift } from './messageLedger.ts'
import { checkTerms } from './terms.ts'

/** The effects of a withdrawal, read from its bytes. Amounts are raw units; lamports for SOL. */
export interface Withdrawal {
  /** The receiving wallet, never its token account. */
  readonly recipient: Address
  /** `null`: SOL. */
  readonly mint: Address | null
  readonly decimals: number
  /** The amount that leaves the wallet, without the network's fee. */
  readonly amount: bigint
  /** The amount that arrives: less the token's own transfer fee. The transaction fails on chain rather than bring less. */
  readonly received: bigint
  /** Max lamports that the network takes. */
  readonly networkFeeLamports: bigint
  /** The wallet opens the recipient's token account, at the cost of its rent, unless it exists. */
  readonly opensAccount: boolean
}

/** Finds the recipient. If a token account is paid, this message must open it for the recipient, or find it open. */
async function recipientOf(gift: ReadGift, opened: readonly ForeignAccount[]): Promise<Address | undefined> {
  const [first, ...more] = opened
  if (gift.tokenProgram === null) return first === undefined ? gift.to : undefined
  if (first === undefined || more.length > 0 || first.account !== gift.to) return undefined
  const { account, owner, mint, program } = first
  if (mint !== gift.mint || program !== gift.tokenProgram) return undefined
  return account === (await associatedTokenAddress(owner, mint, program)) ? owner : undefined
}

/**
 * Reads the compiled message `bytes` as a withdrawal of `wallet`. It may hold a single transfer: of SOL, or of a token from the
 * wallet's associated account to the recipient's. It may also open that account, set the compute budget and hold a memo.
 *
 * @returns its effects, or the reason why it is not a withdrawal.
 */
export async function readWithdrawal(bytes: Uint8Array, wallet: Address, terms: Terms): Promise<Withdrawal | string> {
  const read = await walkMessage(bytes, { wallet, terms, isGiving: true })
  if (typeof read === 'string') return read
  const { ledger, networkFeeLamports } = read
  const [gift, ...more] = ledger.gifts
  if (gift === undefined) return 'no transfer'
  if (more.length > 0) return 'more than one transfer'
  if (ledger.rents.size > 0) return 'a token account that no withdrawal needs'
  const recipient = await recipientOf(gift, ledger.foreign)
  if (recipient === undefined) return 'a token account that is not known to be the recipient’s'
  if (recipient === wallet) return 'a transfer to the wallet itself'
  if (gift.received === 0n) return 'a transfer of nothing'
  const beyond = checkNetworkFee(read) ?? checkTerms(netEffectsOf(read, recipient), terms)
  if (beyond !== undefined) return beyond
  return {
    recipient,
    mint: gift.tokenProgram === null ? null : gift.mint,
    decimals: gift.decimals,
    amount: gift.amount,
    received: gift.received,
    networkFeeLamports,
    opensAccount: ledger.foreign.length > 0,
  }
}

/** Compares two readings of a withdrawal. A blockhash may differ. */
export function isSameWithdrawal(a: Withdrawal, b: Withdrawal): boolean {
  return (
    a.recipient === b.recipient &&
    a.mint === b.mint &&
    a.decimals === b.decimals &&
    a.amount === b.amount &&
    a.received === b.received &&
    a.networkFeeLamports === b.networkFeeLamports &&
    a.opensAccount === b.opensAccount
  )
}
