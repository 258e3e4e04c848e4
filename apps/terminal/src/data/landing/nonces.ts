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
import { nextStep } from '../../text/nextStep.ts'
import { wholeText } from '../../text/numberText.ts'
import { type Intention, openFlight } from '../activity/flights.ts'
import { nonceOf } from '../activity/sentJournal.ts'
import { client } from '../client.ts'
import { settings } from '../settings/settings.ts'
import { openToast } from '../toasts.ts'
import { fetchWithdrawalFee } from '../trade/tradeFees.ts'
import { beginSending } from '../underway.ts'
import { session, unlockDialog } from '../wallets/session.ts'
import { vault } from '../wallets/vault.ts'
import { nonceWords } from './nonceWords.ts'

/** What any of its transactions takes, with some to spare. */
const unitLimit = 2_000

const sol = (lamports: bigint) => `${wholeText(lamports, 9)} SOL`

/** What is to be done, and what is told of it. */
interface Wish {
  readonly owner: Address
  readonly title: string
  readonly detail: string
  readonly subject: string
  /** Unset: it only takes the transaction. */
  readonly afterwards?: () => Promise<void>
  readonly run: (client: Client, request: NonceRequest) => Promise<unknown>
}

/** Has a wallet's trades live by its nonce account, which is opened where there is none. Never rejects. */
export const turnOnNonce = (owner: Address): Promise<void> =>
  telling(async () => {
    const owned = await unlockedClient(owner)
    if (owned === undefined) return
    const turnOn = () => setNonceMode(owner, true)
    if ((await readNonce(owned)) !== undefined) return turnOn()
    const [title, detail] = ['Nonce account opened', 'Trades of this wallet live by it from now on.']
    await carryOut(owned, { owner, title, detail, subject: nonceOf(owner), afterwards: turnOn, run: openNonce })
  })

/** Closes a wallet's nonce account, where there is one, and has its trades live by a recent block again. Never rejects. */
export const turnOffNonce = (owner: Address): Promise<void> =>
  telling(async () => {
    const owned = await unlockedClient(owner)
    if (owned === undefined) return
    const turnOff = () => setNonceMode(owner, false)
    const nonce = await readNonce(owned)
    if (nonce === undefined) return turnOff()
    const [title, detail] = ['Nonce account closed', `${sol(nonce.lamports)} of rent came back.`]
    await carryOut(owned, { owner, title, detail, subject: nonceOf(owner), afterwards: turnOff, run: closeNonce })
  })

/** Gives a wallet's nonce account its next value, after which nothing that was signed before can land. Never rejects. */
export const cancelByNonce = (owner: Address): Promise<void> =>
  telling(async () => {
    const owned = await unlockedClient(owner)
    if (owned === undefined) return
    const [title, detail] = ['Nonce account advanced', 'What was signed with it before can no longer land.']
    await carryOut(owned, { owner, title, detail, subject: `cancel ${nonceOf(owner)}`, run: advanceNonce })
  })

/** Runs it, and says why where it fails before anything is sent. */
async function telling(run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const title = errorText(error)
    openToast({ state: 'failed', title, detail: ['Nothing was sent.', nextStep(title)].join(' ').trim() })
  }
}

/** `undefined`: it is locked, and the passphrase is asked for. */
async function unlockedClient(owner: Address): Promise<Client | undefined> {
  if (session.get().status !== 'unlocked') {
    unlockDialog.set('open')
    return undefined
  }
  const [known, keys] = await Promise.all([client(), vault()])
  return withOwner(known, keys.owner(owner))
}

const setNonceMode = async (owner: Address, isOn: boolean) => (await vault()).setNonceMode(owner, isOn)

/** Sends it once, in whatever tab it is asked for, and tells of it in one toast until nothing can change what became of it. */
async function carryOut(client: Client, { owner, title, detail, subject, afterwards, run }: Wish): Promise<void> {
  const { presets, chosenPreset } = settings.get()
  const priorityFeeLamports = await fetchWithdrawalFee(presets[chosenPreset].fee, owner)
  const begun = await beginSending(subject)
  if (begun === undefined) return
  const about: Intention = { owner, kind: 'nonce', title, detail, subject, startedAtMs: Date.now() }
  const toast = openToast({ state: 'sending', title: 'Sending transaction...', detail: title })
  const flight = openFlight(about)
  let isTold = false

  function hear(now: Settled & { readonly signature: string }) {
    const { status, signature, error, blocksLeft, sources } = now
    isTold = true
    flight.update({
      ...{ state: status, signature },
      ...(error !== undefined && status !== 'unknown' && { why: error.message }),
      ...(blocksLeft !== undefined && { blocksLeft }),
      ...(sources !== undefined && { sources }),
    })
    toast.update(nonceWords(about, signature, now))
    if (status === 'unknown') begun?.becomeUnknown()
    else begun?.end()
    if (status === 'confirmed' && afterwards !== undefined) void telling(afterwards)
  }

  try {
    await run(client, {
      about,
      budget: { unitLimit, priorityFeeLamports },
      onStatus({ status, signature = '', error }) {
        if (status === 'sent') {
          flight.update({ state: 'sent', signature })
          toast.update({ state: 'sent', title: 'Sending transaction', detail: title, signature })
        } else if (status !== 'sending') hear({ status, signature, ...(error !== undefined && { error }) })
      },
      onLater: hear,
    })
  } catch (error) {
    if (isTold) return
    const why = errorText(error)
    flight.update({ state: 'refused', why })
    toast.update({ state: 'failed', title: why, detail: `${title}. Nothing was sent.` })
    begun.end()
  }
}
