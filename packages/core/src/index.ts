export type { Address } from '@solana/addresses'
export { type AccountSet, type AccountSnapshot, type Clock, noEarlierThan } from './account.ts'
export * from './addresses.ts'
export {
  addAmounts,
  compareAmounts,
  formatAmount,
  parseAmount,
  subtractAmounts,
  type TokenAmount,
  typedAmount,
} from './amount.ts'
export {
  type AmountScale,
  amountScale,
  type Counted,
  rawPerToken,
  type ScaledExtensions,
  shownUnits,
} from './amountScale.ts'
export { assembleTransaction } from './assembleTransaction.ts'
export { associatedTokenAddress, checkAssociatedTokenAccount } from './associatedTokenAddress.ts'
export { decodeBase58, encodeBase58, readAddress } from './base58.ts'
export { decodeBase64, encodeBase64 } from './base64.ts'
export { basisPointsInOne, formatPercent, maximumIn, minimumOut, parsePercent, portion } from './basisPoints.ts'
export { assertSigners, cosign, keyPairCosigner } from './cosigner.ts'
export { type Cursor, cursor } from './cursor.ts'
export { type DecimalRounding, type DecimalStyle, type Digits, formatDecimal } from './decimal.ts'
export { isOnCurve } from './edwardsCurve.ts'
export { errorMessage } from './errorMessages.ts'
export { isTernError, TernError } from './errors.ts'
export type { ErrorCode, ErrorFacts } from './errorTable.ts'
export { failureWords } from './failureWords.ts'
export { assertU64, maxU64 } from './integer.ts'
export { stringifyJson } from './json.ts'
export { keyPairOwner } from './keyPairOwner.ts'
export {
  address,
  array,
  bool,
  bytes,
  type Decoded,
  type Field,
  i8,
  i16,
  i32,
  i64,
  i128,
  type Struct,
  struct,
  u8,
  u16,
  u32,
  u64,
  u128,
} from './layout.ts'
export { decodeLookupTable, type LookupTable, lookupTableHeaderLayout } from './lookupTable.ts'
export { decodeMetadata, type Metadata, metadataAddress } from './metadata.ts'
export { decodeMint, decodeMints, decodeTradedMint, type Mint, mintLayout, type TradedMint } from './mint.ts'
export {
  type InterestBearingConfig,
  interestBearingLayout,
  type MintExtensions,
  type ScaledUiAmountConfig,
  scaledUiAmountLayout,
  type TokenMetadata,
  type TransferFee,
  type TransferFeeConfig,
  transferFeeConfigLayout,
} from './mintExtensions.ts'
export { ceilDiv, mulDiv, type Rounding } from './mulDiv.ts'
export {
  decodeNonceAccount,
  type NonceAccount,
  nonceAccountAddress,
  nonceAccountLayout,
  nonceAccountSeed,
} from './nonceAccount.ts'
export type { Cosigner, Lifetime, Message, Owner, SignedTransaction } from './owner.ts'
export { addressBytes, parseAddress, putAddress } from './parseAddress.ts'
export { parseInteger } from './parseInteger.ts'
export { convertAmount, formatPrice, invertPrice, multiplyPrices, type Price, priceOf } from './price.ts'
export { addressWithSeed, deriveProgramAddress, programAddress } from './programAddress.ts'
export { compareRatios, invertRatio, multiplyRatios, type Ratio, ratio } from './ratio.ts'
export type { OwnedReadable, Readable, ReadValue } from './readable.ts'
export { readableText } from './readableText.ts'
export {
  isReferralCode,
  readReferralMemo,
  referralCodeLength,
  referralLetters,
  referralMemo,
} from './referral.ts'
export { rentExemption } from './rentExemption.ts'
export { sha256 } from './sha256.ts'
export type { Terms, TermsAmount, TermsLamports } from './terms.ts'
export { nativeDecimals, type Token } from './token.ts'
export { decodeTokenAccount, decodeVault, type TokenAccount, tokenAccountLayout, type Vault } from './tokenAccount.ts'
export { maxTokenAccountSize, tokenAccountSize, tradedAccountSize } from './tokenAccountSize.ts'
export { type ExtensionName, extensionNames, readExtensions } from './tokenExtensions.ts'
export { amountBeforeTransferFee, epochTransferFee, inverseTransferFee, transferFee } from './transferFee.ts'
