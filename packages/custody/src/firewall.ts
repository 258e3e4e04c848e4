import {
  type Address,
  associatedTokenAddress,
  associatedTokenProgram,
  computeBudgetProgram,
  memoProgram,
  rentExemption,
  systemProgram,
  type Terms,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import {
  type CompiledInstruction,
  type CompiledMessage,
  isUnseen,
  readCompiledMessage,
  tokenAccountLayout,
} from '@tern/core/internal'
import { type InstructionEffects, readEffects } from '@tern/venues/internal/effects'
import {
  checkAssociatedToken,
  checkClosing,
  checkComputeBudget,
  checkCreation,
  checkInitialisation,
  checkMemo,
  checkNonce,
  checkTokenTransfer,
  checkTransfer,
  type Verdict,
} from './accountInstructions.ts'
import { keptLamports, type Ledger, newLedger, type ReadPlacement, type ReadSwap, sum } from './messageLedger.ts'
import { isBasic, powerReason, strangerReason, unreadableReason } from './refusals.ts'
import { checkTerms, type NetEffects, netOf } from './terms.ts'
import { checkVenue } from './venueInstructions.ts'
import { hasWalletOnlyAt, strayWallet } from './walletPlaces.ts'

/** Max priority fee of a trade or a nonce action. Without a cap, a page could burn the wallet's SOL as fees. */
const maxPriorityFeeLamports = 1_000_000_000n
/** Max priority fee of every other message, such as a withdrawal. */
const maxCalmPriorityFeeLamports = 10_000_000n
/** Max tip, even if the terms allow more. */
const maxTipLamports = 1_000_000_000n
/** Max compute units that the runtime grants for each instruction if a message sets no limit. */
const defaultUnitsPerInstruction = 200_000n
/** Max compute units of a transaction. */
const maxUnits = 1_400_000n
/** The runtime's fee for each signature. */
const lamportsPerSignature = 5_000n

/** A reason to ask the owner about a message even if it is within the limits. */
export type AskedFor = 'fee' | 'placement' | 'unbounded' | 'irreversible' | 'unknownOwner'

/** The effects of a message that may be signed. Lamports are maxima. */
export interface TradeEffects {
  readonly trades: readonly Omit<ReadSwap, 'pool'>[]
  /** Deposits, new pools, withdrawals from pools and claims. Unset if the message has no such move. */
  readonly placements?: readonly ReadPlacement[]
  /** Tern's fee, the provider's tip, and the network's fee. */
  readonly feeLamports: bigint
  readonly tipLamports: bigint
  readonly networkFeeLamports: bigint
  /** Max fees that programs take and the bytes do not state, such as for a new pool. Unset if there is no such fee. */
  readonly programFeeLamports?: bigint
  /** The referrer's code in the message's memo. */
  readonly referralCode?: string
  /** Max rent of accounts that the message opens, plus other lamports that stay in accounts of the wallet. */
  readonly rentLamports: bigint
  /** All lamports that leave the wallet: the SOL that trades and deposits take, the fees, the tip and the rents. */
  readonly lamports: bigint
  /** The token accounts that are closed. Their rent comes back, and no sum here includes it. */
  readonly closes?: readonly Address[]
  /** Set if the message begins by advancing the wallet's nonce account: the nonce's value, or a recent blockhash. */
  readonly nonce?: string
  readonly irreversible?: NonNullable<Terms['irreversible']>
  readonly asks?: AskedFor
}

/** The page's statements about a message, and the recipients that a wallet may pay. */
export interface Shown {
  /**
   * Fee wallets. A transfer of lamports may go to them, to tip accounts and to accounts of the wallet.
   * A buy may pay fees up to 1% of its max input. A sale may pay up to 2% of its min proceeds, or up to all of the min proceeds if the
   * owner agrees (`asks`).
   */
  readonly payees?: readonly Address[]
  /** Accounts that trades may tip, in addition to the known providers' accounts. */
  readonly tipAccounts?: readonly Address[]
  /** The most that the message may do. */
  readonly terms: Terms
}

const unseen = 'accounts in lookup tables that cannot be checked here'

/** Checks that the wallet is in every place that an instruction reserves for it, and in no other place. */
function checkWallet(read: InstructionEffects, { accounts }: CompiledInstruction, { wallet }: Ledger): Verdict {
  const stranger = read.walletPlaces.findIndex(place => accounts[place] !== wallet)
  if (stranger !== -1 || read.walletsInData.some(one => one !== wallet)) return strangerReason(read, stranger)
  // A program that receives the wallet could pass on its signature and take everything that the wallet owns.
  if (read.handedOn?.includes(wallet)) return 'a trade that hands the wallet to a program of the token’s issuer'
  return hasWalletOnlyAt(accounts, wallet, [...read.walletPlaces, ...read.otherWalletPlaces]) ? undefined : strayWallet
}

async function checkBasic(
  read: InstructionEffects,
  instruction: CompiledInstruction,
  ledger: Ledger,
): Promise<Verdict> {
  const { program, kind } = read
  if (program === computeBudgetProgram) return checkComputeBudget(read, ledger)
  if (program === memoProgram) return checkMemo(instruction, ledger)
  if (program === associatedTokenProgram) return checkAssociatedToken(read, ledger)
  if (program === systemProgram) {
    if (kind === 'transfer') return checkTransfer(read, ledger)
    return ledger.isGiving ? 'a System instruction that is no transfer' : checkCreation(read, instruction, ledger)
  }
  if (kind === 'transfer') return checkTokenTransfer(read, ledger)
  if (ledger.isGiving) return 'a token instruction that is no checked transfer'
  if (kind === 'open') return checkInitialisation(read, ledger)
  if (kind === 'close') return checkClosing(read, ledger)
  return kind === 'burn' ? 'tokens burnt' : undefined
}

/**
 * Tests if an account may be in a lookup table, unseen: the swap opens it for its owner, and the swap names it for nothing else.
 * That is safe because the venue's program derives the account's address.
 */
function isVenueOwn(account: Address, { kind, opens, named }: InstructionEffects): boolean {
  const opened = opens.filter(one => one.account === account && one.owner !== undefined && one.mint === undefined)
  return kind === 'swap' && opened.length === named.filter(one => one === account).length
}

async function checkInstruction(instruction: CompiledInstruction, ledger: Ledger): Promise<Verdict> {
  const { program, accounts } = instruction
  if (isBasic(program) && accounts.some(isUnseen)) return unseen
  const read = readEffects(instruction)
  if (read === undefined) return unreadableReason(instruction, ledger.wallet)
  if (read.named.some(one => isUnseen(one) && !isVenueOwn(one, read))) return unseen
  if (read.kind === 'never') return powerReason(read)
  if (read.kind === 'nonce') {
    // Check the account first. If it is another nonce account, that is the clearest reason for a refusal.
    const verdict = ledger.isGiving ? 'a System instruction that is no transfer' : await checkNonce(read, ledger)
    return verdict ?? checkWallet(read, instruction, ledger)
  }
  const stray = checkWallet(read, instruction, ledger)
  if (stray !== undefined) return stray
  if (isBasic(program)) return checkBasic(read, instruction, ledger)
  return ledger.isGiving ? `an instruction to ${program}` : checkVenue(read, instruction, ledger)
}

/** Checks that a trade of the message uses the account that it opened, or the pool in which it made room. */
function isUsed({ account, owner }: Ledger['extended'][number], { swaps, placements, used }: Ledger): boolean {
  if (owner !== undefined) return used.has(account)
  return swaps.some(({ pool }) => pool === account) || placements.some(one => one.account === account)
}

const isTrade = ({ swaps, placements }: Ledger): boolean => swaps.length > 0 || placements.length > 0

/** Checks that a message pays at most a single tip, and only beside a trade. `checkTerms` compares its amount with the terms. */
function checkTips(ledger: Ledger): Verdict {
  const [tip, ...more] = ledger.tips
  if (tip === undefined) return undefined
  if (more.length > 0) return 'more than one tip'
  if (!isTrade(ledger)) return 'a tip without a trade'
  return tip > maxTipLamports ? 'a tip of more than 1 SOL' : undefined
}

function priorityFeeLamports({ unitLimit, unitPrice = 0n }: Ledger, instructionCount: number): bigint {
  const units = unitLimit ?? defaultUnitsPerInstruction * BigInt(instructionCount)
  return ((units < maxUnits ? units : maxUnits) * unitPrice + 999_999n) / 1_000_000n
}

/** Checks that no instruction of a message moves, opens or closes anything. */
const isIdle = ({ gifts, closed, rents, deposits }: Ledger): boolean =>
  gifts.length + closed.length + rents.size + deposits.size === 0

/**
 * Caps the priority fee. Trades and nonce actions may pay more, because they compete for an early place. A message that does nothing
 * pays none, because only a page that burns the wallet's SOL would build it.
 */
function checkPriorityFee(lamports: bigint, ledger: Ledger): Verdict {
  if (!isTrade(ledger) && !ledger.touchesNonce) {
    if (lamports > 0n && isIdle(ledger)) return 'a priority fee for nothing'
    return lamports > maxCalmPriorityFeeLamports ? 'a priority fee of more than 0.01 SOL' : undefined
  }
  return lamports > maxPriorityFeeLamports ? 'a priority fee of more than 1 SOL' : undefined
}

const isAdvance = (instruction: CompiledInstruction | undefined): boolean =>
  instruction !== undefined && readEffects(instruction)?.instruction === 'advanceNonceAccount'

/** A decoded message, with the sums over its instructions. */
export interface ReadMessage {
  readonly message: CompiledMessage
  readonly ledger: Ledger
  readonly networkFeeLamports: bigint
}

/** Lists the accounts that an instruction creates. They may sign the message beside the wallet. */
function createdBy(instruction: CompiledInstruction): readonly Address[] {
  const read = readEffects(instruction)
  if (read === undefined) return []
  return [...read.signs, ...(read.kind === 'create' ? read.opens.map(({ account }) => account) : [])]
}

/**
 * Walks through a message's instructions.
 *
 * @returns the sums over the instructions, or the reason for a refusal.
 */
export async function walkMessage(
  bytes: Uint8Array,
  shown: Shown & { readonly wallet: Address; readonly isGiving?: true },
): Promise<ReadMessage | string> {
  const { wallet, payees = [], tipAccounts = [], terms, isGiving = false } = shown
  const message = readCompiledMessage(bytes, 'unseen')
  if (typeof message === 'string') return message
  const { signers, instructions } = message
  if (signers[0] !== wallet) return 'another wallet would pay'
  // A cosigner may sign only for an account that this very message creates.
  const created = new Set(instructions.flatMap(createdBy))
  if (!signers.slice(1).every(one => created.has(one))) return 'others would sign too'
  const ledger = newLedger({ wallet, payees, tipAccounts, terms, isGiving })
  for (const instruction of instructions) {
    const verdict = await checkInstruction(instruction, ledger)
    if (verdict !== undefined) return verdict
  }
  if (ledger.ownerless.size > 0) return 'an account created and left without an owner'
  return {
    message,
    ledger,
    networkFeeLamports:
      lamportsPerSignature * BigInt(signers.length) + priorityFeeLamports(ledger, instructions.length),
  }
}

/** Checks the priority fee of a decoded message. */
export const checkNetworkFee = ({ message, ledger, networkFeeLamports }: ReadMessage): Verdict =>
  checkPriorityFee(networkFeeLamports - lamportsPerSignature * BigInt(message.signers.length), ledger)

/** Rent of a token account without extensions. No token account returns less. */
const minAccountRent = rentExemption(tokenAccountLayout.size)

/**
 * Checks that a message that closes accounts and does not trade costs no more than the rent that comes back.
 * A message that closes the account of wrapped SOL is exempt: that account returns all its SOL, too.
 */
async function checkClosingFee({ ledger, networkFeeLamports }: ReadMessage): Promise<Verdict> {
  const { closed, wallet } = ledger
  if (closed.length === 0 || isTrade(ledger)) return undefined
  if (closed.includes(await associatedTokenAddress(wallet, wrappedNativeMint, tokenProgram))) return undefined
  return networkFeeLamports > BigInt(closed.length) * minAccountRent
    ? 'a fee above the rent that comes back'
    : undefined
}

/**
 * Returns the net effects of a decoded message. It includes only rents that the bytes state.
 * For the other rents, the bytes hold only a bound, and `effectsOf` counts the bound.
 */
export function netEffectsOf({ message, ledger, networkFeeLamports }: ReadMessage, recipient?: Address): NetEffects {
  const { moves, placements, closed, programFeeLamports, irreversible } = ledger
  const [placed] = placements.filter(({ kind }) => kind !== 'claim')
  return {
    ...netOf(moves),
    tokenPrograms: ledger.tokenPrograms,
    ...(placed && { into: { program: placed.program, account: placed.account } }),
    lamports: {
      rent: keptLamports(ledger).statedRent,
      programFee: programFeeLamports,
      networkFee: networkFeeLamports,
      tip: sum(ledger.tips),
      tradeFee: ledger.paidLamports,
    },
    ...(recipient !== undefined && { recipient }),
    closes: closed,
    cosigners: message.signers.slice(1),
    lifetime: !isAdvance(message.instructions[0]) ? 'blockhash' : moves.length === 0 ? 'either' : 'nonce',
    ...(irreversible && { irreversible }),
  }
}

/**
 * The transaction firewall: decodes a compiled message and decides if `wallet` may sign it.
 *
 * Each instruction must belong to a known action of the wallet. Every other instruction is refused. The known actions are:
 *  - a swap, a deposit, a new pool, a withdrawal from a pool or a claim. All its proceeds must go to the wallet.
 *  - more room in a pool that the message trades in.
 *  - opening and closing the wallet's token accounts, its temporary account of wrapped SOL and its nonce account.
 *  - Tern's fee, a tip to a provider and a referral code.
 *  - the compute budget.
 *
 * @returns the message's effects, or the reason for a refusal.
 */
export async function readMessage(bytes: Uint8Array, wallet: Address, shown: Shown): Promise<TradeEffects | string> {
  const read = await walkMessage(bytes, { wallet, ...shown })
  if (typeof read === 'string') return read
  const { ledger, message } = read
  if (!ledger.extended.every(one => isUsed(one, ledger))) return 'room made in what is not traded here'
  const beyond = checkTips(ledger)
  if (beyond !== undefined) return beyond
  if (ledger.referralCode !== undefined && ledger.swaps.length === 0) return 'a referral without a trade'
  if (ledger.paidLamports > ledger.maxFeeLamports) return 'a fee above what the trade allows'
  const unlike = checkNetworkFee(read) ?? (await checkClosingFee(read)) ?? checkTerms(netEffectsOf(read), shown.terms)
  if (unlike !== undefined) return unlike
  const effects = effectsOf(read)
  return isAdvance(message.instructions[0]) ? { ...effects, nonce: message.lifetime } : effects
}

function askedFor({ placements, isUnbounded, irreversible, paidLamports, feeAllowanceLamports }: Ledger) {
  if (irreversible !== undefined) return 'irreversible'
  if (placements.some(({ kind }) => kind === 'place' || kind === 'create')) return 'placement'
  if (isUnbounded) return 'unbounded'
  return paidLamports > feeAllowanceLamports ? 'fee' : undefined
}

/** Returns the effects of a decoded message. */
function effectsOf({ ledger, networkFeeLamports }: ReadMessage): TradeEffects {
  const { swaps, placements, paidLamports, tips, referralCode, spentLamports, closed, irreversible } = ledger
  const { programFeeLamports, venueRentLamports } = ledger
  const tipLamports = sum(tips)
  const { boundedRent, statedRent, wrapped } = keptLamports(ledger)
  const rentLamports = boundedRent + statedRent + wrapped + venueRentLamports
  const asks = askedFor(ledger)
  return {
    trades: swaps.map(({ mintIn, mintOut, maxIn, minOut }) => ({ mintIn, mintOut, maxIn, minOut })),
    ...(placements.length > 0 && { placements }),
    ...(referralCode !== undefined && { referralCode }),
    feeLamports: paidLamports,
    tipLamports,
    networkFeeLamports,
    ...(programFeeLamports > 0n && { programFeeLamports }),
    rentLamports,
    lamports: spentLamports + paidLamports + tipLamports + networkFeeLamports + programFeeLamports + rentLamports,
    ...(closed.length > 0 && { closes: closed }),
    ...(irreversible && { irreversible }),
    ...(asks && { asks }),
  }
}
