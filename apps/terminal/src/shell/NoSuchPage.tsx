import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '../ui/Button.tsx'
import { PageState } from '../ui/PageState.tsx'

/** Replaces the page for an unknown URL, such as a cut-off link. */
export function NoSuchPage() {
  useEffect(() => {
    document.title = 'No such page · Tern'
  }, [])
  return (
    <PageState
      sign="box"
      title="No such page"
      heading="h1"
      action={
        <Link to="/discover" className={buttonClass({})}>
          Open Discover
        </Link>
      }
    >
      Nothing stands at this address. Check it, or go on from the list of tokens.
    </PageState>
  )
}
