import { withPoint } from '../../text/typed.ts'
import { type Condition, parseBound, type QuantityName, quantities } from './filter.ts'

/** What the form says of a quantity; `example`: of a bound, where another one than the unit's says more. */
export const quantityTexts: { readonly [Q in QuantityName]: { readonly label: string; readonly example?: string } } = {
  age: { label: 'Age' },
  cap: { label: 'Market cap' },
  liquidity: { label: 'Liquidity' },
  volume: { label: 'Volume 24h' },
  trades: { label: 'Trades 5m' },
  buys: { label: 'Buys 5m' },
  sells: { label: 'Sells 5m' },
  curve: { label: 'Curve %' },
  top10: { label: 'Top 10 %', example: '30%' },
  dev: { label: 'Dev holds %', example: '5%' },
  fee: { label: 'Transfer fee %', example: '1%' },
}

export const conditionTexts: { readonly [C in Condition]: string } = {
  starred: 'Starred',
  mint: 'Mint revoked',
  freeze: 'Freeze revoked',
  burned: 'LP burned or locked',
  feeless: 'No transfer fee',
  picture: 'Has a picture',
  token2022: 'Token-2022 only',
  classic: 'No Token-2022',
}

/** `forms` tells how a quantity is typed to somebody who typed something else. */
const unitTexts = {
  duration: { example: '24h', forms: '30s, 5m, 24h or 7d' },
  sol: { example: '50K', forms: '0.5, 200, 50K or 1.2M' },
  count: { example: '10', forms: '10 or 1K' },
  percent: { example: '70%', forms: '70 or 2.5%' },
} as const

export const boundExample = (name: QuantityName): string =>
  quantityTexts[name].example ?? unitTexts[quantities[name].unit].example

/** A bound as somebody types it: its comma as in amounts, its letter large or small; `undefined`: nothing that can be read. */
export function readBound(name: QuantityName, text: string): bigint | undefined {
  const [, digits = '', unit = ''] = /^([\d.,]*)(.*)$/.exec(text.trim()) ?? []
  return parseBound(name, `${withPoint(digits)}${unit.toLowerCase()}`)
}

/** What is wrong with the bounds of a quantity as they are typed, and how it is done; `undefined`: nothing. */
export function boundFault(name: QuantityName, typed: { readonly min: string; readonly max: string }) {
  const ends = [typed.min, typed.max].filter(text => text.trim() !== '')
  const bounds = ends.map(text => readBound(name, text))
  if (bounds.includes(undefined))
    return `${quantityTexts[name].label.replace(/ %$/, '')} is typed like ${unitTexts[quantities[name].unit].forms}.`
  const [min, max] = bounds
  if (min !== undefined && max !== undefined && min > max) return 'The least is more than the most: nothing can match.'
  return undefined
}
