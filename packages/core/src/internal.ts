// For Tern's own packages and tests. Names here may change in any release.
export { noEarlierThan } from './account.ts'
export {
  clockSysvar,
  instructionsSysvar,
  lighthouseProgram,
  recentBlockhashesSysvar,
  rentSysvar,
  slotHashesSysvar,
  sysvarOwner,
  upgradeableLoader,
} from './addresses.ts'
export { type Counted, rawPerToken, shownUnits } from './amountScale.ts'
export { checkAssociatedTokenAccount } from './associatedTokenAddress.ts'
export { readAddress } from './base58.ts'
export { decodeBase64Url, encodeBase64Url } from './base64Url.ts'
export { basisPointsInOne } from './basisPoints.ts'
export { type BundleAct, type BundleClaim, bundleDigest, bundleMessage, canonicalJson } from './bundleProof.ts'
export { type CompiledInstruction, type CompiledMessage, isUnseen, readCompiledMessage } from './compiledMessage.ts'
export { assertSigners, cosign } from './cosigner.ts'
export { failureWords } from './failureWords.ts'
export { assertU64, maxU64 } from './integer.ts'
export { stringifyJson } from './json.ts'
export {
  address,
  array,
  bool,
  bytes,
  type Decoded,
  type Field,
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
export { lookupTableHeaderLayout } from './lookupTable.ts'
export { decodeMints, decodeTradedMint, mintLayout, type TradedMint } from './mint.ts'
export { interestBearingLayout, scaledUiAmountLayout, transferFeeConfigLayout } from './mintExtensions.ts'
export { ceilDiv, mulDiv } from './mulDiv.ts'
export { nextTask } from './nextTask.ts'
export { nonceAccountLayout, nonceAccountSeed } from './nonceAccount.ts'
export { addressBytes, putAddress } from './parseAddress.ts'
export { addressWithSeed, programAddress } from './programAddress.ts'
export { compareRatios, invertRatio } from './ratio.ts'
export { readableText, walletName, withoutOrderMarks } from './readableText.ts'
export { isReferralCode, readReferralMemo, referralCodeLength, referralLetters, referralMemo } from './referral.ts'
export { sha256 } from './sha256.ts'
export { nativeDecimals } from './token.ts'
export { decodeVault, tokenAccountLayout, type Vault } from './tokenAccount.ts'
export { maxTokenAccountSize, tradedAccountSize } from './tokenAccountSize.ts'
export { type ExtensionName, extensionNames, readExtensions } from './tokenExtensions.ts'
export { epochTransferFee, inverseTransferFee } from './transferFee.ts'
