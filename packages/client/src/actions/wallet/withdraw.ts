import type { Client } from '../../client.ts'
import { actionOf } from '../plan/actions.ts'
import { executeSingle, type SingleOptions } from '../plan/executeSingle.ts'
import type { Receipt } from '../plan/follow.ts'
import type { PlannedWithdraw } from './planWithdraw.ts'

/**
 * Checks the wallet and the recipient again, signs, sends, and follows the withdrawal until its outcome is known or 60 s have passed.
 * A plan can be paid once. It can be paid again only after it failed, expired or was not signed.
 *
 * @returns its outcome. `unknown`: it may still land, and `resumeSent` follows it.
 * @throws TernError the first reason against it, `withdraw/alreadySent`, `withdraw/recipientChanged`, `trade/noBlockhash`,
 *   `trade/addressMismatch`, `wallet/*`, `rpc/*`, `send/notNoted`. Nothing was sent then.
 * @example
 * (await withdraw(client, await planWithdraw(client, request))).status // 'confirmed'
 */
export const withdraw = (client: Client, planned: PlannedWithdraw, options: SingleOptions = {}): Promise<Receipt> =>
  executeSingle(client, planned, { ...options, againOf: ({ kind }) => actionOf(kind) })
