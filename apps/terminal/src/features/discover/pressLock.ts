/** What can be pressed on a token's card or row. */
export type PressKind = 'open' | 'quickBuy'

export interface Press {
  readonly mint: string
  readonly kind: PressKind
}

/** What of a list is under the pointer; `undefined`: nothing that does anything. */
export function pressedOn(target: EventTarget | null): Press | undefined {
  if (!(target instanceof Element)) return undefined
  const mint = target.closest<HTMLElement>('[data-mint]')?.dataset.mint
  return mint === undefined ? undefined : { mint, kind: target.closest('button') === null ? 'open' : 'quickBuy' }
}

/**
 * What a click does: it counts for what was under the pointer when it was pressed, even if the list moved meanwhile. `pass`: it
 * arrived where it was meant, and the browser does the rest. A click without a press is the keyboard's.
 */
export function clickMeans(pressed: Press | undefined, arrived: Press | undefined): Press | 'pass' {
  if (pressed === undefined) return 'pass'
  return pressed.mint === arrived?.mint && pressed.kind === arrived.kind ? 'pass' : pressed
}
