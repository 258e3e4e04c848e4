/**
 * Resolves a theme variable at `element` to a colour for a canvas: `(element, '--buy')` → `rgb(76, 201, 232)`.
 * The variable's own text is `light-dark(…)`, and a canvas cannot use it.
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
