import type { TokenFactsRow } from '@tern/server/appRouter'
import { type Check, checksOf } from '../../data/market/mintChecks.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import { groupDigits } from '../../text/numberText.ts'
import { ShortAddress } from '../../ui/Address.tsx'
import { ChipSign, chipClass } from '../../ui/Chip.tsx'
import { Tooltip } from '../../ui/Tooltip.tsx'

interface SafetyProps {
  readonly token: TokenDetail
  readonly facts: TokenFactsRow | null | undefined
}

/**
 * The safety checks, worst first. Each chip explains the check, its source on the chain and the slot it was read at.
 */
export function Safety({ token, facts }: SafetyProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the list scrolls sideways on a narrow page
    <ul className="token-safety" aria-label="Safety checks" tabIndex={0}>
      {checksOf(token, facts).map(check => (
        <li key={check.text}>
          <Tooltip
            className={chipClass(check.state)}
            tip={
              <>
                {check.why}
                {check.state !== 'unchecked' && <ReadFrom check={check} facts={facts} />}
              </>
            }
          >
            <ChipSign kind={check.state} />
            {check.text}
          </Tooltip>
        </li>
      ))}
    </ul>
  )
}

const names = {
  mint: 'its mint',
  metadata: 'its metadata',
  liquidity: 'its LP mint',
  largest: 'its largest accounts',
  creator: 'its creator’s account',
}

function ReadFrom({ check: { source: of = 'mint' }, facts }: Pick<SafetyProps, 'facts'> & { check: Check }) {
  const source = facts?.sources[of]
  if (facts == null || source == null) return ' From the listing.'
  const { account, slot } = source
  return (
    <>
      {` Read from ${of === 'liquidity' && facts.liquidity?.kind === 'curve' ? 'its curve' : names[of]}`}
      {account !== null && (
        <>
          {' '}
          <ShortAddress address={account} />
        </>
      )}
      {slot === null ? ', which does not exist.' : ` at slot ${groupDigits(slot)}.`}
    </>
  )
}
