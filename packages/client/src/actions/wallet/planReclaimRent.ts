import { type ComputeBudget, closeAccountInstruction } from '@tern/chain'
import { chargedPriorityFee, defaultComputeUnitLimit, signatureFee, splitBatches } from '@tern/chain/internal'
import {
  type AccountSnapshot,
  type Address,
  decodeTokenAccount,
  isTernError,
  rentExemption,
  TernError,
} from '@tern/core'
import { readExtensions } from '@tern/core/internal'
import type { Client } from '../../client.ts'
import { failureOf } from '../failureOf.ts'
import type { Action } from '../plan/actions.ts'
import { type Plan, type PlanLine, type Planned, reasonOf } from '../plan/plan.ts'
import { anyLifetime } from '../plan/planMessage.ts'
import { networkFeeOf } from '../terms.ts'

/** The reason why the owner of an empty token account cannot close it. */
export type KeptReason = 'frozen' | 'withheldFees' | 'confidential' | 'otherCloseAuthority' | 'unknownExtension'

/** An empty token account. */
export interface EmptyAccount {
  readonly address: Address
  readonly mint: Address
  /** The token program that owns it. */
  readonly program: Address
  /** The lamports of the account. Closing returns all lamports. */
  readonly lamports: bigint
}

/** An empty account that is not closed, with the reason. */
export interface KeptAccount extends EmptyAccount {
  readonly why: KeptReason
}

/** A plan that closes empty accounts, with the reasons against it. */
export interface PlannedReclaim extends Planned<ReclaimRequest, undefined> {
  readonly accounts: readonly EmptyAccount[]
  /** Empty accounts that stay open. */
  readonly kept: readonly KeptAccount[]
  /** The sum of the accounts' lamports. The whole sum comes back. */
  readonly lamports: bigint
  /** The network fees of all transactions, in lamports. */
  readonly networkFee: bigint
}

/** The accounts to close, and the fee for it. */
export interface ReclaimRequest {
  /** The priority fee of each transaction. Unset: 0. */
  readonly priorityFeeLamports?: bigint
  /** The accounts that each transaction closes, as they were shown. Unset: all empty accounts of the wallet. */
  readonly parts?: readonly (readonly EmptyAccount[])[]
}

/**
 * Plans to close empty token accounts of the wallet, of both token programs.
 *
 * @throws TernError `owner/missing`, `rpc/*`, `amount/outOfRange`.
 * @example
 * (await planReclaimRent(client)).lamports // 4_078_560n: the rent of two accounts
 */
export async function planReclaimRent(
  { chain, owner }: Client,
  { priorityFeeLamports = 0n, parts: shown }: ReclaimRequest = {},
): Promise<PlannedReclaim> {
  if (owner === undefined) throw new TernError('owner/missing', {})
  const found = shown?.flat() ?? (await chain.readTokenAccounts(owner.address)).filter(({ amount }) => amount === 0n)
  const empty = found.map(({ address }) => address)
  const read = await chain.readAccounts([owner.address, ...empty], { maxAgeMs: 0 })
  const all = empty.flatMap(address => readEmpty(address, read.get(address), owner.address) ?? [])
  const kept = all.filter(account => account.why !== undefined)
  const accounts = all.filter(account => account.why === undefined)
  const budget = budgetOf(priorityFeeLamports)
  const parts = shown ?? (accounts.length === 0 ? [] : partsOf(accounts, owner.address, budget))
  const changed = shown?.flat().find(one => isChanged(one, read.get(one.address), owner.address))
  const feeEach = signatureFee + chargedPriorityFee(budget)
  const balance = read.get(owner.address)?.lamports ?? 0n
  // The runtime charges the fee first, and refuses a payer that then holds less than the rent of an empty account.
  const required = feeEach + rentExemption(0)
  const error =
    changed !== undefined
      ? new TernError('rent/accountChanged', { address: changed.address })
      : accounts.length === 0
        ? new TernError('rent/nothingToReclaim', {})
        : balance < required
          ? new TernError('rent/notEnoughForFee', { balance, required })
          : undefined
  return {
    plan: error === undefined ? reclaimPlan(owner.address, { priorityFeeLamports, parts }) : undefined,
    quote: undefined,
    accounts,
    kept: kept.flatMap(({ why, ...account }) => (why === undefined ? [] : { ...account, why })),
    lamports: sumOf(accounts),
    networkFee: feeEach * BigInt(parts.length),
    reasons: error === undefined ? [] : [reasonOf(error)],
  }
}

const budgetOf = (priorityFeeLamports: bigint): ComputeBudget => ({
  unitLimit: defaultComputeUnitLimit,
  priorityFeeLamports,
})

/** Makes the plan of a request that names its accounts. Reads nothing. */
function reclaimPlan(owner: Address, request: ReclaimRequest): Plan<ReclaimRequest> {
  const { priorityFeeLamports = 0n, parts = [] } = request
  const budget = budgetOf(priorityFeeLamports)
  const pay: readonly PlanLine[] = [
    { kind: 'priority', label: 'Priority fee', lamports: chargedPriorityFee(budget), note: 'for each transaction' },
    { kind: 'network', label: 'Network fee', lamports: signatureFee, note: 'for each transaction' },
  ]
  return {
    ...{ kind: 'reclaimRent', request, owner, opens: [], isVerified: true },
    messages: parts.map(part => ({
      budget,
      instructions: part.map(({ address, program }) => closeAccountInstruction(address, owner, program)),
      terms: { closes: part.map(({ address }) => address), lamports: { networkFee: networkFeeOf(budget) } },
    })),
    pay: pay.filter(({ lamports }) => lamports > 0n),
    totalLamports: networkFeeOf(budget),
  }
}

/** Tests if an account differs from the shown account. */
function isChanged(shown: EmptyAccount, account: AccountSnapshot | null | undefined, owner: Address): boolean {
  const now = readEmpty(shown.address, account, owner)
  return now?.lamports !== shown.lamports || now.why !== undefined
}

/** Reads the accounts of a message again, and signs only if no account differs from the shown account. */
export const reclaimAction: Action<ReclaimRequest> = {
  plan: (client, { parts, ...request }, landed) =>
    planReclaimRent(client, { ...request, ...(parts && { parts: parts.filter((_, at) => !landed.includes(at)) }) }),
  async again({ chain }, { owner, request, messages }, { at }) {
    const [part = [], shown] = [request.parts?.[at], messages[at]]
    const read = await chain.readAccounts(
      part.map(({ address }) => address),
      { maxAgeMs: 0 },
    )
    const changed = part.find(one => isChanged(one, read.get(one.address), owner))
    if (changed !== undefined) throw new TernError('rent/accountChanged', { address: changed.address })
    if (shown === undefined) throw new TernError('plan/changed', {})
    return shown
  },
  failureOf,
}

export const sumOf = (accounts: readonly EmptyAccount[]): bigint =>
  accounts.reduce((sum, { lamports }) => sum + lamports, 0n)

/** Reads an empty token account of the owner. `undefined` if it does not exist, is not the owner's or is not empty. */
export function readEmpty(
  address: Address,
  account: AccountSnapshot | null | undefined,
  owner: Address,
): (EmptyAccount & { readonly why: KeptReason | undefined }) | undefined {
  if (!account) return undefined
  try {
    const { amount, mint, program, owner: ofWhom, state, closeAuthority } = decodeTokenAccount(address, account)
    if (amount !== 0n || ofWhom !== owner) return undefined
    const why =
      state === 'frozen'
        ? 'frozen'
        : closeAuthority !== null && closeAuthority !== owner
          ? 'otherCloseAuthority'
          : whyExtensionsForbid(account.data)
    return { address, mint, program, lamports: account.lamports, why }
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

/** Extensions that do not prevent the closing of an account. */
const harmless: readonly string[] = [
  'immutableOwner',
  'memoTransfer',
  'cpiGuard',
  'nonTransferableAccount',
  'transferHookAccount',
  'pausableAccount',
]
const confidential: readonly string[] = ['confidentialTransferAccount', 'confidentialTransferFeeAmount']

/** Returns the reason why extensions prevent the closing. A confidential balance cannot be read, so an account that may have it stays open. */
function whyExtensionsForbid(data: Uint8Array): KeptReason | undefined {
  for (const { name, value } of readExtensions(data)) {
    if (confidential.includes(name)) return 'confidential'
    if (name === 'transferFeeAmount') {
      if (value.some(byte => byte !== 0)) return 'withheldFees'
    } else if (!harmless.includes(name)) return 'unknownExtension'
  }
  return undefined
}

function partsOf(
  accounts: readonly EmptyAccount[],
  owner: Address,
  budget: ComputeBudget,
): readonly (readonly EmptyAccount[])[] {
  const instructions = accounts.map(({ address, program }) => closeAccountInstruction(address, owner, program))
  let at = 0
  return splitBatches({ signers: [owner], lifetime: anyLifetime, budget, instructions }).map(batch => {
    const part = accounts.slice(at, at + batch.instructions.length)
    at += part.length
    return part
  })
}
