import type { ComputeBudget } from '@tern/chain'
import {
  advanceNonceInstruction,
  chargedPriorityFee,
  nonceAccountLamports,
  openNonceInstructions,
  signatureFee,
  withdrawNonceInstruction,
} from '@tern/chain/internal'
import { nonceAccountAddress, type Owner, TernError } from '@tern/core'
import type { Client } from '../../client.ts'
import { failureOf } from '../failureOf.ts'
import type { Action } from '../plan/actions.ts'
import type { Plan, PlanKind, PlanMessage, Planned } from '../plan/plan.ts'
import { networkFeeOf } from '../terms.ts'
import type { Opening } from '../trade/trade.ts'
import { type OwnNonce, readNonce } from './readNonce.ts'

/** An action on a nonce account of the wallet. */
export interface NonceSettings {
  /** Number of the account, from 0. Each account can serve a single open trade. Unset: 0. */
  readonly index?: number
  /** Unset: no compute budget. */
  readonly budget?: ComputeBudget
}

type NonceKind = Extract<PlanKind, 'openNonce' | 'advanceNonce' | 'closeNonce'>
type PlannedNonce = Planned<NonceSettings, OwnNonce>

function ownerOf({ owner }: Client): Owner {
  if (owner === undefined) throw new TernError('owner/missing', {})
  return owner
}

/** Reads a nonce account that must exist. @throws TernError `trade/nonceNotReady`, and the errors of `readNonce`. */
export async function nonceThere(client: Client, { index }: NonceSettings): Promise<OwnNonce> {
  const nonce = await readNonce(client, index)
  if (nonce === undefined) throw new TernError('trade/nonceNotReady', {})
  return nonce
}

/** Keeps the settings alone, because a journal keeps the request. */
const settingsIn = ({ index, budget }: NonceSettings): NonceSettings => ({
  ...(index !== undefined && { index }),
  ...(budget && { budget }),
})

/** @param message unset: there is nothing to do. */
function planOf(
  kind: NonceKind,
  { client, settings }: { readonly client: Client; readonly settings: NonceSettings },
  message: Pick<PlanMessage, 'instructions' | 'lifetime'> | undefined,
  opening?: Opening,
): Plan<NonceSettings> {
  const { budget } = settings
  const rent = opening?.lamports ?? 0n
  const messages = message === undefined ? [] : [message]
  const pay = [
    { kind: 'rent', label: 'Account rent', lamports: rent, note: 'returned when the account is closed' },
    { kind: 'priority', label: 'Priority fee', lamports: budget === undefined ? 0n : chargedPriorityFee(budget) },
    { kind: 'network', label: 'Network fee', lamports: signatureFee },
  ] as const
  const paid = message === undefined ? [] : pay.filter(({ lamports }) => lamports > 0n)
  return {
    ...{ kind, request: settingsIn(settings), owner: ownerOf(client).address, isVerified: true },
    messages: messages.map(one => ({
      ...one,
      ...(budget && { budget }),
      terms: { lamports: { rent, networkFee: networkFeeOf(budget) } },
    })),
    opens: opening === undefined ? [] : [opening],
    pay: paid,
    totalLamports: paid.reduce((sum, { lamports }) => sum + lamports, 0n),
  }
}

/**
 * Plans to open the wallet's nonce account. The plan of an account that exists has no message.
 *
 * @returns the plan, and the account as `quote` if it exists.
 * @throws TernError `owner/missing`, `layout/*`, `rpc/*`.
 * @example
 * (await planOpenNonce(client)).plan?.totalLamports // 1_505_000n
 */
export async function planOpenNonce(client: Client, settings: NonceSettings = {}): Promise<PlannedNonce> {
  const there = await readNonce(client, settings.index)
  if (there !== undefined)
    return { plan: planOf('openNonce', { client, settings }, undefined), quote: there, reasons: [] }
  const { address: wallet } = ownerOf(client)
  const address = await nonceAccountAddress(wallet, settings.index ?? 0)
  const instructions = await openNonceInstructions(wallet, settings.index ?? 0)
  const opening: Opening = { address, lamports: nonceAccountLamports, kind: 'nonceAccount' }
  const plan = planOf('openNonce', { client, settings }, { instructions }, opening)
  return { plan, quote: undefined, reasons: [] }
}

/**
 * Plans to give the nonce account a new value.
 *
 * @throws TernError `trade/nonceNotReady`, `owner/missing`, `layout/*`, `rpc/*`.
 * @example
 * (await planAdvanceNonce(client)).plan?.messages[0]?.lifetime // { kind: 'nonce', … }: the value that it takes away
 */
export async function planAdvanceNonce(client: Client, settings: NonceSettings = {}): Promise<PlannedNonce> {
  const there = await nonceThere(client, settings)
  const { address, authority, nonce, slot } = there
  const instructions = [advanceNonceInstruction(address, authority)]
  const lifetime = { kind: 'nonce', nonce, nonceAccount: address, slot } as const
  const plan = planOf('advanceNonce', { client, settings }, { instructions, lifetime })
  return { plan, quote: there, reasons: [] }
}

/**
 * Plans to close the wallet's nonce account.
 *
 * @throws TernError the errors of `planAdvanceNonce`.
 * @example
 * (await planCloseNonce(client)).quote?.lamports // 1_500_000n lamports come back
 */
export async function planCloseNonce(client: Client, settings: NonceSettings = {}): Promise<PlannedNonce> {
  const there = await nonceThere(client, settings)
  const { address, authority, lamports } = there
  const instructions = [withdrawNonceInstruction(address, authority, lamports)]
  return { plan: planOf('closeNonce', { client, settings }, { instructions }), quote: there, reasons: [] }
}

/** Plans again and signs the new plan, because a value or balance from before may be outdated. The terms stay the same. */
const actionBy = (plan: (client: Client, settings: NonceSettings) => Promise<PlannedNonce>): Action<NonceSettings> => ({
  plan,
  async again(client, { request }) {
    const [message] = (await plan(client, request)).plan?.messages ?? []
    if (message === undefined) throw new TernError('plan/changed', {})
    return message
  },
  failureOf,
})

export const openNonceAction = actionBy(planOpenNonce)
export const advanceNonceAction = actionBy(planAdvanceNonce)
export const closeNonceAction = actionBy(planCloseNonce)
