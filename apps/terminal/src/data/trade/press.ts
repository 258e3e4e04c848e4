import type { Address } from '@tern/core'
import { nextStep } from '../../text/nextStep.ts'
import { tradeText } from '../../text/tradeText.ts'
import type { Listing } from '../market/listing.ts'
import { type Clocks, readClocks } from '../stream/latestBlockhash.ts'
import { openToast, sendingToast, type ToastContent } from '../toasts.ts'
import { underwayOf } from '../underway.ts'
import { session } from '../wallets/session.ts'
import { followInstant } from './instant.ts'
import type { Planned, Side } from './planWithProviders.ts'

/** How long a press may take until its bytes are sent: prices move on. Waiting for a person to confirm does not count. */
export const pressLifeMs = 5_000

/** Instant was disarmed before the trade was sent. The user did it on purpose, so the toast closes by itself. */
export class Disarmed extends Error {
  constructor() {
    super('Instant was disarmed')
  }
}

/** The trade that a press asks for. */
export interface PressedWish {
  readonly token: Pick<Listing, 'mint' | 'symbol' | 'decimals' | 'scale'>
  readonly side: Side
  /** Raw units: a buy's lamports, a sell's tokens. */
  readonly amountIn: bigint
  readonly slippageBps: number
  /** The wallet that trades. */
  readonly owner: Address
  /** Returns `true` while Instant has stayed armed. Unset if the press did not need Instant. */
  readonly isStillArmed?: () => boolean
  /** The toast that was opened at the press, and when. Unset: the press is now. */
  readonly opened?: { readonly toast: Press['toast']; readonly at: Clocks }
}

/** A press before its trade is sent. */
export interface Press {
  /** The toast that reports the trade, from the press on. */
  readonly toast: ReturnType<typeof openToast>
  /**
   * Checks that the press may still spend money. Called before the signer gets the bytes, and before they are sent.
   *
   * @throws Error the reason: Instant was disarmed, another wallet is in use, the plan is of another wish,
   *   or too much time has passed.
   */
  assertWanted(planned?: Planned): void
  /** Waits for `work`. Rejects as soon as the press may no longer spend money. */
  wanted<T>(work: Promise<T>): Promise<T>
  /** Counts the time from now on: a person has just confirmed the trade elsewhere. */
  renew(): void
}

/** When the press that the page is handling began, by the page's clock in milliseconds. `Infinity` while unwatched. */
let beganAtMs = Number.POSITIVE_INFINITY
/** Tokens with a press that has not ended. A press ends when its trade does. */
const underWay = new Set<string>()
/** When the last press of each subject ended, by the page's clock in milliseconds. A trade's subject is its token. */
const endedAtMs = new Map<string, number>()

/** Returns `true` if the press that the page is handling began before the last press of the subject ended. */
export const isPartOfLastPress = (subject: string): boolean => beganAtMs < (endedAtMs.get(subject) ?? 0)

/** Notes that a press of the subject has ended. */
export const endPress = (subject: string): void => void endedAtMs.set(subject, performance.now())

/**
 * Notes when each press begins, before any handler of the page runs.
 * A click of a pointer began when its button went down. A click without a pointer begins with itself.
 *
 * @returns stops watching.
 */
export function watchPresses(page: Pick<EventTarget, 'addEventListener'> = document): () => void {
  const watching = new AbortController()
  let downAtMs: number | undefined
  const listen = (type: string, handler: (event: Event) => void) =>
    page.addEventListener(type, handler, { capture: true, signal: watching.signal })
  listen('pointerdown', ({ timeStamp }) => {
    downAtMs = timeStamp
  })
  listen('keydown', event => {
    if (!(event as KeyboardEvent).repeat) beganAtMs = event.timeStamp
  })
  listen('click', event => {
    const isByPointer = (event as MouseEvent).detail > 0
    beganAtMs = isByPointer && downAtMs !== undefined ? downAtMs : event.timeStamp
    // A screen reader may click without a pointer going down: do not use the time of an earlier pointer.
    downAtMs = undefined
  })
  return () => {
    watching.abort()
    beganAtMs = Number.POSITIVE_INFINITY
  }
}

/**
 * Runs a trade for the press that the page is handling, and opens the toast that reports it.
 * Does nothing if an earlier press of the token has not ended, or ended after this press began.
 * While the outcome of the token's last trade is unknown, or another tab trades the token, a toast says so.
 * Call it in the event's handler, before anything is awaited.
 *
 * @returns the result of `run`; `undefined` if it did not run.
 */
export async function pressOnce<T>(wish: PressedWish, run: (press: Press) => Promise<T>): Promise<T | undefined> {
  const { mint } = wish.token
  if (isPartOfLastPress(mint)) return ignore(wish)
  const last = underwayOf(mint).get()
  if (last === 'unknown' || (last === 'sending' && !underWay.has(mint))) {
    const words = waitingToast(tradeText(wish))
    if (wish.opened === undefined) openToast(words)
    else wish.opened.toast.update(words)
    return undefined
  }
  if (underWay.has(mint)) return ignore(wish)
  underWay.add(mint)
  try {
    return await run(createPress(wish))
  } finally {
    underWay.delete(mint)
    endPress(mint)
  }
}

/** Closes the toast of a press that counts as part of an earlier press, because that press has its own toast. */
function ignore({ opened }: PressedWish): undefined {
  opened?.toast.close()
}

/** Returns the toast of a trade that waits for the token's last trade, because both might land. */
export function waitingToast(intended: string): ToastContent {
  const title = 'Waiting for the last transaction'
  return {
    state: 'failed',
    title,
    detail: [`${intended}. Nothing was sent.`, nextStep(title)].join(' ').trim(),
    isPassing: true,
  }
}

function createPress(wish: PressedWish): Press {
  let since = wish.opened?.at ?? readClocks()
  /** Returns the larger of two ages, because the steady clock may stop while the machine sleeps. */
  function ageMs(): number {
    const now = readClocks()
    return Math.max(now.steady - since.steady, now.wall - since.wall)
  }
  const refusal = (planned?: Planned) => refusalOf(wish, ageMs(), planned)
  return {
    toast: wish.opened?.toast ?? openToast(sendingToast(tradeText(wish))),
    assertWanted(planned) {
      const error = refusal(planned)
      if (error !== undefined) throw error
    },
    wanted: work =>
      new Promise((resolve, reject) => {
        const already = refusal()
        if (already !== undefined) return reject(already)
        const timer = setTimeout(() => end(() => reject(refusalOf(wish, pressLifeMs))), pressLifeMs - ageMs())
        const stopFollowing = followInstant(() => {
          const error = refusal()
          if (error !== undefined) end(() => reject(error))
        })
        function end(settle: () => void) {
          clearTimeout(timer)
          stopFollowing()
          settle()
        }
        work.then(
          value => end(() => resolve(value)),
          error => end(() => reject(error)),
        )
      }),
    renew() {
      since = readClocks()
    },
  }
}

/** Returns the reason why a press may not spend money, `ageMs` milliseconds after it; `undefined` if it may. */
function refusalOf(wish: PressedWish, ageMs: number, planned?: Planned): Error | undefined {
  const current = session.get()
  const plan = planned?.trade.plan
  if (wish.isStillArmed?.() === false) return new Disarmed()
  if ('address' in current && current.address !== wish.owner) return new Error('Wallet address does not match')
  if (plan !== undefined && !isOf(wish, plan)) return new Error('The trade changed after you pressed')
  return ageMs < pressLifeMs ? undefined : new Error(`Preparing the trade took over ${pressLifeMs / 1_000} seconds`)
}

const isOf = (wish: PressedWish, { owner, side, token, request }: NonNullable<Planned['trade']['plan']>) =>
  owner === wish.owner &&
  side === wish.side &&
  token.mint === wish.token.mint &&
  request.amountIn === wish.amountIn &&
  request.slippageBps === wish.slippageBps
