import { addressGroups } from '@tern/terminal/text/shortAddress.ts'
import { make } from './make.ts'

/** The whole address in groups of four with its ends emphasised, so that it can be compared by eye. Copies without gaps. */
export function fullAddress(address: string): HTMLElement {
  const groups = addressGroups(address)
  const isEnd = (i: number) => i === 0 || i === groups.length - 1
  const parts = groups.map((group, i) => make('span', { class: isEnd(i) ? 'address-end' : undefined }, group))
  return make('p', { class: 'address', translate: 'no' }, ...parts)
}
