/**
 * A variable of the theme as the colour that it is where `element` stands, for canvases: `(element, '--buy')` → `rgb(76, 201, 232)`.
 * The variable's own text is `light-dark(…)` and no colour yet.
 */
export function readColour(element: Element, variable: `--${string}`): string {
  const probe = document.createElement('i')
  probe.hidden = true
  probe.style.color = `var(${variable})`
  element.append(probe)
  const { color } = getComputedStyle(probe)
  probe.remove()
  return color
}
