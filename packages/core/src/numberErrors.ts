import { type TernError as Base, type ErrorCode, knowing, type Texts } from './errors.ts'

/** What is said of numbers and amounts that people type, as in `errors.ts`; apart, so that who is handed exact integers does not load it. */
export const numberCatalogue = {
  'amount/negative': (_: { text: string }) => 'An amount cannot be negative',
  'amount/notANumber': (_: { text: string }) => 'invalid number string',
  'amount/tooManyDecimals': (_: { digits: number; decimals: number }) => 'decimals overflow',
  'number/fixedDigits': (f: { digits: number }) => `${f.digits} is no number of digits`,
  'number/invalid': (_: { value: string }) => 'invalid BigNumberish value',
  'number/invalidText': (_: { text: string }) => 'invalid number string',
  'number/significantDigits': (f: { digits: number }) => `${f.digits} is no number of digits`,
  'token/notEqual': (_: { left: string; right: string }) => 'token not equals',
} as const satisfies Texts

/** The same class for those who throw these errors: whoever takes it from here has their texts. */
export const TernError = knowing(numberCatalogue)
export type TernError<C extends ErrorCode = ErrorCode> = Base<C>
