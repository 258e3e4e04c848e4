import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { WelcomeView } from './features/welcome/View.tsx'

/** The first page. It leads to Discover. */
export function WelcomePage() {
  const navigate = useNavigate()
  const leave = useCallback(() => void navigate({ to: '/discover', replace: true }), [navigate])
  return <WelcomeView onReady={leave} />
}
