import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, type PointerEvent, useRef } from 'react'
import { clickMeans, type Press, pressedOn } from './pressLock.ts'

/** Handlers for a list: each click counts for the token that was under the pointer when it was pressed. */
export function usePressLock(quickBuy: (mint: string) => void) {
  const navigate = useNavigate()
  const pressed = useRef<Press | undefined>(undefined)
  return {
    onPointerDownCapture(event: PointerEvent) {
      pressed.current = event.button === 0 ? pressedOn(event.target) : undefined
    },
    onClickCapture(event: MouseEvent) {
      // The keyboard clicks without a pointer.
      const meant = event.detail === 0 ? 'pass' : clickMeans(pressed.current, pressedOn(event.target))
      pressed.current = undefined
      if (meant === 'pass') return
      event.preventDefault()
      event.stopPropagation()
      if (meant.kind === 'quickBuy') quickBuy(meant.mint)
      else void navigate({ to: '/t/$mint', params: { mint: meant.mint } })
    },
  }
}
