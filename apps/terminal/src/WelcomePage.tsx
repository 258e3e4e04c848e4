import { useNavigate } from '@tanstack/react-router'
import { WelcomeView } from './features/welcome/View.tsx'

/** The first visit, which ends on Discover. */
export function WelcomePage() {
  const navigate = useNavigate()
  return <WelcomeView onReady={() => void navigate({ to: '/discover' })} />
}
