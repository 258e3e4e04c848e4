import type { TokenFactsRow } from '@tern/server/appRouter'
import { checksOf } from '../../data/market/mintChecks.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import { groupDigits } from '../../text/numberText.ts'
import { ChipSign, chipClass } from '../../ui/Chip.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'

/** What the chain says of the token, worst first; each chip says why it matters, from what it was read and when. */
export function Safety({ token, facts }: { token: TokenDetail; facts: TokenFactsRow | null | undefined }) {
  const read = (from = 'its mint') =>
    facts == null ? ' As it was listed.' : ` Read from ${from} at slot ${groupDigits(facts.slot)}.`
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where it is narrow
    <ul className="token-safety" aria-label="Safety checks" tabIndex={0}>
      {checksOf(token, facts).map(({ state, text, why, from }) => (
        <li key={text}>
          <Tooltip className={chipClass(state)} tip={`${why}${state === 'unchecked' ? '' : read(from)}`}>
            <ChipSign kind={state} />
            {text}
          </Tooltip>
        </li>
      ))}
    </ul>
  )
}
