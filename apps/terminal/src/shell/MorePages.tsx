import { useLocation, useNavigate } from '@tanstack/react-router'
import { Icon } from '../ui/Icon.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { PageEntry } from './pages.ts'

/** A menu of the pages that a phone's bar has no room for. */
export function MorePages({ pages }: { pages: readonly PageEntry[] }) {
  const navigate = useNavigate()
  const isHere = useLocation({ select: ({ pathname }) => pages.some(({ to }) => to === pathname) })
  const items = pages.map(({ to, name, icon }) => ({ label: name, icon, onPick: () => void navigate({ to }) }))
  return (
    <Menu
      look="quiet"
      aria-current={isHere ? 'page' : undefined}
      groups={[items]}
      trigger={
        <>
          <Icon name="more" />
          <span>More</span>
        </>
      }
    />
  )
}
