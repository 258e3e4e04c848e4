import {
  type Address,
  associatedTokenAddress,
  nonceAccountAddress,
  systemProgram,
  token2022Program,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import type { CompiledInstruction } from '@tern/core/internal'
import { nonceAccountLayout, readReferralMemo } from '@tern/core/internal'
import { tipTaker } from '@tern/core/internal/tipAccounts'
import type { InstructionEffects } from '@tern/venues/internal/effects'
import { deposit, type Ledger, ownMint } from './messageLedger.ts'

/** The reason for a refusal. `undefined`: the instruction may be signed. */
export type Verdict = string | undefined

/** The max lamports for a nonce account. Its rent is 1,447,680, and all lamports come back. */
const maxNonceLamports = 10_000_000n

/** Tern writes this memo before a transfer to an account that requires a memo. */
const withdrawalMemo = 'Withdrawal'

const isTokenProgram = (program: Address | undefined) => program === tokenProgram || program === token2022Program

/** Checks a transfer of lamports. */
export async function checkTransfer({ takes, brings }: InstructionEffects, ledger: Ledger): Promise<Verdict> {
  const [take, bring] = [takes[0], brings[0]]
  if (take === undefined || bring === undefined) return 'a transfer that is malformed'
  const { account: to } = bring
  const { max: lamports } = take
  if (ledger.ownerless.has(to)) {
    if (to !== (await nonceAccountAddress(ledger.wallet, 0))) return `a transfer to ${to}`
    ledger.touchesNonce = true
    ledger.ownRentLamports += lamports
    return lamports > maxNonceLamports ? 'a nonce account of more than 0.01 SOL' : undefined
  }
  if (ledger.isGiving) {
    ledger.gifts.push({
      to,
      mint: wrappedNativeMint,
      tokenProgram: null,
      decimals: 9,
      amount: lamports,
      received: lamports,
    })
    ledger.moves.push({ mint: wrappedNativeMint, max: lamports })
    return undefined
  }
  if (ledger.wrapped.has(to)) deposit(ledger, to, lamports)
  else if (ledger.payees.includes(to)) ledger.paidLamports += lamports
  else if (tipTaker(to) !== undefined || ledger.tipAccounts.includes(to)) ledger.tips.push(lamports)
  else return `a transfer to ${to}`
  return undefined
}

/**
 * Checks a transfer of tokens, which only a withdrawal may hold.
 * For the token program it must be `TransferChecked`, for Token-2022 `TransferCheckedWithFee`. The bytes then state the fee, and so the
 * amount that arrives: Token-2022 rejects a fee other than the mint's.
 */
export async function checkTokenTransfer(read: InstructionEffects, ledger: Ledger): Promise<Verdict> {
  if (!ledger.isGiving) return 'a token transfer'
  const { program, instruction, takes, brings } = read
  const [take, bring] = [takes[0], brings[0]]
  const isChecked =
    instruction === (program === tokenProgram ? 'transferChecked' : 'transferCheckedWithFee') && take && bring
  if (!isChecked) return 'a token instruction that is no checked transfer'
  const mint = await ownMint(take, ledger)
  if (mint === undefined || ledger.own.has(take.account))
    return 'a token transfer out of another account than the wallet’s own'
  const { max: amount, decimals = 0 } = take
  const received = program === tokenProgram ? amount : bring.min
  ledger.gifts.push({ to: bring.account, mint, tokenProgram: program, decimals, amount, received })
  ledger.moves.push({ mint, max: amount })
  return undefined
}

/** Max bytes of a seed. The System program refuses longer ones. */
const maxSeedLength = 32n
const seedLengthIn = (data: Uint8Array): bigint =>
  new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(36, true)

/** Checks the creation of an account for a token program. */
export function checkCreation(
  { instruction, opens, signs }: InstructionEffects,
  { data }: CompiledInstruction,
  ledger: Ledger,
): Verdict {
  const [opened] = opens
  if (instruction === 'createAccountWithSeed' && seedLengthIn(data) > maxSeedLength)
    return 'an account creation that is malformed'
  if (opened === undefined || !isTokenProgram(opened.program)) return 'an account created for an unknown program'
  if (opened.payer !== ledger.wallet) return 'an account created for another wallet'
  ledger.ownerless.add(opened.account)
  for (const one of signs) ledger.created.add(one)
  deposit(ledger, opened.account, opened.maxRent)
  return undefined
}

/** Checks that an account created by this message becomes an account of the wallet for wrapped SOL. */
export function checkInitialisation({ opens }: InstructionEffects, ledger: Ledger): Verdict {
  const [opened] = opens
  if (opened === undefined || opened.owner !== ledger.wallet) return 'a token account made for another wallet'
  // The issuer of another token could send some to the account and freeze it. All lamports in the account would then be locked.
  if (opened.mint !== wrappedNativeMint) return 'a temporary account of another token than SOL'
  if (!ledger.ownerless.delete(opened.account)) return 'a token account that was not created here'
  ledger.own.set(opened.account, opened.mint)
  return undefined
}

/**
 * Checks the opening of an associated token account.
 * If the account exists, `create` fails. `createIdempotent` succeeds unless the account's owner has changed.
 */
export async function checkAssociatedToken(
  { instruction, opens }: InstructionEffects,
  ledger: Ledger,
): Promise<Verdict> {
  const { wallet } = ledger
  if (ledger.isGiving && instruction !== 'createIdempotent')
    return 'a token account instruction that no withdrawal needs'
  const [opened] = opens
  if (opened === undefined || opened.payer !== wallet) return 'a token account made for another wallet'
  const { account, owner, mint, program, maxRent } = opened
  if (owner === undefined || mint === undefined || program === undefined) return 'a token account of an unknown program'
  if (owner !== wallet && !ledger.isGiving) return 'a token account made for another wallet'
  if (account !== (await associatedTokenAddress(owner, mint, program)))
    return 'a token account that is not the wallet’s own of its token'
  if (owner !== wallet) {
    ledger.foreign.push({ account, owner, mint, program, maxRent })
    return undefined
  }
  ledger.rents.set(account, maxRent)
  if (mint === wrappedNativeMint && program === tokenProgram) ledger.wrapped.add(account)
  return undefined
}

export function checkClosing({ closes }: InstructionEffects, ledger: Ledger): Verdict {
  const [closing] = closes
  if (closing?.destination !== ledger.wallet) return 'a token account closed in favour of another wallet'
  const { account } = closing
  if (!ledger.own.has(account) && !ledger.rents.has(account)) ledger.closed.push(account)
  // All its lamports return to the wallet. The account no longer exists, so later instructions may not use it.
  for (const known of [ledger.own, ledger.wrapped, ledger.deposits, ledger.rents]) known.delete(account)
  return undefined
}

export function checkComputeBudget({ instruction, value = 0n }: InstructionEffects, ledger: Ledger): Verdict {
  if (instruction === 'setComputeUnitLimit') {
    if (ledger.unitLimit !== undefined && ledger.isGiving) return 'a compute budget that no withdrawal needs'
    ledger.unitLimit = value
  } else if (instruction === 'setComputeUnitPrice') {
    if (ledger.unitPrice !== undefined && ledger.isGiving) return 'a compute budget that no withdrawal needs'
    ledger.unitPrice = value
  } else if (ledger.isGiving) return 'a compute budget that no withdrawal needs'
  return undefined
}

/**
 * Checks a memo. In a trade it must hold a referral code, in a withdrawal the text `withdrawalMemo`.
 * Another text could change the meaning of a payment, for example the customer that an exchange credits.
 */
export function checkMemo({ accounts, data }: CompiledInstruction, ledger: Ledger): Verdict {
  if (ledger.isGiving) {
    if (accounts.length > 0) return 'a memo in the name of others'
    return new TextDecoder().decode(data) === withdrawalMemo ? undefined : 'a memo that no withdrawal needs'
  }
  const code = readReferralMemo(data)
  if (code === undefined) return 'a memo that no trade needs'
  if (ledger.referralCode !== undefined) return 'more than one memo'
  ledger.referralCode = code
  return undefined
}

/**
 * Checks an instruction about a nonce account. The wallet may open, use and close its own nonce account, and no other.
 * When it closes the account, the lamports must go to the wallet.
 */
export async function checkNonce(read: InstructionEffects, ledger: Ledger): Promise<Verdict> {
  const { wallet } = ledger
  const { instruction, pool: account, opens, brings, value } = read
  if (account !== (await nonceAccountAddress(wallet, 0))) return 'a nonce account that is not the wallet’s'
  ledger.touchesNonce = true
  switch (instruction) {
    case 'allocateWithSeed':
      if (opens[0]?.program !== systemProgram) return 'an account created for an unknown program'
      if (value !== BigInt(nonceAccountLayout.size)) return 'an account creation that is malformed'
      ledger.ownerless.add(account)
      return undefined
    case 'initializeNonceAccount':
      return ledger.ownerless.delete(account) ? undefined : 'a nonce account that was not created here'
    case 'withdrawNonceAccount':
      return brings[0]?.account === wallet ? undefined : 'a nonce account closed in favour of another wallet'
    default:
      return undefined
  }
}
