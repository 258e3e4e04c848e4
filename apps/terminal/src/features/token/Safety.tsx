import type { TokenDetail } from '../../data/token.ts'
import { checksOf } from './checks.ts'

const signs = { danger: '✕', caution: '!', unchecked: '?', passed: '✓' } as const

/** What the mint allows, worst first; each chip says why it matters. */
export function Safety({ token }: { token: TokenDetail }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls sideways where it is narrow
    <ul className="token-safety" aria-label="Safety checks" tabIndex={0}>
      {checksOf(token).map(check => (
        <li key={check.text} className={`chip ${check.state}`} title={check.why}>
          <b aria-hidden="true">{signs[check.state]}</b>
          {check.text}
        </li>
      ))}
    </ul>
  )
}
