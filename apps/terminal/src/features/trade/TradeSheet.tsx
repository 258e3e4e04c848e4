import { type ReactNode, useEffect, useRef } from 'react'
import { useEscape } from '../../data/keys/keyHandlers.ts'
import { ownSymbol } from '../../data/market/listing.ts'
import type { TokenDetail } from '../../data/market/token.ts'
import type { Side } from '../../data/trade/planWithProviders.ts'
import { ShortAddress } from '../../ui/Address.tsx'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { useMedia } from '../../ui/useMedia.ts'
import { applyToPanel } from './panelStore.ts'
import { TradePanel } from './View.tsx'

interface TradeSheetProps {
  readonly token: TokenDetail
  /** Applies to the sheet of a narrow page; on a wide page the panel is always visible. */
  readonly state: 'closed' | 'open'
  readonly onState: (state: 'closed' | 'open') => void
  /** The links to the other pages, because on a phone the bar covers the page bar. */
  readonly pages: ReactNode
}

/** The parts of the page that the open sheet covers. Toasts stay above the sheet. */
const behind = '.skip-links, .topbar, .rail, .footer, .token-main, .trade-bar'

/** Places the trade panel: beside the page, or on a narrow page in a sheet that two buttons at the lower edge open. */
export function TradeSheet({ token, state, onState, pages }: TradeSheetProps) {
  const sheet = useRef<HTMLElement>(null)
  const close = () => onState('closed')
  useEscape(state === 'open' ? close : undefined)
  const open = (side: Side) => {
    applyToPanel(token.mint, { kind: 'side', side })
    onState('open')
  }
  const isOver = useMedia('(max-width: 1099px)')
  useEffect(() => {
    if (state === 'closed') return
    const opener = document.activeElement as HTMLElement | null
    sheet.current?.querySelector('input')?.focus()
    if (!isOver) return
    const covered = document.querySelectorAll<HTMLElement>(behind)
    for (const one of covered) one.inert = true
    return () => {
      for (const one of covered) one.inert = false
      opener?.focus()
    }
  }, [state, isOver])
  return (
    <>
      {state === 'open' ? <div className="sheet-scrim" onPointerDown={close} aria-hidden="true" /> : null}
      <aside ref={sheet} id="trade-panel" className={`token-aside ${state}`} aria-label="Trade panel" tabIndex={-1}>
        <div className="sheet-head">
          <b>{ownSymbol(token)}</b>
          <span className="sheet-mint">
            <ShortAddress address={token.mint} />
          </span>
          <span className="spacer" />
          <Button look="quiet" shape="square" aria-label="Close the trade panel" onClick={close}>
            <Icon name="close" />
          </Button>
        </div>
        <TradePanel token={token} onAsked={() => onState('open')} />
      </aside>
      {/* biome-ignore lint/a11y/useSemanticElements: buttons, no form */}
      <div className="trade-bar" role="group" aria-label="Trade">
        <Button look="buy" size="main" onClick={() => open('buy')}>
          Buy
        </Button>
        <Button look="sell" size="main" onClick={() => open('sell')}>
          Sell
        </Button>
        <div className="phone-only">{pages}</div>
      </div>
    </>
  )
}
