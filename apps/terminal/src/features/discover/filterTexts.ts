import { withPoint } from '../../text/typed.ts'
import { type Condition, parseBound, type QuantityName, quantities } from './filter.ts'

/** The form's text for a quantity. `example` replaces the example of the unit. */
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

/** `forms` shows how to type a quantity, after a text that does not parse. */
const unitTexts = {
  duration: { example: '24h', forms: '30s, 5m, 24h or 7d' },
  sol: { example: '50K', forms: '0.5, 200, 50K or 1.2M' },
  count: { example: '10', forms: '10 or 1K' },
  percent: { example: '70%', forms: '70 or 2.5%' },
} as const

export const boundExample = (name: QuantityName): string =>
  quantityTexts[name].example ?? unitTexts[quantities[name].unit].example

/** Parses a typed bound, with a decimal comma or a lower-case unit as well; `undefined` if the text is not a bound. */
export function readBound(name: QuantityName, text: string): bigint | undefined {
  const [, digits = '', unit = ''] = /^([\d.,]*)(.*)$/.exec(text.trim()) ?? []
  return parseBound(name, `${withPoint(digits)}${unit.toLowerCase()}`)
}

/** The fault of typed bounds and how to type them; `undefined` if there is none. */
export function boundFault(name: QuantityName, typed: { readonly min: string; readonly max: string }) {
  const ends = [typed.min, typed.max].filter(text => text.trim() !== '')
  const bounds = ends.map(text => readBound(name, text))
  if (bounds.includes(undefined))
    return `${quantityTexts[name].label.replace(/ %$/, '')}: type ${unitTexts[quantities[name].unit].forms}.`
  const [min, max] = bounds
  if (min !== undefined && max !== undefined && min > max) return 'Min is above max: nothing can match.'
  return undefined
}
