import {
  type Address,
  associatedTokenProgram,
  decodeMint,
  isTernError,
  type Mint,
  systemProgram,
  TernError,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { addressBytes, type Decoded, mintLayout, type Struct, tokenAccountLayout } from '@tern/core/internal'
import type { Invocation, InvocationAccount } from '../effects/trap.ts'
import { findProgramAddress, seedsOf } from './findProgramAddress.ts'

/** Anchor's own errors (`anchor-lang/src/error.rs`): failures of account checks and of `require!`. */
const anchorErrors = {
  InstructionFallbackNotFound: [101, 'Fallback functions are not supported'],
  InstructionDidNotDeserialize: [102, 'The program could not deserialize the given instruction'],
  ConstraintMut: [2000, 'A mut constraint was violated'],
  ConstraintHasOne: [2001, 'A has one constraint was violated'],
  ConstraintSigner: [2002, 'A signer constraint was violated'],
  ConstraintRaw: [2003, 'A raw constraint was violated'],
  ConstraintSeeds: [2006, 'A seeds constraint was violated'],
  ConstraintAssociated: [2009, 'An associated constraint was violated'],
  ConstraintAddress: [2012, 'An address constraint was violated'],
  ConstraintTokenMint: [2014, 'A token mint constraint was violated'],
  ConstraintTokenOwner: [2015, 'A token owner constraint was violated'],
  ConstraintTokenTokenProgram: [2021, 'A token account token program constraint was violated'],
  ConstraintMintTokenProgram: [2022, 'A mint token program constraint was violated'],
  RequireEqViolated: [2501, 'A require_eq expression was violated'],
  RequireKeysEqViolated: [2502, 'A require_keys_eq expression was violated'],
  RequireGtViolated: [2505, 'A require_gt expression was violated'],
  RequireGteViolated: [2506, 'A require_gte expression was violated'],
  AccountDiscriminatorMismatch: [3002, 'Account discriminator did not match what was expected'],
  AccountDidNotDeserialize: [3003, 'Failed to deserialize the account'],
  AccountNotEnoughKeys: [3005, 'Not enough account keys given to the instruction'],
  AccountNotMutable: [3006, 'The given account is not mutable'],
  AccountOwnedByWrongProgram: [3007, 'The given account is owned by a different program than expected'],
  InvalidProgramId: [3008, 'Program ID was not as expected'],
  AccountNotSigner: [3010, 'The given account did not sign'],
  AccountNotInitialized: [3012, 'The program expected this account to be already initialized'],
  AccountSysvarMismatch: [3015, 'The given public key does not match the required sysvar'],
} as const satisfies Record<string, readonly [number, string]>

export type AnchorError = keyof typeof anchorErrors

/**
 * Ends the invocation like `err!`.
 * @throws TernError `practice/programFailed`, always.
 */
export function failWith(
  { name, code, message }: { readonly name: string; readonly code: number; readonly message: string },
  account?: string,
): never {
  const where = account === undefined ? 'AnchorError occurred.' : `AnchorError caused by account: ${account}.`
  const line = `${where} Error Code: ${name}. Error Number: ${code}. Error Message: ${message}.`
  throw new TernError('practice/programFailed', { code, logs: [line] })
}

/** @throws TernError `practice/programFailed`, always. */
export function fail(name: AnchorError, account?: string): never {
  const [code, message] = anchorErrors[name]
  return failWith({ name, code, message }, account)
}

/** The runtime's own errors, by number. They stand in the upper 32 bits of a program's result (`ProgramError`). */
const runtimeErrors = { InvalidAccountData: 4, UninitializedAccount: 10 } as const

/**
 * Ends the invocation with an error of the runtime, as the token programs' `unpack` does.
 * @throws TernError `practice/programFailed`, always.
 */
function failUnpacking(name: keyof typeof runtimeErrors, account: string): never {
  const line = `AnchorError caused by account: ${account}. Error Code: ${name}.`
  throw new TernError('practice/programFailed', { code: runtimeErrors[name] * 2 ** 32, logs: [line] })
}

/**
 * Ends the invocation like an `unwrap` of `None`.
 * @throws TernError `practice/programFailed`, always.
 */
export function panic(why: string): never {
  throw new TernError('practice/programFailed', { code: 'panic', logs: [`panicked: ${why}`] })
}

/** An account of the instruction, with the program's name for it. */
export interface NamedAccount extends InvocationAccount {
  readonly name: string
  readonly position: number
}

/**
 * Returns the instruction's accounts by name.
 * @throws TernError `practice/programFailed` if there are too few accounts.
 */
export function nameAccounts<const N extends string>(
  { accounts }: Invocation,
  names: readonly N[],
): Readonly<Record<N, NamedAccount>> {
  const named: Partial<Record<N, NamedAccount>> = {}
  for (const [position, name] of names.entries()) {
    const account = accounts[position] ?? fail('AccountNotEnoughKeys')
    named[name] = { ...account, name, position }
  }
  return named as Record<N, NamedAccount>
}

/** Decodes the instruction's arguments. Ignores further bytes. @throws TernError `practice/programFailed`. */
export function readArguments<F>(layout: Struct<F>, data: Uint8Array): Decoded<Struct<F>> {
  return decodeArguments(() => layout.decode(data, 'atLeast'))
}

/** Calls `decode`. @throws TernError `practice/programFailed` instead of its error. */
export function decodeArguments<T>(decode: () => T): T {
  try {
    return decode()
  } catch (error) {
    if (!isTernError(error)) throw error
    return fail('InstructionDidNotDeserialize')
  }
}

/** `Signer`. */
export function checkSigner(account: NamedAccount): void {
  if (!account.isSigner) fail('AccountNotSigner', account.name)
}

/** `#[account(mut)]`. */
export function checkWritable(...accounts: readonly NamedAccount[]): void {
  for (const account of accounts) if (!account.isWritable) fail('ConstraintMut', account.name)
}

/** `address = …`, `seeds = …` and similar: fails with `error` for any other address. */
export function checkAddress(
  account: NamedAccount,
  expected: Address | readonly Address[],
  error: AnchorError = 'ConstraintAddress',
): void {
  const allowed = typeof expected === 'string' ? [expected] : expected
  if (!allowed.includes(account.address)) fail(error, account.name)
}

/** Returns the accounts after the named accounts. */
export function remainingAccounts({ accounts }: Invocation, names: readonly string[]): readonly NamedAccount[] {
  return accounts.slice(names.length).map((account, i) => {
    const position = names.length + i
    return { ...account, name: `remaining_accounts[${i}]`, position }
  })
}

/**
 * `seeds = …, bump`.
 * @returns the seeds with the bump, which sign for the account.
 */
export function checkSeeds(
  account: NamedAccount,
  program: Address,
  ...seeds: readonly (string | Uint8Array)[]
): readonly Uint8Array[] {
  const bytes = seeds.map(seed => (typeof seed === 'string' ? Buffer.from(seed) : seed))
  return seedsOf(account.address, program, bytes) ?? fail('ConstraintSeeds', account.name)
}

/** Derives the associated token account of `owner`. */
export function associatedAddress(owner: Address, tokenProgram: Address, mint: Address): Address {
  return findProgramAddress(associatedTokenProgram, [owner, tokenProgram, mint].map(addressBytes)).address
}

/** Reports if the account is the associated token account of `owner`. */
export const isAssociated = (
  account: NamedAccount,
  { owner, tokenProgram, mint }: { readonly owner: Address; readonly tokenProgram: Address; readonly mint: Address },
): boolean =>
  seedsOf(account.address, associatedTokenProgram, [owner, tokenProgram, mint].map(addressBytes)) !== undefined

/** `Program` and `Interface`. */
export function checkProgram(account: NamedAccount, ...allowed: readonly Address[]): void {
  checkAddress(account, allowed, 'InvalidProgramId')
}

/** Checks the owner for `Account`, and that the account exists. */
export function checkOwner(account: NamedAccount, ...owners: readonly Address[]): void {
  if (account.owner === systemProgram && account.lamports === 0n) fail('AccountNotInitialized', account.name)
  if (!owners.includes(account.owner)) fail('AccountOwnedByWrongProgram', account.name)
}

/** `Account` and `AccountLoader`: an account of the program itself, with its discriminator. */
export function readOwn<F>(account: NamedAccount, layout: Struct<F>, program: Address): Decoded<Struct<F>> {
  checkOwner(account, program)
  checkDiscriminator(account, layout)
  return deserialized(account, () => layout.decode(account.data, 'atLeast'))
}

/** Like `readOwn`, but for an account whose fields are not needed, so any field bytes are valid. */
export function checkOwn<F>(account: NamedAccount, layout: Struct<F>, program: Address): void {
  checkOwner(account, program)
  checkDiscriminator(account, layout)
  if (account.data.length < layout.size) fail('AccountDidNotDeserialize', account.name)
}

function checkDiscriminator<F>(account: NamedAccount, { discriminator }: Struct<F>): void {
  for (let i = 0; i < discriminator.length; i++)
    if (account.data[i] !== discriminator[i]) fail('AccountDiscriminatorMismatch', account.name)
}

/** `InterfaceAccount<TokenAccount>`. */
export function readTokenAccount(account: NamedAccount): Decoded<typeof tokenAccountLayout> {
  checkOwner(account, tokenProgram, token2022Program)
  const token = unpacked(account, () => tokenAccountLayout.decode(account.data, 'atLeast'))
  return token.state === 0 ? failUnpacking('UninitializedAccount', account.name) : token
}

/** A cache of mints by their bytes, which never change in place. Most trades see the same bytes as the trade before. */
const mints = new WeakMap<Uint8Array, Mint>()

/** `InterfaceAccount<Mint>`. */
export function readMint(account: NamedAccount): Mint {
  checkOwner(account, tokenProgram, token2022Program)
  const { address, owner, lamports, data, isExecutable } = account
  const known = mints.get(data)
  if (known?.address === address && known.program === owner) return known
  const fresh = unpacked(account, () =>
    decodeMint(address, { owner, lamports, data, executable: isExecutable, slot: 0n }),
  )
  mints.set(data, fresh)
  return fresh
}

/**
 * Caches `decode` by its bytes, which never change in place. Configurations rarely change, so most calls hit the cache.
 */
export function decodedOnce<T>(decode: (data: Uint8Array) => T): (data: Uint8Array) => T {
  const decoded = new WeakMap<Uint8Array, { readonly value: T }>()
  return data => {
    const known = decoded.get(data)
    if (known !== undefined) return known.value
    const value = decode(data)
    decoded.set(data, { value })
    return value
  }
}

/**
 * Reads an account's data with `read`.
 * @throws TernError `practice/programFailed` if `read` fails.
 */
export function deserialized<T>(account: NamedAccount, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!isTernError(error)) throw error
    return fail('AccountDidNotDeserialize', account.name)
  }
}

/** Like `deserialized`, for the token programs' accounts. */
function unpacked<T>(account: NamedAccount, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!isTernError(error)) throw error
    const isMintUnset = isTernError(error, 'layout/tokenMint') && account.data[mintLayout.offsets.isInitialized] === 0
    return failUnpacking(isMintUnset ? 'UninitializedAccount' : 'InvalidAccountData', account.name)
  }
}
