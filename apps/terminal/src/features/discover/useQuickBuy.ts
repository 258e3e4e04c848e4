import { useNavigate } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import type { Listing } from '../../data/market/listing.ts'
import { settings } from '../../data/settings/settings.ts'
import { createStore, useStore } from '../../data/store.ts'
import { openToast } from '../../data/toasts.ts'
import { takeInstant } from '../../data/trade/instant.ts'
import { session } from '../../data/wallets/session.ts'
import { pressQuickBuy } from './pressQuickBuy.ts'

type Trading = typeof import('./quickBuyNow.ts')

let loaded: Trading | undefined

/** Loads the trading code, once the wallet is unlocked and there are tokens: a visitor who only looks does not need it. */
async function loadTrading(): Promise<Trading> {
  loaded = await import('./quickBuyNow.ts')
  return loaded
}

/** The buy with the shown preview. */
interface Asked {
  readonly token: Listing
  /** Lamports. */
  readonly amountIn: bigint
}

const asked = createStore<Asked | undefined>(undefined)
const close = () => asked.set(undefined)

/**
 * Handles quick buys. While Instant is armed, a press trades at once with the settings.
 * Otherwise, or if the wallet is locked or the token has risks that were not accepted, it shows the preview first.
 */
export function useQuickBuy(offered: readonly Listing[] | undefined) {
  const navigate = useNavigate()
  const { status } = useStore(session)
  const canBuy = offered !== undefined && status === 'unlocked'
  useEffect(() => {
    if (!canBuy) return
    let isOver = false
    let stop = () => {}
    // If the code cannot load now, a press loads it again.
    loadTrading().then(
      ({ watchPresses }) => {
        if (!isOver) stop = watchPresses()
      },
      () => undefined,
    )
    return () => {
      isOver = true
      stop()
    }
  }, [canBuy])
  useEffect(() => close, [])

  const ask = useCallback(
    async (token: Listing, lamports?: bigint) => {
      // A toast may be pressed on another page.
      if (location.pathname !== '/discover') await navigate({ to: '/discover' })
      asked.set({ token, amountIn: lamports ?? settings.get().quickBuy })
    },
    [navigate],
  )
  /** `list` says whether another row was under the pointer right before the press. */
  const press = useCallback(
    (token: Listing, list: 'still' | 'moved') => {
      const current = session.get()
      const isStillArmed = takeInstant()
      if (isStillArmed === undefined || current.status !== 'unlocked') return void ask(token)
      if (list === 'moved') return void openToast({ state: 'failed', title: 'List moved. Nothing was sent.' })
      void pressQuickBuy(
        { token, owner: current.owner, settings: settings.get(), isStillArmed, ask },
        loaded,
        loadTrading,
      )
    },
    [ask],
  )
  return { asked: useStore(asked), close, press }
}
