import { iconPaths } from '@tern/terminal/iconPaths'

/** `true` sets an attribute without a value. `false` and `undefined` remove it. */
type Attributes = Readonly<Record<string, string | boolean | undefined>>

type Child = Node | string | undefined

export function setAttributes(element: Element, attributes: Attributes): void {
  for (const [name, value] of Object.entries(attributes))
    if (value === undefined || value === false) element.removeAttribute(name)
    else element.setAttribute(name, value === true ? '' : value)
}

/** Makes an element with attributes and children. */
export function make<N extends keyof HTMLElementTagNameMap>(
  name: N,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[N] {
  const element = document.createElement(name)
  setAttributes(element, attributes)
  element.append(...children.filter(child => child !== undefined))
  return element
}

const svg = 'http://www.w3.org/2000/svg'

/** Makes a decorative icon like the terminal's. */
export function icon(name: keyof typeof iconPaths, look: 'icon' | 'icon small' = 'icon'): Element {
  const [picture, path] = [document.createElementNS(svg, 'svg'), document.createElementNS(svg, 'path')]
  setAttributes(picture, { class: look, viewBox: '0 0 16 16', 'aria-hidden': 'true' })
  setAttributes(path, { d: iconPaths[name] })
  picture.append(path)
  return picture
}

/** Makes a button in addition to a form's two buttons. */
export function smallButton(press: () => void, ...children: readonly Child[]): HTMLButtonElement {
  const button = make('button', { type: 'button', class: 'button plain small text' }, ...children)
  button.addEventListener('click', press)
  return button
}

export const hint = (text: string): HTMLElement => make('p', { class: 'hint' }, text)
