import type { Instruction } from '@solana/kit'
import {
  type ComputeBudget,
  createAssociatedAccountInstruction,
  memoInstruction,
  transferInstruction,
  transferTokensInstruction,
} from '@tern/chain'
import { signatureFee } from '@tern/chain/internal'
import {
  type Address,
  associatedTokenAddress,
  decodeMint,
  isTernError,
  type Mint,
  nativeToken,
  parseAddress,
  rentExemption,
  TernError,
  tokenAccountSize,
  tokenProgram,
  transferFee,
  wrappedNativeMint,
} from '@tern/core'
import { assertU64, checkAssociatedTokenAccount } from '@tern/core/internal'
import type { Client } from '../../client.ts'
import { failureOf } from '../failureOf.ts'
import type { Action } from '../plan/actions.ts'
import { type Plan, type PlanLine, type PlanMessage, type Planned, reasonOf } from '../plan/plan.ts'
import { networkFeeOf, type TermsParts } from '../terms.ts'
import type { Opening } from '../trade/trade.ts'
import { checkRecipient } from './recipient.ts'

/** A requested withdrawal. */
export interface WithdrawRequest {
  /** The wallet that receives, as typed. */
  readonly recipient: string
  /** `null`: SOL. */
  readonly mint: Address | null
  /** Raw units that leave the wallet. `all`: the wallet's whole balance, for SOL minus the network's fee. */
  readonly amount: bigint | 'all'
  /** Unset: 0. */
  readonly priorityFeeLamports?: bigint
}

/** The amounts of a withdrawal: moved and left. */
export interface WithdrawQuote {
  readonly recipient: Address
  /** `null`: SOL. */
  readonly mint: Address | null
  /** The program that owns the mint. For SOL: the token program. */
  readonly tokenProgram: Address
  readonly decimals: number
  /** Raw units that leave the wallet. */
  readonly amount: bigint
  /** Raw units that arrive, after the token's transfer fee. */
  readonly received: bigint
  /** The recipient's token account, if it must be opened. The wallet pays its rent. */
  readonly opens: Opening | undefined
  /** Lamports: the fee of the signature, and the priority fee. */
  readonly networkFee: bigint
  /** The wallet's balance of the withdrawn asset afterwards, in raw units. */
  readonly left: bigint
  /** The wallet's lamports afterwards. */
  readonly leftLamports: bigint
}

/** A planned withdrawal, with the reasons against it. `plan` and `quote` are set as far as the reasons allow. */
export type PlannedWithdraw = Planned<WithdrawRequest, WithdrawQuote>

/** Compute units of a token transfer that opens an account, for any bump of the account's address. */
const tokenUnits = 120_000
const solUnits = 1_000

/**
 * Plans a withdrawal, without signing or sending.
 *
 * @returns the plan, and the `reasons` against it. No reasons: the withdrawal may be made.
 * @throws TernError `rpc/*` if the chain could not be read.
 * @throws TernError `amount/outOfRange` for an invalid amount.
 * @example
 * const { quote } = await planWithdraw(client, { recipient, mint: null, amount: 'all' })
 * quote?.leftLamports // 0n
 */
export async function planWithdraw(client: Client, request: WithdrawRequest): Promise<PlannedWithdraw> {
  try {
    if (client.owner === undefined) throw new TernError('owner/missing', {})
    if (request.amount !== 'all' && assertU64(request.amount) === 0n) throw new TernError('quote/zeroAmount', {})
    const recipient = parseAddress(request.recipient)
    const { mint } = request
    const owner = client.owner.address
    const { instructions, budget, ...quote } =
      mint === null
        ? await planSol(client, owner, recipient, request)
        : await planToken(client, request, { owner, recipient, mint })
    const plan = planOf(request, owner, quote, { instructions, ...(budget && { budget }) })
    return { plan, quote, reasons: checkLamports(quote).map(reasonOf) }
  } catch (error) {
    if (!isTernError(error) || error.code.startsWith('rpc/') || error.code === 'amount/outOfRange') throw error
    return { plan: undefined, quote: undefined, reasons: [reasonOf(error)] }
  }
}

function planOf(
  request: WithdrawRequest,
  owner: Address,
  quote: WithdrawQuote,
  message: Pick<PlanMessage, 'instructions' | 'budget'>,
): Plan<WithdrawRequest> {
  const { recipient, mint, tokenProgram, amount, opens, networkFee } = quote
  const rent = opens?.lamports ?? 0n
  const pay: readonly PlanLine[] = [
    { kind: 'amount', label: 'Amount', lamports: mint === null ? amount : 0n },
    { kind: 'programFee', label: 'Recipient’s account rent', lamports: rent },
    { kind: 'priority', label: 'Priority fee', lamports: networkFee - signatureFee },
    { kind: 'network', label: 'Network fee', lamports: signatureFee },
  ]
  const terms: TermsParts = {
    spend: [{ mint: mint ?? wrappedNativeMint, tokenProgram, max: amount }],
    recipient,
    lamports: { networkFee, programFee: rent },
  }
  return {
    ...{ kind: 'withdraw', request, owner, isVerified: true },
    messages: [{ ...message, terms }],
    opens: opens === undefined ? [] : [opens],
    pay: pay.filter(({ lamports }) => lamports > 0n),
    totalLamports: pay.reduce((sum, { lamports }) => sum + lamports, 0n),
  }
}

/** Checks that the wallet keeps either no lamports, or at least the rent of an empty account. */
function checkLamports({ leftLamports, amount, mint, opens, networkFee }: WithdrawQuote): readonly TernError[] {
  const required = networkFee + (opens?.lamports ?? 0n) + (mint === null ? amount : 0n)
  const min = rentExemption(0)
  if (leftLamports < 0n) return [new TernError('withdraw/notEnough', { balance: leftLamports + required, required })]
  if (leftLamports > 0n && leftLamports < min)
    return [new TernError('withdraw/leavesTooLittle', { left: leftLamports, min })]
  return []
}

/** The message of a withdrawal, with its amounts. */
interface Composed extends WithdrawQuote {
  readonly instructions: readonly Instruction[]
  readonly budget: ComputeBudget | undefined
}

function budgetFor({ priorityFeeLamports = 0n }: WithdrawRequest, unitLimit: number) {
  const budget = priorityFeeLamports === 0n ? undefined : { unitLimit, priorityFeeLamports }
  return { budget, networkFee: networkFeeOf(budget) }
}

async function planSol(
  { chain }: Client,
  owner: Address,
  recipient: Address,
  request: WithdrawRequest,
): Promise<Composed> {
  const read = await chain.readAccounts([owner, recipient], { maxAgeMs: 0 })
  const receiving = read.get(recipient) ?? null
  const refusal = checkRecipient(recipient, receiving, owner)
  if (refusal !== undefined) throw refusal
  const { budget, networkFee } = budgetFor(request, solUnits)
  const balance = read.get(owner)?.lamports ?? 0n
  const amount = request.amount === 'all' ? balance - networkFee : request.amount
  if (amount <= 0n) throw new TernError('withdraw/notEnough', { balance, required: networkFee + 1n })
  const min = rentExemption(0)
  if (receiving === null && amount < min) throw new TernError('withdraw/tooLittleToOpen', { min })
  const left = balance - amount - networkFee
  return {
    recipient,
    mint: null,
    tokenProgram,
    decimals: nativeToken.decimals,
    amount,
    received: amount,
    opens: undefined,
    networkFee,
    left,
    leftLamports: left,
    budget,
    instructions: [transferInstruction(owner, recipient, amount)],
  }
}

/** Returns the reason why no wallet can send tokens of the mint to the recipient. */
function checkMint(mint: Mint, isOpened: boolean): TernError | undefined {
  const { address, extensions } = mint
  if (extensions.names.includes('nonTransferable')) return new TernError('token/nonTransferable', { mint: address })
  if (extensions.pausable?.paused === true) return new TernError('token/transfersPaused', { mint: address })
  if (extensions.transferHook !== undefined)
    return new TernError('token/transferHook', { mint: address, program: extensions.transferHook })
  // A new account would be frozen until the issuer thaws it, and the transfer into it fails.
  if (isOpened && extensions.defaultAccountState === 'frozen')
    return new TernError('withdraw/recipientFrozen', { address })
  return undefined
}

async function planToken(
  { chain }: Client,
  request: WithdrawRequest,
  {
    owner,
    recipient,
    mint: mintAddress,
  }: { readonly owner: Address; readonly recipient: Address; readonly mint: Address },
): Promise<Composed> {
  const fresh = { maxAgeMs: 0 }
  const first = await chain.readAccounts([owner, recipient, mintAddress], fresh)
  const refusal = checkRecipient(recipient, first.get(recipient) ?? null, owner)
  if (refusal !== undefined) throw refusal
  const mint = decodeMint(mintAddress, first.get(mintAddress))
  const { program, decimals } = mint
  const [from, to] = await Promise.all(
    [owner, recipient].map(wallet => associatedTokenAddress(wallet, mintAddress, program)),
  )
  if (from === undefined || to === undefined) throw new TernError('address/missing', {})
  const read = await chain.readAccounts([from, to], fresh)
  const source = checkAssociatedTokenAccount(
    { address: from, owner, mint: mintAddress, program },
    read.get(from) ?? null,
  )
  const target = checkAssociatedTokenAccount(
    { address: to, owner: recipient, mint: mintAddress, program },
    read.get(to) ?? null,
  )
  const trap = checkMint(mint, target === null)
  if (trap !== undefined) throw trap
  if (source === null) throw new TernError('token/inputAccountNotFound', { address: from })
  if (source.state === 'frozen') throw new TernError('token/accountFrozen', { address: from })
  if (target?.state === 'frozen') throw new TernError('withdraw/recipientFrozen', { address: to })
  const amount = request.amount === 'all' ? source.amount : request.amount
  if (amount === 0n) throw new TernError('quote/zeroAmount', {})
  if (amount > source.amount) throw new TernError('withdraw/notEnoughTokens', { balance: source.amount, amount })

  const [rent, { epoch }] = await Promise.all([chain.readRent(tokenAccountSize(mint)), chain.readClock()])
  const opens: Opening | undefined = target === null ? { address: to, lamports: rent, kind: 'tokenAccount' } : undefined
  const fee = transferFee(mint, epoch, amount)
  const { budget, networkFee } = budgetFor(request, tokenUnits)
  return {
    recipient,
    mint: mintAddress,
    tokenProgram: program,
    decimals,
    amount,
    received: amount - fee,
    opens,
    networkFee,
    left: source.amount - amount,
    leftLamports: (first.get(owner)?.lamports ?? 0n) - networkFee - (opens?.lamports ?? 0n),
    budget,
    instructions: [
      // Part of the message even if the account exists: the chain then refuses an account with another owner.
      createAssociatedAccountInstruction({
        address: to,
        owner: recipient,
        mint: mintAddress,
        tokenProgram: program,
        payer: owner,
      }),
      ...(target?.extensions.includes('memoTransfer') ? [memoInstruction('Withdrawal')] : []),
      transferTokensInstruction({ from, to, mint: mintAddress, owner, decimals, amount, tokenProgram: program, fee }),
    ],
  }
}

/** Signs the shown message, unless something that was shown has changed. */
export const withdrawAction: Action<WithdrawRequest> = {
  plan: planWithdraw,
  async again(client, { request, messages, opens }) {
    const [shown] = messages
    const amount = shown?.terms.spend?.[0]?.max
    const again = await planWithdraw(client, { ...request, ...(amount !== undefined && { amount }) })
    const [refusal] = again.reasons
    if (refusal !== undefined) throw refusal.error
    // The recipient may have closed the account in the meantime. Its rent was not shown, so do not pay it.
    const opening = again.quote?.opens
    if (opening !== undefined && opening.lamports > (opens[0]?.lamports ?? 0n))
      throw new TernError('withdraw/recipientChanged', { address: opening.address })
    if (shown === undefined) throw new TernError('plan/changed', {})
    return shown
  },
  alreadySent: () => new TernError('withdraw/alreadySent', {}),
  failureOf,
}
