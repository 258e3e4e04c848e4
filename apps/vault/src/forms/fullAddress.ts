import { addressGroups } from '@tern/terminal/text/shortAddress.ts'
import { make } from './make.ts'

/** Shows a whole address in groups of four and emphasises both ends, to compare by eye. Copying it gives no gaps. */
export function fullAddress(address: string): HTMLElement {
  const groups = addressGroups(address)
  const isEnd = (i: number) => i === 0 || i === groups.length - 1
  const parts = groups.map((group, i) => make('span', { class: isEnd(i) ? 'address-end' : undefined }, group))
  return make('p', { class: 'address', translate: 'no' }, ...parts)
}
