import { checksOf } from '../../data/mintChecks.ts'
import type { TokenDetail } from '../../data/token.ts'

const signs = { danger: '✕', caution: '!', unchecked: '?', passed: '✓', fact: undefined } as const

/** What the mint allows, worst first; each chip says why it matters. */
export function Safety({ token }: { token: TokenDetail }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where it is narrow
    <ul className="token-safety" aria-label="Safety checks" tabIndex={0}>
      {checksOf(token).map(check => (
        <li key={check.text} className={`chip ${check.state}`} title={check.why}>
          {signs[check.state] === undefined ? null : <b aria-hidden="true">{signs[check.state]}</b>}
          {check.text}
        </li>
      ))}
    </ul>
  )
}
