import { useNavigate } from '@tanstack/react-router'
import { type MouseEvent, type PointerEvent, type RefObject, useCallback, useRef } from 'react'
import type { Listing } from '../../data/market/listing.ts'
import type { ListProps } from './listProps.ts'
import { clickMeans, isSettled, type Press, pressedOn } from './pressLock.ts'

/**
 * Makes each click in a list count for the token that was under the pointer when it was pressed.
 *
 * @returns the handlers of the list, and the action of its quick-buy buttons
 */
export function usePressLock(
  rows: readonly Listing[],
  movedAtMs: RefObject<number>,
  onQuickBuy: ListProps['onQuickBuy'],
) {
  const navigate = useNavigate()
  const pressed = useRef<Press & { readonly x: number; readonly y: number }>(undefined)
  const list = useRef<'still' | 'moved'>('still')
  const latest = useRef({ rows, onQuickBuy })
  latest.current = { rows, onQuickBuy }
  const quickBuy = useCallback((mint: string) => {
    const token = latest.current.rows.find(row => row.mint === mint)
    if (token !== undefined) latest.current.onQuickBuy(token, list.current)
  }, [])
  const locks = {
    onPointerDownCapture({ button, target, clientX: x, clientY: y, timeStamp }: PointerEvent) {
      const press = button === 0 ? pressedOn(target) : undefined
      pressed.current = press && { ...press, x, y }
      list.current = isSettled(timeStamp, movedAtMs.current) ? 'still' : 'moved'
    },
    onClickCapture(event: MouseEvent) {
      const { x = 0, y = 0 } = pressed.current ?? {}
      // The keyboard clicks without a pointer, and the focus moves along with its row.
      const isByKey = event.detail === 0
      const travelled = Math.hypot(event.clientX - x, event.clientY - y)
      const meant = isByKey ? 'pass' : clickMeans(pressed.current, pressedOn(event.target), travelled)
      pressed.current = undefined
      if (isByKey) list.current = 'still'
      if (meant === 'pass') return
      event.preventDefault()
      event.stopPropagation()
      if (meant === 'nothing') return
      if (meant.kind === 'quickBuy') quickBuy(meant.mint)
      else void navigate({ to: '/t/$mint', params: { mint: meant.mint } })
    },
  }
  return { locks, quickBuy }
}
