import { useNavigate } from '@tanstack/react-router'
import { Menu } from '../ui/Menu.tsx'
import { usePages } from './usePages.ts'

/** A menu of the pages, for screens on which other buttons replace the page bar. */
export function PageMenu() {
  const navigate = useNavigate()
  const items = usePages().map(({ to, name, icon }) => ({ label: name, icon, onPick: () => void navigate({ to }) }))
  return <Menu size="main" aria-label="Pages" groups={[items]} />
}
