import type { Rpc, SolanaRpcApi } from '@solana/kit'
import {
  type Address,
  associatedTokenAddress,
  decodeTokenAccount,
  isTernError,
  parseAddress,
  type TokenAccount,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { TernError } from '@tern/core/tradeErrors'
import { isRecord } from '../rpc/isRecord.ts'
import { parseAccount, unwrap } from './accounts.ts'

/** A token account as a wallet sees it. */
export interface WalletTokenAccount extends TokenAccount {
  /** Whether it is where the owner keeps this token by convention. */
  readonly isAssociated: boolean
  /** Whether it holds the wrapped native coin. */
  readonly isNative: boolean
}

/**
 * Every token account of `owner`, of both token programs; one that is none, or another's, is left out.
 * @throws TernError `rpc/*`.
 */
export async function readTokenAccounts(
  rpc: Rpc<SolanaRpcApi>,
  owner: Address,
): Promise<readonly WalletTokenAccount[]> {
  const perProgram = await Promise.all([tokenProgram, token2022Program].map(program => ofProgram(rpc, owner, program)))
  return perProgram.flat()
}

async function ofProgram(
  rpc: Rpc<SolanaRpcApi>,
  owner: Address,
  programId: Address,
): Promise<readonly WalletTokenAccount[]> {
  const answer: unknown = await rpc
    .getTokenAccountsByOwner(owner, { programId }, { commitment: 'confirmed', encoding: 'base64' })
    .send()
  const { slot, value } = unwrap(answer)
  if (!Array.isArray(value)) throw new TernError('rpc/accounts', { why: 'no list of accounts' })
  const found: WalletTokenAccount[] = []
  for (const entry of value as readonly unknown[]) {
    const token = isRecord(entry) ? decodeOrSkip(entry.pubkey, entry.account, slot) : undefined
    if (token === undefined || token.owner !== owner) continue
    const associated = await associatedTokenAddress(owner, token.mint, programId)
    found.push({ ...token, isAssociated: token.address === associated, isNative: token.mint === wrappedNativeMint })
  }
  return found
}

function decodeOrSkip(address: unknown, account: unknown, slot: bigint): TokenAccount | undefined {
  if (typeof address !== 'string') return undefined
  try {
    return decodeTokenAccount(parseAddress(address), parseAccount(account, slot))
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}
