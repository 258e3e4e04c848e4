import {
  advanceNonce,
  type Client,
  closeNonce,
  type NonceRequest,
  openNonce,
  readNonce,
  type Settled,
  withOwner,
} from '@tern/client'
import type { Address } from '@tern/core'
import { errorText } from '../../text/errorText.ts'
import { inSol, wholeText } from '../../text/numberText.ts'
import { nextStep } from '../../text/tradeSteps.ts'
import { type Intention, openFlight } from '../activity/flights.ts'
import { client } from '../client.ts'
import { settings } from '../settings/settings.ts'
import { leftOf } from '../stream/latestBlockhash.ts'
import { openToast } from '../toasts.ts'
import { fetchWithdrawalFee } from '../trade/withdrawalFee.ts'
import { beginSending, underwayOf } from '../underway.ts'
import { isNonceMode } from '../wallets/nonceMode.ts'
import { nonceOf } from '../wallets/nonceUse.ts'
import { ownerOf } from '../wallets/ownerOf.ts'
import { session, unlockDialog } from '../wallets/session.ts'
import { vault } from '../wallets/vault.ts'
import { nonceToast } from './nonceToast.ts'

/** Compute-unit limit of each transaction here: more than opening, advancing or closing the account takes. */
const unitLimit = 2_000

type Act = NonNullable<Intention['nonce']>

/** Names the action that may be under way only once: a cancellation, or the opening or closing of the wallet's account. */
const subjectOf = (nonce: Act, owner: Address) => `${nonce === 'advance' ? 'cancel' : 'account'} ${nonceOf(owner)}`

const intentionOf = (owner: Address, nonce: Act, title: string, detail = ''): Intention => ({
  ...{ owner, kind: 'nonce', nonce, title, detail, subject: subjectOf(nonce, owner), startedAtMs: Date.now() },
  ...(nonce === 'advance' && { isByNonce: true }),
})

/** Makes a wallet's trades live by its nonce account, and opens the account if it does not exist. Never rejects. */
export const turnOnNonce = (owner: Address): Promise<void> =>
  reportFailure('Open nonce account', async title => {
    const owned = await unlockedClient(owner)
    if (owned === undefined) return
    if ((await readNonce(owned)) !== undefined) return noteNonceMode(owner, true)
    await carryOut(owned, owner, intentionOf(owner, 'open', title), openNonce)
  })

/**
 * Makes a wallet's trades live by a recent blockhash again, and closes its nonce account if it exists.
 * Never rejects.
 */
export const turnOffNonce = (owner: Address): Promise<void> =>
  reportFailure('Close nonce account', async title => {
    const owned = await unlockedClient(owner)
    if (owned === undefined) return
    const nonce = await readNonce(owned)
    // Turn the mode off before the account is closed, so that no trade waits for a missing account.
    if (isNonceMode(owner)) await noteNonceMode(owner, false)
    if (nonce === undefined) return
    const detail = `${wholeText(nonce.lamports, inSol)} SOL of rent`
    await carryOut(owned, owner, intentionOf(owner, 'close', title, detail), closeNonce)
  })

/**
 * Cancels the transactions that were signed with a wallet's nonce account: advances the account to its next value.
 * After that, no transaction signed with an earlier value can land. Never rejects.
 */
export const cancelByNonce = (owner: Address): Promise<void> =>
  reportFailure('Cancel by nonce account', async title => {
    const owned = await unlockedClient(owner)
    if (owned !== undefined) await carryOut(owned, owner, intentionOf(owner, 'advance', title), advanceNonce)
  })

/** Runs `run`. If it fails before anything is sent, a toast under this title gives the reason. */
async function reportFailure(title: string, run: (title: string) => Promise<void>): Promise<void> {
  try {
    await run(title)
  } catch (error) {
    openToast(notSent(errorText(error), title))
  }
}

const notSent = (why: string, title: string) =>
  ({ state: 'failed', title: why, detail: [`${title}. Nothing was sent.`, nextStep(why)].join(' ').trim() }) as const

/** Returns the wallet's client. If the wallets are not unlocked, opens the unlock dialog and returns `undefined`. */
async function unlockedClient(owner: Address): Promise<Client | undefined> {
  if (session.get().status !== 'unlocked') {
    unlockDialog.set('open')
    return undefined
  }
  return withOwner(await client(), await ownerOf(owner))
}

const noteNonceMode = async (owner: Address, isOn: boolean) => (await vault()).setNonceMode(owner, isOn)

/** Turns nonce mode on once the wallet's nonce account is open. Never rejects. */
export async function takeIntoUse({ owner, nonce }: Intention): Promise<void> {
  if (owner === undefined || nonce !== 'open') return
  try {
    await noteNonceMode(owner, true)
  } catch (error) {
    const detail = 'The nonce account is open but off. Turn it on under Wallets.'
    openToast({ state: 'failed', title: errorText(error), detail })
  }
}

/**
 * Sends a transaction once at a time, across all tabs, and follows it until its outcome is final.
 * A single toast and a single flight report its progress.
 */
async function carryOut(
  client: Client,
  owner: Address,
  about: Intention,
  run: (client: Client, request: NonceRequest) => Promise<unknown>,
): Promise<void> {
  const { title, subject = '' } = about
  const { presets, chosenPreset } = settings.get()
  const toast = openToast({ state: 'sending', title: 'Sending transaction...', detail: title })
  const priorityFeeLamports = await fetchWithdrawalFee(presets[chosenPreset].fee, owner)
  const begun = await beginSending(subject)
  if (begun === undefined) {
    // A second press, or another tab, found it already on its way: the first press has its own toast.
    if (underwayOf(subject).get() === 'sending') return toast.close()
    return toast.update(notSent('Waiting for the last transaction', title))
  }
  const flight = openFlight(about)
  let isReported = false

  function report(now: Settled & { readonly signature: string }) {
    const { status, signature, error, sources } = now
    isReported = true
    flight.update({
      ...{ state: status, signature },
      ...(error !== undefined && status !== 'unknown' && { why: error.message }),
      ...leftOf(now),
      ...(sources !== undefined && { sources }),
    })
    toast.update(nonceToast(about, signature, now))
    if (status === 'unknown') begun?.becomeUnknown()
    else begun?.end()
    if (status === 'confirmed') void takeIntoUse(about)
  }

  try {
    await run(client, {
      about,
      budget: { unitLimit, priorityFeeLamports },
      onStatus({ status, signature = '', error, ...known }) {
        if (status === 'sent') {
          flight.update({ state: 'sent', signature })
          toast.update({ state: 'sent', title: 'Sending transaction', detail: title, signature })
        } else if (status === 'sending') {
          const why = error === undefined ? title : `${error.message}. Trying again.`
          toast.update({ state: 'sending', title: 'Sending transaction...', detail: why })
        } else report({ status, signature, ...(error !== undefined && { error }), ...known })
      },
      onLater: report,
    })
    if (isReported) return
    // Another page had opened the account before, so there was nothing to send.
    begun.end()
    flight.update({ state: 'refused', why: 'Already open' })
    toast.close()
    await takeIntoUse(about)
  } catch (error) {
    if (isReported) return
    const why = errorText(error)
    flight.update({ state: 'refused', why })
    toast.update(notSent(why, title))
    begun.end()
  }
}
