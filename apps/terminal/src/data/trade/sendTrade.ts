import { buy, type Receipt, type SentUpdate, sell, withOwner } from '@tern/client'
import { isTernError, type Owner } from '@tern/core'
import { errorText } from '../../text/errorText.ts'
import { expiredText, mayLandText, weakProofText } from '../../text/expiredText.ts'
import { inSol, wholeText } from '../../text/numberText.ts'
import { nextStep } from '../../text/tradeSteps.ts'
import { tradeText } from '../../text/tradeText.ts'
import { type Intention, openFlight } from '../activity/flights.ts'
import type { Listing } from '../market/listing.ts'
import { freshLifetime, latestBlockhash, leftOf } from '../stream/latestBlockhash.ts'
import { type BegunSending, underwayOf } from '../underway.ts'
import { externalWallets } from '../wallets/external.ts'
import { nonceNotReady, nonceOf } from '../wallets/nonceUse.ts'
import { vaultAsks } from '../wallets/vaultAsks.ts'
import { beginSendings } from './beginSendings.ts'
import type { Planned } from './planWithProviders.ts'
import { type Press, waitingToast } from './press.ts'
import { refusalToast } from './refusalToast.ts'
import { sendingFacts, tippedBy } from './sendingFacts.ts'
import { sound } from './sound.ts'
import type { Tone } from './tones.ts'

/** Notifies the referral server. The code is loaded when a trade is sent, and a failure to load is ignored. */
export function notify(what: 'notifySent' | 'notifyLanded', signature: string): void {
  import('../referral/notify.ts').then(notices => notices[what](signature)).catch(() => undefined)
}

/** The functions that trade, notify the referral server and play a sound. Tests replace them. */
const effects = { buy, sell, notify, sound }

type Outlets = Pick<typeof effects, 'notify' | 'sound'>

/** The token's facts that the texts about a trade need. */
type Traded = Pick<Listing, 'mint' | 'symbol' | 'decimals' | 'scale'>

/** Returns the name of the other program that asks the owner to sign; `undefined` if Tern keeps the wallet. */
const askedIn = (owner: Intention['owner']) => externalWallets.get().find(({ address }) => address === owner)?.label

/** Returns the tip of the variant that landed, because each variant may tip another provider. */
const tippedIn = ({ signed, signature, status }: Receipt) =>
  status === 'confirmed' && tippedBy(signed.variants.find(one => one.transaction.signature === signature)?.message)

/** Returns the trade as Activity lists it. */
const flightOf = ({ client, side, trade: { quote, plan } }: Planned, token: Traded) => ({
  owner: plan?.owner,
  kind: 'trade' as const,
  title: `${side === 'buy' ? 'Buy' : 'Sell'} ${token.symbol}`,
  detail: side === 'buy' ? `${wholeText(quote?.amountIn ?? 0n, inSol)} SOL` : wholeText(quote?.amountIn ?? 0n, token),
  mint: token.mint,
  ...(quote && { expected: quote.amountOut }),
  ...(plan && sendingFacts(client, plan)),
  startedAtMs: Date.now(),
})

function outcome({ amountIn, amountOut }: Receipt, side: Planned['side'], token: Traded): string {
  const { symbol } = token
  if (amountIn === undefined || amountOut === undefined) return side === 'buy' ? `Bought ${symbol}` : `Sold ${symbol}`
  return side === 'buy'
    ? `Bought ${wholeText(amountOut, token)} ${symbol} for ${wholeText(amountIn, inSol)} SOL`
    : `Sold ${wholeText(amountIn, token)} ${symbol} for ${wholeText(amountOut, inSol)} SOL`
}

interface Reported extends Outlets, Pick<Press, 'toast'>, Pick<Planned, 'side'> {
  readonly intended: string
  readonly token: Traded
}

/** Reports a trade that has begun, in the toast of its press and in its row under Activity. */
function openReport(about: Intention, begun: BegunSending, { intended, token, side, toast, ...outlets }: Reported) {
  const asked = askedIn(about.owner)
  const unsent = (title: string) => ({ state: 'sending', title, detail: intended }) as const
  const sending = unsent('Sending transaction...')
  toast.update(asked === undefined ? sending : unsent(`Confirm it in ${asked}`))
  const flight = openFlight(about)
  const isByNonce = about.isByNonce === true
  const { notify } = outlets
  let lastTone: Tone | undefined
  /** Does not repeat a tone, because the same outcome is reported again when it is final. */
  const sound = (tone: Tone) => {
    if (tone !== lastTone) outlets.sound(tone)
    lastTone = tone
  }
  return {
    followVault: (state: 'asks' | 'answered') =>
      toast.update(state === 'asks' ? unsent('Confirm it in the vault') : sending),
    update({ status, signature, error }: SentUpdate) {
      const signed = signature !== undefined && { signature }
      if (status === 'sending' || status === 'sent') flight.update({ state: status, ...signed })
      if (status === 'sent' && signature !== undefined) notify('notifySent', signature)
      if (status === 'sent') toast.update({ state: 'sent', title: 'Sending transaction', detail: intended, ...signed })
      if (status === 'sending' && error !== undefined)
        toast.update({ state: 'sending', title: 'Sending transaction...', detail: `${error.message}. Trying again.` })
      else if (status === 'sending' && asked !== undefined && signature !== undefined) toast.update(sending)
    },
    end(receipt: Receipt) {
      const { status, signature, error, sources } = receipt
      const why = error !== undefined && status !== 'unknown' ? { why: error.message } : {}
      const known = { ...leftOf(receipt), ...(sources !== undefined && { sources }) }
      const isRolledBack = isTernError(error, 'send/rolledBack')
      flight.update({ state: status, signature, isRolledBack, ...why, ...known, ...(isByNonce && tippedIn(receipt)) })
      if (status === 'unknown') {
        begun.becomeUnknown()
        const detail = `${mayLandText(isByNonce)} Do not send again yet.`
        toast.update({ state: 'unknown', title: errorText(error), detail, signature, ...leftOf(receipt) })
        return
      }
      begun.end()
      sound(status === 'confirmed' ? 'confirmed' : 'failed')
      if (status === 'confirmed') notify('notifyLanded', signature)
      if (status === 'confirmed')
        toast.update({
          state: 'confirmed',
          title: 'Order submitted:',
          signature,
          detail: outcome(receipt, side, token),
        })
      else if (status === 'expired') {
        const expired = `${expiredText(sources)} Nothing was spent: you can send it again.`
        toast.update({ state: 'failed', title: 'Transaction expired', detail: expired, signature })
      } else
        toast.update({
          ...refusalToast(error, `${intended}. Nothing was traded.${weakProofText(sources)}`, about.owner),
          signature,
        })
    },
    refuse(error: unknown) {
      sound('failed')
      flight.update({ state: 'refused', why: errorText(error) })
      toast.update(refusalToast(error, `${intended}. Nothing was sent.`, about.owner))
      begun.end()
    },
  }
}

interface SigningHandlers {
  /** Called when the signer gets the bytes. */
  readonly onHandedOver: () => void
  /** Called when the vault asks its owner to confirm these very bytes, and when it has the answer. */
  readonly onVault: (state: 'asks' | 'answered') => void
}

/** Returns an owner who signs a trade only while the press that asked for it is wanted. */
function ownerWhile(press: Press, planned: Planned, owner: Owner, { onHandedOver, onVault }: SigningHandlers): Owner {
  return {
    ...owner,
    async signTransactions(messages, cosigners) {
      press.assertWanted(planned)
      onHandedOver()
      let isConfirmed = askedIn(owner.address) !== undefined
      let isAsking = false
      const stop = vaultAsks.subscribe(() => {
        const asks = messages.some(({ bytes }) => vaultAsks.get().includes(bytes))
        if (asks !== isAsking) onVault(asks ? 'asks' : 'answered')
        isAsking = asks
        isConfirmed ||= asks
      })
      try {
        return await owner.signTransactions(messages, cosigners)
      } finally {
        stop()
        if (isConfirmed) press.renew()
      }
    },
  }
}

/**
 * Signs and sends a planned trade while its press is wanted. The toast of the press reports it until its outcome is final.
 * While the outcome is unknown, no tab sends a second trade of the token. A second trade may be signed, but is not sent.
 * Never rejects.
 *
 * @returns whether the trade is confirmed, once that is known.
 */
export async function sendTrade(
  planned: Planned,
  { token, press }: { readonly token: Traded; readonly press: Press },
  { notify, sound, ...make } = effects,
): Promise<boolean> {
  const { side, trade } = planned
  const { toast } = press
  const about = flightOf(planned, token)
  const { owner } = about
  const nonce = about.isByNonce && owner !== undefined ? nonceOf(owner) : undefined
  const intended = tradeText({ side, amountIn: trade.quote?.amountIn ?? 0n, token })
  // If the token is under way already, this may be the same trade pressed twice: skip this check of the nonce account.
  const isOther = underwayOf(token.mint).get() === 'none'
  if (nonce !== undefined && isOther && underwayOf(nonce).get() !== 'none') {
    const detail = [`${intended}. Nothing was sent.`, nextStep(nonceNotReady)].join(' ')
    toast.update({ state: 'failed', title: nonceNotReady, detail })
    return false
  }

  async function begin() {
    const begun = await beginSendings(nonce === undefined ? [token.mint] : [token.mint, nonce])
    return begun && openReport(about, begun, { intended, token, side, toast, notify, sound })
  }
  const beginning = begin()
  async function assertBegun() {
    if ((await beginning) === undefined) throw new Error('the same is under way')
  }

  return new Promise(resolve => {
    async function settle(receipt: Receipt) {
      const report = await beginning
      report?.end(receipt)
      if (receipt.status !== 'unknown') resolve(receipt.status === 'confirmed')
    }
    async function send() {
      // Usually the wait for the subjects overlaps with the signing. A trade by nonce waits first, because the trade
      // before it sets the nonce's value. So does a trade that another program signs, because a person should not
      // confirm a trade that cannot be sent.
      if (nonce !== undefined || askedIn(owner) !== undefined) await press.wanted(assertBegun())
      const lifetime = freshLifetime(latestBlockhash.get())
      let markHandedOver = () => {}
      const handedOver = new Promise<void>(resolve => {
        markHandedOver = resolve
      })
      const { client } = planned
      const onVault = async (state: 'asks' | 'answered') => (await beginning)?.followVault(state)
      const signer = client.owner && ownerWhile(press, planned, client.owner, { onHandedOver: markHandedOver, onVault })
      const made = make[side](withOwner(client, signer), trade, {
        about,
        ...(lifetime && { lifetime }),
        async beforeSending() {
          await assertBegun()
          press.assertWanted(planned)
        },
        onStatus: async update => (await beginning)?.update(update),
        onLater: settle,
      })
      // Reading the balance or a blockhash may outlast the press. Then the toast says so at once, and the signer gets no bytes.
      await press.wanted(Promise.race([made, handedOver]))
      return made
    }
    send().then(settle, async error => {
      const report = await beginning
      if (report === undefined) toast.update(waitingToast(intended))
      else report.refuse(error)
      resolve(false)
    })
  })
}
