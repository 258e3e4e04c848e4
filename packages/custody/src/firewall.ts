import {
  type Address,
  associatedTokenAddress,
  associatedTokenProgram,
  computeBudgetProgram,
  encodeBase58,
  isTernError,
  maxTokenAccountSize,
  memoProgram,
  rentExemption,
  systemProgram,
  type TradeLimits,
  token2022Program,
  tokenAccountLayout,
  tokenProgram,
  wrappedNativeMint,
} from '@tern/core'
import { type CompiledInstruction, isUnseen, readCompiledMessage } from '@tern/core/compiledMessage'
import { tipTaker } from '@tern/core/tipAccounts'
import {
  type ExtendInstruction,
  maxSwapRent,
  readInstruction,
  type SwapInstruction,
  tradingPrograms,
} from '@tern/venues/read'
import { readCode } from './firewallMemo.ts'
import { checkNonce, isAboutNonce, isAdvance, nonceFunding } from './firewallNonce.ts'
import { hasWalletOnlyAt, strayWallet } from './walletPlaces.ts'

/** More than anybody pays to be early; stops a page from burning a wallet as priority fee. */
const MAX_PRIORITY_FEE_LAMPORTS = 1_000_000_000n
/** The same for a tip, whatever a page says that was shown. */
const MAX_TIP_LAMPORTS = 1_000_000_000n
/** What the runtime gives an instruction, and a transaction at most, when no limit is set. */
const DEFAULT_UNITS_PER_INSTRUCTION = 200_000n
const MAX_UNITS = 1_400_000n
/** What the runtime takes for the one signature. */
const LAMPORTS_PER_SIGNATURE = 5_000n
/** Tern's fee on a buy is this part of what is spent. */
const BUY_FEE_DIVISOR = 100n
/**
 * Tern's fee on a sale is 1% of its quote, which the bytes do not say. This part of what the sale brings at least covers it up to a
 * slippage of 50%. The owner is asked about more.
 */
const SALE_FEE_DIVISOR = 50n

const isTokenProgram = (program: Address | undefined) => program === tokenProgram || program === token2022Program

const viewOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)
const addressAt = (data: Uint8Array, offset: number): Address | undefined =>
  data.length >= offset + 32 ? (encodeBase58(data.subarray(offset, offset + 32)) as Address) : undefined

/** What the instructions of one message have come to so far. */
interface Ledger {
  readonly wallet: Address
  readonly payees: readonly Address[]
  readonly tipAccounts: readonly Address[]
  /** Created here, and not yet given an owner: until then anybody could become it. */
  readonly ownerless: Set<Address>
  /** Created here and owned by the wallet. */
  readonly own: Set<Address>
  /** The wallet's own account for wrapped SOL, once an instruction has made sure that it is the wallet's. */
  readonly wrapped: Set<Address>
  /** Max lamports that the wallet has put into each account of its own, less what trades took out again. */
  readonly deposits: Map<Address, bigint>
  /** Max rent of each associated account. */
  readonly rents: Map<Address, bigint>
  /** Max rent of accounts that venues open or make larger, and what the nonce account is given. */
  otherRentLamports: bigint
  readonly trades: SwapInstruction[]
  /** The accounts that the trades name. */
  readonly traded: Set<Address>
  readonly extended: ExtendInstruction[]
  touchesNonce: boolean
  unitLimit: bigint | undefined
  microLamportsPerUnit: bigint
  /** Paid to payees, how much of that the trades here account for, and how much their owner may agree to. */
  paidLamports: bigint
  feeAllowanceLamports: bigint
  maxFeeLamports: bigint
  /** Lamports of each transfer to where a provider takes tips. */
  readonly tips: bigint[]
  /** The code that a memo names. */
  referralCode: string | undefined
}

/** What a message does that may be signed; lamports are the most that it can come to. */
export interface TradeEffects {
  readonly trades: readonly Pick<TradeLimits, 'mintIn' | 'mintOut' | 'mostIn' | 'leastOut'>[]
  /** Tern's fee, the provider's tip, and what the network takes. */
  readonly feeLamports: bigint
  readonly tipLamports: bigint
  readonly networkFeeLamports: bigint
  /** Who brought the wallet here, as the message says; unset: it says nothing. */
  readonly referralCode?: string
  /** The rent of accounts that the message opens, and what else it leaves in accounts of the wallet. */
  readonly rentLamports: bigint
  /** All lamports that leave the wallet: the SOL that trades take, the fees, the tip and the rents. */
  readonly lamports: bigint
  /** The token accounts that are closed; their rent comes back, and counts for nothing here. */
  readonly closes?: readonly Address[]
  /** What the message lives by if it begins by advancing the wallet's nonce account: the nonce's value, or a recent blockhash. */
  readonly nonce?: string
  /** Why the owner is asked, whatever the limits are. */
  readonly asks?: 'fee'
}

/** Why an instruction is refused; `undefined` when it may be signed. */
type Verdict = string | undefined

function deposit({ deposits }: Ledger, account: Address, lamports: bigint): void {
  deposits.set(account, (deposits.get(account) ?? 0n) + lamports)
}

function checkSystem({ accounts, data }: CompiledInstruction, ledger: Ledger): Verdict {
  const { wallet, payees, tipAccounts } = ledger
  if (data.length < 4) return 'a System instruction that is malformed'
  const kind = viewOf(data).getUint32(0, true)
  if (kind === 2) {
    const [from, to] = accounts
    if (data.length !== 12 || from === undefined || to === undefined) return 'a transfer that is malformed'
    if (from !== wallet) return 'a transfer out of another wallet'
    if (!hasWalletOnlyAt(accounts, wallet, [0])) return strayWallet
    const lamports = viewOf(data).getBigUint64(4, true)
    if (ledger.wrapped.has(to)) deposit(ledger, to, lamports)
    else if (payees.includes(to)) ledger.paidLamports += lamports
    else if (tipTaker(to) !== undefined || tipAccounts.includes(to)) ledger.tips.push(lamports)
    else return `a transfer to ${to}`
    return undefined
  }
  if (kind === 3) {
    const [from, created] = accounts
    const seedLength = data.length >= 44 ? viewOf(data).getBigUint64(36, true) : 33n
    if (seedLength > 32n || data.length !== 92 + Number(seedLength) || created === undefined)
      return 'an account creation that is malformed'
    if (from !== wallet || addressAt(data, 4) !== wallet) return 'an account created for another wallet'
    if (!hasWalletOnlyAt(accounts, wallet, [0, 2])) return strayWallet
    if (!isTokenProgram(addressAt(data, data.length - 32))) return 'an account created for an unknown program'
    ledger.ownerless.add(created)
    deposit(ledger, created, viewOf(data).getBigUint64(44 + Number(seedLength), true))
    return undefined
  }
  return kind === 1 ? 'the wallet given away to a program' : 'a System instruction that no trade needs'
}

const TOKEN_INSTRUCTIONS: Readonly<Record<number, string>> = {
  3: 'a token transfer',
  4: 'an approval for others to spend tokens',
  6: 'a change of authority',
  8: 'tokens burnt',
  12: 'a token transfer',
  13: 'an approval for others to spend tokens',
  15: 'tokens burnt',
}

function checkToken({ accounts, data }: CompiledInstruction, ledger: Ledger): Verdict {
  const { wallet } = ledger
  const [account, second, third] = accounts
  const kind = data[0]
  const initialise = (owner: Address | undefined, places: readonly number[]): Verdict => {
    if (owner !== wallet) return 'a token account made for another wallet'
    if (!hasWalletOnlyAt(accounts, wallet, places)) return strayWallet
    // The issuer of any other token could pay some in and freeze it, and whatever lamports it was made with.
    if (second !== wrappedNativeMint) return 'a temporary account of another token than SOL'
    if (account === undefined || !ledger.ownerless.delete(account)) return 'a token account that was not created here'
    ledger.own.add(account)
    return undefined
  }
  switch (kind) {
    case 1:
      return initialise(third, [2])
    case 16:
    case 18:
      return initialise(addressAt(data, 1), [])
    case 9:
      if (second !== wallet) return 'a token account closed in favour of another wallet'
      if (third !== wallet || account === undefined) return 'a token account of another wallet'
      if (!hasWalletOnlyAt(accounts, wallet, [1, 2])) return strayWallet
      // All that is in it comes back. It is gone then, and takes no more.
      for (const known of [ledger.own, ledger.wrapped, ledger.deposits, ledger.rents]) known.delete(account)
      return undefined
    case 17:
      return hasWalletOnlyAt(accounts, wallet, []) ? undefined : strayWallet
    default:
      return TOKEN_INSTRUCTIONS[kind ?? -1] ?? 'a token instruction that no trade needs'
  }
}

/** Opening an account that is there fails, or, done idempotently, fails unless it is the wallet's: its owner may have changed. */
async function checkAssociatedToken({ accounts, data }: CompiledInstruction, ledger: Ledger): Promise<Verdict> {
  const { wallet } = ledger
  if (data.length > 1 || (data[0] ?? 0) > 1) return 'a token account instruction that no trade needs'
  const [payer, account, owner, mint, system, program] = accounts
  if (payer !== wallet || owner !== wallet) return 'a token account made for another wallet'
  if (!hasWalletOnlyAt(accounts, wallet, [0, 2])) return strayWallet
  // The program that is named here says how large the account is, and so what it costs.
  if (system !== systemProgram || program === undefined || !isTokenProgram(program))
    return 'a token account of an unknown program'
  if (mint === undefined || account !== (await associatedTokenAddress(wallet, mint, program)))
    return 'a token account that is not the wallet’s own of its token'
  const size = program === tokenProgram ? tokenAccountLayout.size : maxTokenAccountSize
  ledger.rents.set(account, rentExemption(size))
  if (mint === wrappedNativeMint && program === tokenProgram) ledger.wrapped.add(account)
  return undefined
}

function checkComputeBudget({ data }: CompiledInstruction, ledger: Ledger): Verdict {
  if (data[0] === 2 && data.length === 5) ledger.unitLimit = BigInt(viewOf(data).getUint32(1, true))
  else if (data[0] === 3 && data.length === 9) ledger.microLamportsPerUnit = viewOf(data).getBigUint64(1, true)
  else if (!((data[0] === 1 || data[0] === 4) && data.length === 5)) return 'a compute budget that is malformed'
  return undefined
}

const unseen = 'accounts in lookup tables that cannot be checked here'

/** What is no trade as its accounts are named may make one that cannot be read: then it is none. */
function tryRead({ program, accounts, data }: CompiledInstruction) {
  try {
    return readInstruction(program, accounts, data)
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

/**
 * A swap whose proceeds come to the wallet, and which may not come to nothing. Whose it is, what it trades and where that goes is
 * in the message; its pool's other accounts, which the program checks by itself, may stand in a lookup table.
 */
async function checkVenue({ program, accounts, data }: CompiledInstruction, ledger: Ledger): Promise<Verdict> {
  const { wallet } = ledger
  const read = tryRead({ program, accounts, data })
  if (read?.kind === 'extend') return checkExtend(read, accounts, ledger)
  if (read && Object.values(read.accounts).flat().some(isUnseen)) return unseen
  if (read?.kind !== 'swap') return `an instruction to ${program} that is no trade`
  const { owner, tokenAccountIn, tokenAccountOut, mintIn, mintOut } = read.accounts
  if (owner !== wallet) return 'a trade of another wallet'
  if (read.leastOut === 0n) return 'a trade that may pay for nothing'
  // A venue that settles in lamports pays them to the wallet itself.
  const isPaidInLamports = mintOut === wrappedNativeMint && tokenAccountOut === wallet
  const ours = await Promise.all(
    [tokenProgram, token2022Program].map(tokens => associatedTokenAddress(wallet, mintOut, tokens)),
  )
  if (!isPaidInLamports && !ledger.own.has(tokenAccountOut) && !ours.includes(tokenAccountOut))
    return 'a trade that does not pay the wallet'
  // A program that is given the wallet could be given its signature, and everything that is the wallet's.
  if (read.handedOn?.includes(wallet)) return 'a trade that hands the wallet to a program of the token’s issuer'
  if (accounts.filter(account => account === wallet).length > 1) return strayWallet
  ledger.trades.push(read)
  for (const account of accounts) ledger.traded.add(account)
  ledger.otherRentLamports += maxSwapRent(program, read)
  const held = ledger.deposits.get(tokenAccountIn)
  if (held !== undefined) ledger.deposits.set(tokenAccountIn, held > read.mostIn ? held - read.mostIn : 0n)
  if (mintIn === wrappedNativeMint) {
    ledger.feeAllowanceLamports += read.mostIn / BUY_FEE_DIVISOR
    ledger.maxFeeLamports += read.mostIn / BUY_FEE_DIVISOR
  } else if (mintOut === wrappedNativeMint) {
    ledger.feeAllowanceLamports += read.leastOut / SALE_FEE_DIVISOR
    ledger.maxFeeLamports += read.leastOut
  }
  return undefined
}

/** An account of the venue's that a trade needs: the wallet's own, or room in the pool. */
function checkExtend(read: ExtendInstruction, accounts: readonly Address[], ledger: Ledger): Verdict {
  const { wallet } = ledger
  const { payer, account, owner, rentLamports } = read
  if ([payer, account, owner ?? account].some(isUnseen)) return unseen
  if (payer !== wallet) return 'an account of a venue made at the cost of another wallet'
  if (owner !== undefined && owner !== wallet) return 'an account of a venue made for another wallet'
  if (accounts.filter(one => one === wallet).length > (owner === undefined ? 1 : 2)) return strayWallet
  ledger.extended.push(read)
  ledger.otherRentLamports += rentLamports
  return undefined
}

/** Whether the message trades with an account that it opened, or in a pool that it made room in. */
function isUsed({ account, owner }: ExtendInstruction, { trades, traded }: Ledger): boolean {
  return owner === undefined ? trades.some(({ accounts: { pool } }) => pool === account) : traded.has(account)
}

/** Whether what the message trades is what was shown. */
function checkLimits(trades: readonly SwapInstruction[], limits: TradeLimits): Verdict {
  const [trade] = trades
  if (trade === undefined || trades.length !== 1) return `${trades.length} trades instead of the one that was shown`
  const { mintIn, mintOut } = trade.accounts
  if (mintIn !== limits.mintIn || mintOut !== limits.mintOut) return 'a trade of other tokens than was shown'
  if (trade.mostIn > limits.mostIn) return 'a trade that may take more than was shown'
  return trade.leastOut < limits.leastOut ? 'a trade that may bring less than was shown' : undefined
}

/** Whether what the message tips is what was shown, and went with a trade that was. */
function checkTips(tips: readonly bigint[], limits: TradeLimits | undefined): Verdict {
  const [tip] = tips
  if (tip === undefined) return undefined
  if (tips.length > 1) return 'more than one tip'
  if (limits?.mostTip === undefined) return 'a tip that was not shown'
  if (tip > limits.mostTip) return 'a tip of more than was shown'
  return tip > MAX_TIP_LAMPORTS ? 'a tip of more than 1 SOL' : undefined
}

function priorityFeeLamports({ unitLimit, microLamportsPerUnit }: Ledger, instructionCount: number): bigint {
  const units = unitLimit ?? DEFAULT_UNITS_PER_INSTRUCTION * BigInt(instructionCount)
  return ((units < MAX_UNITS ? units : MAX_UNITS) * microLamportsPerUnit + 999_999n) / 1_000_000n
}

function checkMemo(instruction: CompiledInstruction, ledger: Ledger): Verdict {
  const read = readCode(instruction, ledger.wallet, ledger.referralCode)
  if ('refusal' in read) return read.refusal
  ledger.referralCode = read.code
  return undefined
}

async function checkInstruction(instruction: CompiledInstruction, ledger: Ledger): Promise<Verdict> {
  const isTrading = tradingPrograms.includes(instruction.program)
  if (!isTrading && instruction.accounts.some(isUnseen)) return unseen
  switch (instruction.program) {
    case systemProgram:
      if (!isAboutNonce(instruction, ledger.ownerless)) return checkSystem(instruction, ledger)
      ledger.touchesNonce = true
      ledger.otherRentLamports += nonceFunding(instruction)
      return checkNonce(instruction, ledger.wallet, ledger.ownerless)
    case tokenProgram:
    case token2022Program:
      return checkToken(instruction, ledger)
    case associatedTokenProgram:
      return checkAssociatedToken(instruction, ledger)
    case computeBudgetProgram:
      if (instruction.accounts.includes(ledger.wallet)) return strayWallet
      return checkComputeBudget(instruction, ledger)
    case memoProgram:
      return checkMemo(instruction, ledger)
    default:
      return checkVenue(instruction, ledger)
  }
}

/**
 * The transaction firewall: what the compiled message `bytes` does if `wallet` may sign it. What is not known to be part of a trade
 * is refused: a swap that pays the wallet, room made in its pool, the temporary account, the wallet's own token accounts and nonce
 * account, the fee, one tip to a provider, one referral code.
 *
 * @param payees the only ones beside providers that lamports may be sent to, and no more than 1% of what a trade spends. A sale pays 2% of
 *   what it brings at least, or up to all of it if its owner agrees (`asks`).
 * @param limits what was shown of the message's one trade; unset: any trade of the wallet, without a tip.
 * @param tipAccounts where providers take tips beside the accounts that are known.
 * @returns what it does, or why it is refused.
 */
export async function readTrade(
  bytes: Uint8Array,
  wallet: Address,
  payees: readonly Address[],
  limits?: TradeLimits,
  tipAccounts: readonly Address[] = [],
): Promise<TradeEffects | string> {
  const message = readCompiledMessage(bytes, 'unseen')
  if (typeof message === 'string') return message
  if (message.signers[0] !== wallet) return 'another wallet would pay'
  if (message.signers.length !== 1) return 'others would sign too'
  const ledger: Ledger = {
    wallet,
    payees,
    tipAccounts,
    ownerless: new Set(),
    own: new Set(),
    wrapped: new Set(),
    deposits: new Map(),
    rents: new Map(),
    otherRentLamports: 0n,
    trades: [],
    traded: new Set(),
    extended: [],
    touchesNonce: false,
    unitLimit: undefined,
    microLamportsPerUnit: 0n,
    paidLamports: 0n,
    feeAllowanceLamports: 0n,
    maxFeeLamports: 0n,
    tips: [],
    referralCode: undefined,
  }
  const { instructions } = message
  for (const instruction of instructions) {
    const verdict = await checkInstruction(instruction, ledger)
    if (verdict !== undefined) return verdict
  }
  if (ledger.ownerless.size > 0) return 'an account created and left without an owner'
  if (!ledger.extended.every(one => isUsed(one, ledger))) return 'room made in what is not traded here'
  const beyond = limits && checkLimits(ledger.trades, limits)
  if (beyond !== undefined) return beyond
  const overTipped = checkTips(ledger.tips, limits)
  if (overTipped !== undefined) return overTipped
  if (ledger.referralCode !== undefined && ledger.trades.length === 0) return 'a referral without a trade'
  if (ledger.paidLamports > ledger.maxFeeLamports) return 'a fee above what the trade allows'
  const priorityFee = priorityFeeLamports(ledger, instructions.length)
  if (priorityFee > MAX_PRIORITY_FEE_LAMPORTS) return 'a priority fee of more than 1 SOL'
  if (priorityFee > 0n && ledger.trades.length === 0 && !ledger.touchesNonce)
    return 'a priority fee for what is neither a trade nor about the nonce account'
  const effects = effectsOf(ledger, LAMPORTS_PER_SIGNATURE + priorityFee)
  const [first] = instructions
  return first !== undefined && isAdvance(first) ? { ...effects, nonce: message.lifetime } : effects
}

function effectsOf(ledger: Ledger, networkFeeLamports: bigint): TradeEffects {
  const { trades, paidLamports, feeAllowanceLamports, otherRentLamports, tips, referralCode } = ledger
  const sum = (amounts: Iterable<bigint>) => [...amounts].reduce((all, one) => all + one, 0n)
  const tipLamports = sum(tips)
  const rentLamports = sum(ledger.deposits.values()) + sum(ledger.rents.values()) + otherRentLamports
  const spent = trades.filter(({ accounts }) => accounts.mintIn === wrappedNativeMint)
  const spentLamports = sum(spent.map(({ mostIn }) => mostIn))
  return {
    trades: trades.map(({ accounts: { mintIn, mintOut }, mostIn, leastOut }) => ({
      mintIn,
      mintOut,
      mostIn,
      leastOut,
    })),
    ...(referralCode !== undefined && { referralCode }),
    feeLamports: paidLamports,
    tipLamports,
    networkFeeLamports,
    rentLamports,
    lamports: spentLamports + paidLamports + tipLamports + networkFeeLamports + rentLamports,
    ...(paidLamports > feeAllowanceLamports && { asks: 'fee' }),
  }
}
