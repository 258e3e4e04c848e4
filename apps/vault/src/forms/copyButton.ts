import { icon, make, smallButton } from './make.ts'

/** Makes a button that copies a text and shows whether it could. It reads the text only when pressed. */
export function copyButton(label: string, text: () => string): HTMLElement {
  const words = make('span', {}, label)
  const say = (said: string) => {
    words.textContent = said
    setTimeout(() => {
      words.textContent = label
    }, 2_000)
  }
  const copy = () =>
    navigator.clipboard.writeText(text()).then(
      () => say('Copied'),
      () => say('Select and copy by hand'),
    )
  return smallButton(() => void copy(), icon('copy'), words)
}
