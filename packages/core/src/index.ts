export type { Address } from '@solana/addresses'
export type { AccountSet, AccountSnapshot, Clock } from './account.ts'
export {
  addressLookupTableProgram,
  associatedTokenProgram,
  computeBudgetProgram,
  memoProgram,
  metadataProgram,
  nativeToken,
  systemProgram,
  token2022Program,
  tokenProgram,
  usd1Mint,
  usdcMint,
  usdtMint,
  wrappedNativeMint,
} from './addresses.ts'
export {
  addAmounts,
  compareAmounts,
  formatAmount,
  parseAmount,
  subtractAmounts,
  type TokenAmount,
  typedAmount,
} from './amount.ts'
export { type AmountScale, amountScale, type ScaledExtensions } from './amountScale.ts'
export { assembleTransaction } from './assembleTransaction.ts'
export { associatedTokenAddress } from './associatedTokenAddress.ts'
export { decodeBase58, encodeBase58 } from './base58.ts'
export { decodeBase64, encodeBase64 } from './base64.ts'
export { formatPercent, maximumIn, minimumOut, parsePercent } from './basisPoints.ts'
export { keyPairCosigner } from './cosigner.ts'
export { type DecimalRounding, type DecimalStyle, type Digits, formatDecimal } from './decimal.ts'
export { isOnCurve } from './edwardsCurve.ts'
export { errorMessage } from './errorMessages.ts'
export { isTernError, TernError } from './errors.ts'
export type { ErrorCode, ErrorFacts } from './errorTable.ts'
export { keyPairOwner } from './keyPairOwner.ts'
export { decodeLookupTable, type LookupTable } from './lookupTable.ts'
export { decodeMetadata, type Metadata, metadataAddress } from './metadata.ts'
export { decodeMint, type Mint } from './mint.ts'
export type { MintExtensions, TokenMetadata, TransferFee, TransferFeeConfig } from './mintExtensions.ts'
export type { Rounding } from './mulDiv.ts'
export { decodeNonceAccount, type NonceAccount, nonceAccountAddress } from './nonceAccount.ts'
export type { Cosigner, Lifetime, Message, Owner, SignedTransaction } from './owner.ts'
export { parseAddress } from './parseAddress.ts'
export { parseInteger } from './parseInteger.ts'
export { convertAmount, formatPrice, invertPrice, multiplyPrices, type Price, priceOf } from './price.ts'
export { deriveProgramAddress } from './programAddress.ts'
export type { Ratio } from './ratio.ts'
export type { OwnedReadable, Readable, ReadValue } from './readable.ts'
export { rentExemption } from './rentExemption.ts'
export type { Terms, TermsAmount, TermsLamports } from './terms.ts'
export type { Token } from './token.ts'
export { decodeTokenAccount, type TokenAccount } from './tokenAccount.ts'
export { tokenAccountSize } from './tokenAccountSize.ts'
export { amountBeforeTransferFee, transferFee } from './transferFee.ts'
