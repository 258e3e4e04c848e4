import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '../ui/Button.tsx'
import { PageState } from '../ui/PageState.tsx'

/** Stands where an address leads nowhere: a link that was cut off, a page of another version. */
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
