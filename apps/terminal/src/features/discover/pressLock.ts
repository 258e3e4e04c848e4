/** The pressable parts of a token's card or row. */
export type PressKind = 'open' | 'quickBuy'

export interface Press {
  readonly mint: string
  readonly kind: PressKind
}

/** The token and button under the pointer; `undefined` outside of them. */
export function pressedOn(target: EventTarget | null): Press | undefined {
  if (!(target instanceof Element)) return undefined
  const mint = target.closest<HTMLElement>('[data-mint]')?.dataset.mint
  return mint === undefined ? undefined : { mint, kind: target.closest('button') === null ? 'open' : 'quickBuy' }
}

/** A pressing hand trembles by this many pixels. A pointer that travels further while pressed has left deliberately. */
const stillPx = 4

/**
 * Decides the effect of a click. `pass`: the click ended on the pressed token, so the browser handles it.
 * If it ended elsewhere and the pointer travelled at most `stillPx`, the list moved, and the pressed token counts.
 * If the pointer travelled further, it slid off, and nothing happens.
 * A click without a press comes from the keyboard.
 */
export function clickMeans(
  pressed: Press | undefined,
  arrived: Press | undefined,
  travelledPx: number,
): Press | 'pass' | 'nothing' {
  if (pressed === undefined || (pressed.mint === arrived?.mint && pressed.kind === arrived.kind)) return 'pass'
  return travelledPx <= stillPx ? pressed : 'nothing'
}

/** A row that arrived under the pointer less than this time before the press was not the target. */
const settledMs = 400

/** Tests if a press was meant for the row under the pointer, judged by the time since the list last moved. */
export const isSettled = (pressedAtMs: number, movedAtMs: number): boolean => pressedAtMs - movedAtMs >= settledMs
