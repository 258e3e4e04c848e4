import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { buttonClass } from '../ui/Button.tsx'
import { PageState } from '../ui/PageState.tsx'

/** Replaces the page for an unknown URL, such as a cut-off link. */
export function NoSuchPage() {
  useEffect(() => {
    document.title = 'Page not found · Tern'
  }, [])
  return (
    <PageState
      sign="box"
      title="This page doesn’t exist"
      heading="h1"
      action={
        <Link to="/discover" className={buttonClass({})}>
          Open Discover
        </Link>
      }
    >
      Check the address, or pick a token on Discover.
    </PageState>
  )
}
