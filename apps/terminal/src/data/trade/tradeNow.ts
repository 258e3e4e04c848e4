import { impactQuestion } from '../../text/impact.ts'
import { inSol, wholeText } from '../../text/numberText.ts'
import { tradeText } from '../../text/tradeText.ts'
import type { Listing } from '../market/listing.ts'
import { largestFor } from './largestFor.ts'
import { type Planned, planWithProviders, type TradeTerms } from './planWithProviders.ts'
import type { Press } from './press.ts'
import { refusalToast } from './refusalToast.ts'
import { sendTrade } from './sendTrade.ts'
import { sound } from './sound.ts'

export interface TradeNow extends TradeTerms {
  readonly token: Pick<Listing, 'mint' | 'pool' | 'protocol' | 'symbol' | 'decimals' | 'scale'>
  /** Takes the largest amount that works, once the person asks for it. Unset: the toast offers no amount. */
  readonly use?: (raw: bigint) => void
}

/**
 * Plans a trade and sends it at once. If it cannot be sent, the toast of the press gives the reason. Never rejects.
 *
 * @returns `ask` if the trade moves the price so far that a person must confirm it: nothing was sent.
 */
export async function tradeNow(terms: TradeNow, press: Press): Promise<'ask' | 'settled'> {
  const { token } = terms
  try {
    const planned = await press.wanted(planWithProviders(terms))
    const [reason] = planned.trade.reasons
    if (reason !== undefined) refuse(terms, press, reason.error)
    else if (isFarMoving(planned)) {
      press.toast.close()
      return 'ask'
    } else await sendTrade(planned, { token, press })
  } catch (error) {
    refuse(terms, press, error)
  }
  return 'settled'
}

/** Returns `true` if the price impact is high enough to ask a person, or unknown. */
function isFarMoving({ trade: { preview } }: Planned): boolean {
  return preview === undefined || impactQuestion(preview.get.priceImpact) !== 'none'
}

function refuse(terms: TradeNow, { toast }: Press, error: unknown): void {
  const { side, token, owner, use } = terms
  sound('failed')
  const words = refusalToast(error, `${tradeText(terms)}. Nothing was sent.`, owner.address)
  const largest = use && largestFor(error)
  toast.update({
    ...words,
    actions: [...(largest ? [offer(largest)] : []), ...(words.actions ?? [])],
  })

  function offer(raw: bigint) {
    const onPress = () => {
      toast.close()
      use?.(raw)
    }
    return { label: `Use ${wholeText(raw, side === 'buy' ? inSol : token)}`, onPress }
  }
}
