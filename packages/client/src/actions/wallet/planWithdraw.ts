import type { Instruction } from '@solana/kit'
import {
  type ComputeBudget,
  computeBudgetInstructions,
  createAssociatedAccountInstruction,
  memoInstruction,
  transferInstruction,
  transferTokensInstruction,
} from '@tern/chain'
import { chargedPriorityFee, signatureFee } from '@tern/chain/internal'
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
} from '@tern/core'
import { assertU64, checkAssociatedTokenAccount } from '@tern/core/internal'
import type { Client } from '../../client.ts'
import type { Opening, Reason } from '../trade/trade.ts'
import { checkRecipient } from './recipient.ts'

/** A withdrawal as it is asked for. */
export interface WithdrawRequest {
  /** The wallet that receives, as typed. */
  readonly recipient: string
  /** `null`: SOL. */
  readonly mint: Address | null
  /** Raw units that leave the wallet. `all`: of SOL everything but the network's fee, of a token everything. */
  readonly amount: bigint | 'all'
  /** Unset: 0. */
  readonly priorityFeeLamports?: bigint
}

/** A withdrawal ready to be signed as soon as it gets a blockhash. */
export interface WithdrawPlan {
  readonly request: WithdrawRequest
  readonly owner: Address
  readonly recipient: Address
  /** `null`: SOL. */
  readonly mint: Address | null
  /** The program that owns the mint. For SOL: the token program. */
  readonly tokenProgram: Address
  readonly decimals: number
  /** Raw units that leave the wallet. */
  readonly amount: bigint
  /** Raw units that arrive: less by the token's own transfer fee. */
  readonly received: bigint
  /** The recipient's token account, where it has to be opened, and its rent, which the wallet pays. */
  readonly opens: Opening | undefined
  /** Lamports for the signature and for being early. */
  readonly networkFee: bigint
  /** What the wallet holds afterwards, in raw units of what is withdrawn. */
  readonly left: bigint
  /** The same in lamports. */
  readonly leftLamports: bigint
  readonly instructions: readonly Instruction[]
}

/** What would happen, and why it may not. `plan` is there as far as the reasons let it be worked out. */
export interface PlannedWithdraw {
  readonly plan: WithdrawPlan | undefined
  /** In order; none: the withdrawal may be made. */
  readonly reasons: readonly Reason[]
}

/** A token transfer with an account to open, with room for whatever bump its address takes. */
const tokenUnits = 120_000
const solUnits = 1_000

/**
 * Plans a withdrawal, without signing or sending.
 *
 * @returns the plan, and the `reasons` against it. No reasons: the withdrawal may be made.
 * @throws TernError `rpc/*` if the chain could not be read.
 * @throws TernError `amount/outOfRange` for an invalid amount.
 * @example
 * const { plan } = await planWithdraw(client, { recipient, mint: null, amount: 'all' })
 * plan?.leftLamports // 0n
 */
export async function planWithdraw(client: Client, request: WithdrawRequest): Promise<PlannedWithdraw> {
  try {
    if (client.owner === undefined) throw new TernError('owner/missing', {})
    if (request.amount !== 'all' && assertU64(request.amount) === 0n) throw new TernError('quote/zeroAmount', {})
    const recipient = parseAddress(request.recipient)
    const { mint } = request
    const plan =
      mint === null
        ? await planSol(client, client.owner.address, recipient, request)
        : await planToken(client, client.owner.address, recipient, mint, request)
    return { plan, reasons: checkLamports(plan).map(reasonOf) }
  } catch (error) {
    if (!isTernError(error) || error.code.startsWith('rpc/') || error.code === 'amount/outOfRange') throw error
    return { plan: undefined, reasons: [reasonOf(error)] }
  }
}

const reasonOf = (error: TernError): Reason => ({ code: error.code, text: error.message, error })

/** Nothing, or what keeps an account alive, may be left of the lamports. */
function checkLamports({ leftLamports, amount, mint, opens, networkFee }: WithdrawPlan): readonly TernError[] {
  const required = networkFee + (opens?.lamports ?? 0n) + (mint === null ? amount : 0n)
  const least = rentExemption(0)
  if (leftLamports < 0n) return [new TernError('withdraw/notEnough', { balance: leftLamports + required, required })]
  if (leftLamports > 0n && leftLamports < least)
    return [new TernError('withdraw/leavesTooLittle', { left: leftLamports, least })]
  return []
}

function budgetFor({ priorityFeeLamports = 0n }: WithdrawRequest, unitLimit: number) {
  if (priorityFeeLamports === 0n) return { instructions: [], networkFee: signatureFee }
  const budget: ComputeBudget = { unitLimit, priorityFeeLamports }
  return { instructions: computeBudgetInstructions(budget), networkFee: signatureFee + chargedPriorityFee(budget) }
}

async function planSol(
  { chain }: Client,
  owner: Address,
  recipient: Address,
  request: WithdrawRequest,
): Promise<WithdrawPlan> {
  const read = await chain.readAccounts([owner, recipient], { maxAgeMs: 0 })
  const receiving = read.get(recipient) ?? null
  const refusal = checkRecipient(recipient, receiving, owner)
  if (refusal !== undefined) throw refusal
  const budget = budgetFor(request, solUnits)
  const balance = read.get(owner)?.lamports ?? 0n
  const amount = request.amount === 'all' ? balance - budget.networkFee : request.amount
  if (amount <= 0n) throw new TernError('withdraw/notEnough', { balance, required: budget.networkFee + 1n })
  const least = rentExemption(0)
  if (receiving === null && amount < least) throw new TernError('withdraw/tooLittleToOpen', { least })
  const left = balance - amount - budget.networkFee
  return {
    request,
    owner,
    recipient,
    mint: null,
    tokenProgram,
    decimals: nativeToken.decimals,
    amount,
    received: amount,
    opens: undefined,
    networkFee: budget.networkFee,
    left,
    leftLamports: left,
    instructions: [...budget.instructions, transferInstruction(owner, recipient, amount)],
  }
}

/** Why no token of a mint can be sent, whoever sends it. */
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
  owner: Address,
  recipient: Address,
  mintAddress: Address,
  request: WithdrawRequest,
): Promise<WithdrawPlan> {
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
  const budget = budgetFor(request, tokenUnits)
  return {
    request,
    owner,
    recipient,
    mint: mintAddress,
    tokenProgram: program,
    decimals,
    amount,
    received: amount - fee,
    opens,
    networkFee: budget.networkFee,
    left: source.amount - amount,
    leftLamports: (first.get(owner)?.lamports ?? 0n) - budget.networkFee - (opens?.lamports ?? 0n),
    instructions: [
      ...budget.instructions,
      // Said even where the account is there: the chain then refuses one whose owner has changed.
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
