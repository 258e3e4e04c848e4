import { buy, type ExecuteOptions, planRoute, type Receipt, sell, type TradePlan, type TradeUpdate } from '@tern/client'
import { isTernError } from '@tern/core'
import { errorText } from '../../text/errorText.ts'
import { expiredText, onOneWord } from '../../text/expiredText.ts'
import { wholeText } from '../../text/numberText.ts'
import { nextStep } from '../../text/tradeSteps.ts'
import { type Intention, openFlight } from '../activity/flights.ts'
import type { Listing } from '../market/listing.ts'
import { freshLifetime, latestBlockhash, leftOf } from '../stream/latestBlockhash.ts'
import { openToast } from '../toasts.ts'
import { type BegunSending, beginSending, underwayOf } from '../underway.ts'
import { externalWallets } from '../wallets/external.ts'
import { isNonceMode } from '../wallets/nonceMode.ts'
import { nonceNotReady, nonceOf } from '../wallets/nonceUse.ts'
import { vaultAsks } from '../wallets/vaultAsks.ts'
import type { Planned } from './planTrade.ts'
import { refusal } from './refusal.ts'
import { sound } from './sound.ts'
import type { Tone } from './tones.ts'

/** Loaded by wallets whose trades live by a nonce account. */
const signByNonce: NonNullable<ExecuteOptions['sign']> = async (client, owner, plan) =>
  (await import('./byNonce.ts')).byNonce()(client, owner, plan)

/** Loaded once a trade is sent, which is none the worse where that fails. */
function notify(what: 'notifySent' | 'notifyLanded', signature: string): void {
  import('../referral/notify.ts').then(notices => notices[what](signature)).catch(() => undefined)
}

/** How trades are made, the referral server told of them, and what became of them heard. */
const ways = { buy, sell, notify, sound }

type Told = Pick<typeof ways, 'notify' | 'sound'>

/** What the words about a trade need to know of its token. */
type Traded = Pick<Listing, 'mint' | 'symbol' | 'decimals'>

function intention({ side, trade }: Planned, { symbol, decimals }: Traded): string {
  const amountIn = trade.quote?.amountIn ?? 0n
  return side === 'buy'
    ? `Buy ${symbol} for ${wholeText(amountIn, 9)} SOL`
    : `Sell ${wholeText(amountIn, decimals)} ${symbol}`
}

/** The other program in which a wallet's owner is asked to sign; `undefined`: Tern keeps it. */
const askedIn = (owner: Intention['owner']) => externalWallets.get().find(({ address }) => address === owner)?.label

const tippedBy = (plan: Pick<TradePlan, 'tip'> | undefined) =>
  plan?.tip && { tip: { provider: plan.tip.provider, lamports: plan.tip.lamports } }

/** The variant that landed tells whom it tipped. */
const tippedIn = ({ trade: { variants }, signature, status }: Receipt) =>
  status === 'confirmed' && tippedBy(variants?.find(one => one.transaction.signature === signature)?.plan)

/** The same before it is sent, and whether it goes by nobody else. */
function tippedOnItsWay(client: Planned['client'], plan: TradePlan | undefined) {
  const tipped = tippedBy(plan)
  if (plan === undefined || tipped === undefined) return undefined
  const { providers, relayer } = planRoute(client, plan)
  const alone = providers.length === 1 && relayer === undefined
  return { tip: { ...tipped.tip, ...(alone && { alone }) } }
}

/** The same, as the page of Activity lists it. */
const flightOf = (
  { client, side, trade: { quote, plan } }: Planned,
  { mint, symbol, decimals }: Traded,
  isByNonce: boolean,
) => ({
  owner: plan?.owner,
  kind: 'trade' as const,
  title: `${side === 'buy' ? 'Buy' : 'Sell'} ${symbol}`,
  detail: side === 'buy' ? `${wholeText(quote?.amountIn ?? 0n, 9)} SOL` : wholeText(quote?.amountIn ?? 0n, decimals),
  mint,
  ...(quote && { expected: quote.amountOut }),
  // By a nonce account it is not known before it lands who is tipped.
  ...(isByNonce ? { isByNonce } : tippedOnItsWay(client, plan)),
  startedAtMs: Date.now(),
})

function outcome({ trade, amountIn, amountOut }: Receipt, { symbol, decimals }: Traded): string {
  const { side } = trade.plan
  if (amountIn === undefined || amountOut === undefined) return side === 'buy' ? `Bought ${symbol}` : `Sold ${symbol}`
  return side === 'buy'
    ? `Bought ${wholeText(amountOut, decimals)} ${symbol} for ${wholeText(amountIn, 9)} SOL`
    : `Sold ${wholeText(amountIn, decimals)} ${symbol} for ${wholeText(amountOut, 9)} SOL`
}

const unknownWords = (receipt: Receipt) => ({
  detail:
    receipt.trade.variants === undefined
      ? 'It may still land. Do not send again yet.'
      : 'It may still land until it is cancelled, under Wallets. Do not send again yet.',
  signature: receipt.signature,
  ...leftOf(receipt),
})

/** Begins all of them, or none. @returns what ends them; `undefined`: one of them was begun before. */
async function beginAll(subjects: readonly string[]): Promise<BegunSending | undefined> {
  const begun: BegunSending[] = []
  const endAll = () => {
    for (const one of begun) one.end()
  }
  for (const subject of subjects) {
    const one = await beginSending(subject)
    if (one === undefined) {
      endAll()
      return undefined
    }
    begun.push(one)
  }
  const becomeUnknown = () => {
    for (const one of begun) one.becomeUnknown()
  }
  return { becomeUnknown, end: endAll }
}

/** What tells of a trade that was begun: one toast, and its row under Activity. */
function openTelling(about: Intention, intended: string, token: Traded, begun: BegunSending, told: Told) {
  const asked = askedIn(about.owner)
  const unsent = (title: string) => ({ state: 'sending', title, detail: intended }) as const
  const sending = unsent('Sending transaction...')
  const toast = openToast(asked === undefined ? sending : unsent(`Confirm it in ${asked}`))
  const followVault = () => toast.update(vaultAsks.get() ? unsent('Confirm it in the vault') : sending)
  // Of another program's wallet the vault is asked nothing.
  const stopWaiting = asked === undefined ? vaultAsks.subscribe(followVault) : () => {}
  const flight = openFlight(about)
  const { notify } = told
  let heard: Tone | undefined
  /** What is said anew, as when it is final, is not heard anew. */
  const sound = (tone: Tone) => {
    if (tone !== heard) told.sound(tone)
    heard = tone
  }
  return {
    update({ status, signature, error }: TradeUpdate) {
      const signed = signature !== undefined && { signature }
      if (signed) stopWaiting()
      if (status === 'sending' || status === 'sent') flight.update({ state: status, ...signed })
      if (status === 'sent' && signature !== undefined) notify('notifySent', signature)
      if (status === 'sent') toast.update({ state: 'sent', title: 'Sending transaction', detail: intended, ...signed })
      if (status === 'sending' && error !== undefined)
        toast.update({ state: 'sending', title: 'Sending transaction...', detail: `${error.message}. Trying again.` })
      else if (status === 'sending' && asked !== undefined && signature !== undefined) toast.update(sending)
    },
    end(receipt: Receipt) {
      const { status, signature, error, sources } = receipt
      stopWaiting()
      const why = error !== undefined && status !== 'unknown' ? { why: error.message } : {}
      const known = { ...leftOf(receipt), ...(sources !== undefined && { sources }) }
      const isRolledBack = isTernError(error, 'send/rolledBack')
      flight.update({ state: status, signature, isRolledBack, ...why, ...known, ...tippedIn(receipt) })
      if (status === 'unknown') {
        begun.becomeUnknown()
        toast.update({ state: 'unknown', title: errorText(error), ...unknownWords(receipt) })
        return
      }
      begun.end()
      sound(status === 'confirmed' ? 'confirmed' : 'failed')
      if (status === 'confirmed') notify('notifyLanded', signature)
      if (status === 'confirmed')
        toast.update({ state: 'confirmed', title: 'Order submitted:', signature, detail: outcome(receipt, token) })
      else if (status === 'expired') {
        const expired = `${expiredText(sources)} Nothing was spent: you can send it again.`
        toast.update({ state: 'failed', title: 'Transaction expired', detail: expired, signature })
      } else
        toast.update({
          ...refusal(error, `${intended}. Nothing was traded.${onOneWord(sources)}`, about.owner),
          signature,
        })
    },
    refuse(error: unknown) {
      stopWaiting()
      sound('failed')
      flight.update({ state: 'refused', why: errorText(error) })
      toast.update(refusal(error, `${intended}. Nothing was sent.`, about.owner))
      begun.end()
    },
  }
}

/**
 * Makes a planned trade and tells of it in one toast, from the click until nothing can change what became of it. While that is
 * unknown no second trade of the token is begun, in any tab: one may be signed while the tabs are asked, and goes no further.
 * Never rejects. @returns whether it is confirmed, once that is known.
 */
export async function sendTrade(planned: Planned, token: Traded, { notify, sound, ...make } = ways): Promise<boolean> {
  const { client, side, trade } = planned
  const owner = trade.plan?.owner
  const nonce = owner !== undefined && isNonceMode(owner) ? nonceOf(owner) : undefined
  const intended = intention(planned, token)
  // The same trade, pressed twice, is no other one that waits: it goes no further, and nothing is said.
  const isOther = underwayOf(token.mint).get() === 'none'
  if (nonce !== undefined && isOther && underwayOf(nonce).get() !== 'none') {
    const detail = [`${intended}. Nothing was sent.`, nextStep(nonceNotReady)].join(' ')
    openToast({ state: 'failed', title: nonceNotReady, detail })
    return false
  }
  const about = flightOf(planned, token, nonce !== undefined)

  async function begin() {
    const begun = await beginAll(nonce === undefined ? [token.mint] : [token.mint, nonce])
    return begun && openTelling(about, intended, token, begun, { notify, sound })
  }
  const beginning = begin()
  async function assertBegun() {
    if ((await beginning) === undefined) throw new Error('the same is under way')
  }

  return new Promise(resolve => {
    async function hear(receipt: Receipt) {
      const telling = await beginning
      telling?.end(receipt)
      if (receipt.status !== 'unknown') resolve(receipt.status === 'confirmed')
    }
    async function send() {
      // What lives by a nonce is signed by what the one before has left; and nobody is asked to sign what then goes no further.
      if (nonce !== undefined || askedIn(owner) !== undefined) await assertBegun()
      const lifetime = freshLifetime(latestBlockhash.get())
      return make[side](client, trade, {
        about,
        ...(lifetime && { lifetime }),
        ...(nonce !== undefined && { sign: signByNonce }),
        beforeSending: assertBegun,
        onStatus: async update => (await beginning)?.update(update),
        onLater: hear,
      })
    }
    send().then(hear, async error => {
      const telling = await beginning
      telling?.refuse(error)
      resolve(false)
    })
  })
}
