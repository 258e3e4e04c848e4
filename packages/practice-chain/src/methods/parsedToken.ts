import {
  type AccountSnapshot,
  type Address,
  amountScale,
  decodeMint,
  decodeTokenAccount,
  encodeBase58,
  type Mint,
  type TokenAccount,
  type TokenMetadata,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { type Counted, clockSysvar, readExtensions, tokenAccountLayout } from '@tern/core/internal'
import type { Bank } from '../bank/bank.ts'
import { unixSecondsOf } from '../bank/clockData.ts'
import { invalidParams } from './params.ts'
import { parseExtension } from './parsedExtension.ts'
import { uiTokenAmount } from './tokenAmount.ts'

/** A source of accounts. */
export type Accounts = Pick<Bank, 'account'>

/** Decodes the token account at `address`; `undefined` if it is not a token account. */
export function tokenAccountAt(
  address: Address,
  account: AccountSnapshot | null | undefined,
): TokenAccount | undefined {
  if (account?.owner !== tokenProgram && account?.owner !== token2022Program) return undefined
  try {
    const decoded = decodeTokenAccount(address, account)
    return decoded.state === 'uninitialized' ? undefined : decoded
  } catch {
    return undefined
  }
}

/** A cache of decoded mints by snapshot, which never changes: a list of a mint's accounts needs the mint for each. */
const decodedMints = new WeakMap<AccountSnapshot, Mint>()

/** Decodes the mint at `address`; `undefined` if it is not a mint. */
export function mintAt(address: Address, account: AccountSnapshot | null | undefined): Mint | undefined {
  if (account?.owner !== tokenProgram && account?.owner !== token2022Program) return undefined
  const known = decodedMints.get(account)
  if (known !== undefined) return known
  try {
    const mint = decodeMint(address, account)
    decodedMints.set(account, mint)
    return mint
  } catch {
    return undefined
  }
}

/**
 * Returns the mint that a method needs.
 * @throws TernError `practice/refused` if the account is missing or not a mint.
 * @see `get_mint_owner_and_additional_data`
 */
export function requireMintOf(accounts: Accounts, address: Address): Mint {
  const account = accounts.account(address)
  if (account === null) throw invalidParams('Invalid param: could not find mint')
  const mint = mintAt(address, account)
  if (mint === undefined) throw invalidParams('Invalid param: Token mint could not be unpacked')
  return mint
}

/**
 * Finds the rules to write a mint's amounts: its decimals, and its scale at the chain's time in `accounts`.
 * @see `get_additional_mint_data` in Agave's `rpc/src/parsed_token_accounts.rs`
 */
export function countedBy({ decimals, extensions }: Mint, accounts: Accounts): Counted {
  if (extensions.scaledUiAmount === undefined && extensions.interestBearing === undefined) return { decimals }
  const clock = accounts.account(clockSysvar)
  return { decimals, scale: clock ? amountScale(extensions, unixSecondsOf(clock.data)) : undefined }
}

/**
 * Parses a mint, token account or multisig account as a cluster does under `jsonParsed`; `undefined` for any other
 * account.
 */
export function parseToken(address: Address, account: AccountSnapshot, accounts: Accounts): unknown {
  const parsed = parse(address, account, accounts)
  if (parsed === undefined) return undefined
  const program = account.owner === token2022Program ? 'spl-token-2022' : 'spl-token'
  return { parsed, program, space: account.data.length }
}

function parse(address: Address, account: AccountSnapshot, accounts: Accounts): unknown {
  const token = tokenAccountAt(address, account)
  if (token !== undefined) {
    const mint = mintAt(token.mint, accounts.account(token.mint))
    return mint && { info: tokenInfo(token, countedBy(mint, accounts), account), type: 'account' }
  }
  const mint = mintAt(address, account)
  if (mint !== undefined) return { info: mintInfo(mint, account), type: 'mint' }
  return isMultisig(account) ? { info: multisigInfo(account.data), type: 'multisig' } : undefined
}

const multisigSize = 355

const isMultisig = ({ owner, data }: AccountSnapshot): boolean =>
  (owner === tokenProgram || owner === token2022Program) && data.length === multisigSize && data[2] === 1

/** `spl_token::state::Multisig`: how many must sign, how many may sign, and space for eleven signers. */
function multisigInfo(data: Uint8Array): unknown {
  const signers = Array.from({ length: 11 }, (_, i) => data.subarray(3 + 32 * i, 35 + 32 * i))
  return {
    isInitialized: true,
    numRequiredSigners: data[0],
    numValidSigners: data[1],
    signers: signers.filter(key => key.some(byte => byte !== 0)).map(encodeBase58),
  }
}

function tokenInfo(token: TokenAccount, counted: Counted, account: AccountSnapshot): unknown {
  const delegation =
    token.delegate === null
      ? {}
      : { delegate: token.delegate, delegatedAmount: uiTokenAmount(token.delegatedAmount, counted) }
  return {
    ...(token.closeAuthority === null ? {} : { closeAuthority: token.closeAuthority }),
    ...delegation,
    ...extensionsOf(account),
    isNative: token.nativeReserve !== null,
    mint: token.mint,
    owner: token.owner,
    ...(token.nativeReserve === null ? {} : { rentExemptReserve: uiTokenAmount(token.nativeReserve, counted) }),
    state: token.state,
    tokenAmount: uiTokenAmount(token.amount, counted),
  }
}

function mintInfo(mint: Mint, account: AccountSnapshot): unknown {
  return {
    decimals: mint.decimals,
    ...extensionsOf(account, mint.extensions.tokenMetadata),
    freezeAuthority: mint.freezeAuthority,
    isInitialized: true,
    mintAuthority: mint.mintAuthority,
    supply: mint.supply.toString(),
  }
}

function extensionsOf({ owner, data }: AccountSnapshot, metadata?: TokenMetadata): { extensions?: readonly unknown[] } {
  if (owner !== token2022Program || data.length <= tokenAccountLayout.size) return {}
  return { extensions: readExtensions(data).map(({ name, value }) => parseExtension(name, value, metadata)) }
}
