import type { Rpc, SolanaRpcApi } from '@solana/kit'
import {
  type AccountSnapshot,
  type Address,
  associatedTokenAddress,
  decodeTokenAccount,
  isTernError,
  parseAddress,
  TernError,
  type TokenAccount,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { isRecord } from '../rpc/isRecord.ts'
import { parseAccount, unwrap } from './accounts.ts'

/** A wallet's token account. */
export interface WalletTokenAccount extends TokenAccount {
  /** `true` if it is the owner's associated account for this mint. */
  readonly isAssociated: boolean
  /** `true` if it holds the wrapped native coin. */
  readonly isNative: boolean
  /** Lamports that closing it returns: its rent and, for wrapped SOL, its balance. */
  readonly lamports: bigint
  /** The account as the chain stores it. */
  readonly account: AccountSnapshot
}

/** Returns the newest cached reading of an account. */
type Newest = (address: Address) => AccountSnapshot | null | undefined

/**
 * Reads every token account of `owner`, of both token programs. Skips invalid accounts, and accounts of other owners.
 *
 * @param newest replaces an account if the node's slot is older than the cached slot.
 * @throws TernError `rpc/*`.
 */
export async function readTokenAccounts(
  rpc: Rpc<SolanaRpcApi>,
  owner: Address,
  newest: Newest = () => undefined,
): Promise<readonly WalletTokenAccount[]> {
  const programs = [tokenProgram, token2022Program]
  const perProgram = await Promise.all(programs.map(program => ofProgram(rpc, owner, program, newest)))
  return perProgram.flat()
}

async function ofProgram(
  rpc: Rpc<SolanaRpcApi>,
  owner: Address,
  programId: Address,
  newest: Newest,
): Promise<readonly WalletTokenAccount[]> {
  const answer: unknown = await rpc
    .getTokenAccountsByOwner(owner, { programId }, { commitment: 'confirmed', encoding: 'base64' })
    .send()
  const { slot, value } = unwrap(answer)
  if (!Array.isArray(value)) throw new TernError('rpc/accounts', { why: 'no list of accounts' })
  const found: WalletTokenAccount[] = []
  for (const entry of value as readonly unknown[]) {
    const read = isRecord(entry) ? decodeOrSkip(entry.pubkey, entry.account, slot, newest) : undefined
    if (read === undefined || read.token.owner !== owner) continue
    const { token, account } = read
    const associated = await associatedTokenAddress(owner, token.mint, programId)
    const isAssociated = token.address === associated
    const isNative = token.mint === wrappedNativeMint
    found.push({ ...token, isAssociated, isNative, lamports: account.lamports, account })
  }
  return found
}

function decodeOrSkip(
  pubkey: unknown,
  raw: unknown,
  slot: bigint,
  newest: Newest,
): { readonly token: TokenAccount; readonly account: AccountSnapshot } | undefined {
  if (typeof pubkey !== 'string') return undefined
  try {
    const address = parseAddress(pubkey)
    const read = parseAccount(raw, slot)
    const known = newest(address)
    const account = known && known.slot > slot ? known : read
    if (account === null) return undefined
    return { token: decodeTokenAccount(address, account), account }
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}
