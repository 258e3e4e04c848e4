import { Link } from '@tanstack/react-router'
import { pastedAddress } from '../../text/pastedAddress.ts'
import { Button } from '../../ui/Button.tsx'
import { PageState } from '../../ui/PageState.tsx'

interface NothingListedProps {
  /** The number of listed tokens. */
  readonly known: number
  /** The search text. */
  readonly words: string
  readonly onShowAll: () => void
}

/** Replaces the lists if no token is found, and offers a way on. */
export function NothingListed({ known, words, onShowAll }: NothingListedProps) {
  const mint = pastedAddress(words)
  if (mint !== undefined)
    return (
      <PageState
        sign="filter"
        title="Not listed yet"
        action={
          <Link className="button paper" to="/t/$mint" params={{ mint }}>
            Open this address
          </Link>
        }
      >
        Open it, and Tern searches every venue for its pool.
      </PageState>
    )
  if (known === 0)
    return (
      <PageState sign="filter" title="No tokens yet">
        Paste a token’s address or link into the search. Tern searches every venue for its pool.
      </PageState>
    )
  return (
    <PageState sign="filter" title="Nothing matches" action={<Button onClick={onShowAll}>Show all</Button>}>
      No match for “{words}” in {known} tokens.
    </PageState>
  )
}
