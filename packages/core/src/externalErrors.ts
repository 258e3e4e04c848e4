import { type TernError as Base, type ErrorCode, knowing, type Texts } from './errors.ts'
import { tradeCatalogue } from './tradeErrors.ts'
import { walletCatalogue } from './walletErrors.ts'

/** What is said of wallets in other programs, as in `errors.ts`; apart, so that who uses none does not load it. */
export const externalCatalogue = {
  'wallet/cannotSign': (f: { wallet: string; why: string }) => `${f.wallet} cannot sign here: ${f.why}`,
  'wallet/changedMessage': (f: { wallet: string }) => `${f.wallet} changed the transaction, so it was not sent`,
  'wallet/didNotSign': (f: { wallet: string; why: string }) => `${f.wallet} did not sign: ${f.why}`,
} as const satisfies Texts

/** The same class for those who throw these errors: whoever takes it from here has their texts, and those of other wallets and of who trades. */
export const TernError = knowing({ ...tradeCatalogue, ...walletCatalogue, ...externalCatalogue })
export type TernError<C extends ErrorCode = ErrorCode> = Base<C>
