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

/** A hand that presses trembles by so many pixels: who goes further with the button down has gone elsewhere. */
const stillPx = 4

/**
 * What a click does. `pass`: it arrived where it was pressed, and the browser does the rest. Where it arrived elsewhere the list
 * moved under a pointer that stood still, and what was pressed is meant; or the pointer slid off it (`travelledPx` since the
 * press), and nothing is. A click without a press is the keyboard's.
 */
export function clickMeans(
  pressed: Press | undefined,
  arrived: Press | undefined,
  travelledPx: number,
): Press | 'pass' | 'nothing' {
  if (pressed === undefined || (pressed.mint === arrived?.mint && pressed.kind === arrived.kind)) return 'pass'
  return travelledPx <= stillPx ? pressed : 'nothing'
}

/** A row that came so lately to stand under the pointer was not the one that was meant. */
const settledMs = 400

/** Whether a press was meant for the row that was there, by when it was pressed and when the list last moved. */
export const isSettled = (pressedAtMs: number, movedAtMs: number): boolean => pressedAtMs - movedAtMs >= settledMs
