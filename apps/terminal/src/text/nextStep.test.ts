import { type ErrorCode, parseAmount, TernError } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { factsOfErrors } from '../../../../packages/core/test/factsOfErrors.ts'
import { withNextStep } from './nextStep.ts'
import './tradeSteps.ts'
import { nextStep } from './liquiditySteps.ts'

/** Returns the error of reading `text` as an amount. */
function unread(text: string): Error {
  try {
    parseAmount(text, 9)
  } catch (error) {
    if (error instanceof Error) return error
  }
  throw new RangeError('it was read')
}

/** The areas of errors that only the server and the practice chain make. */
type ServerArea = 'bundle' | 'config' | 'database' | 'gateway' | 'http' | 'practice' | 'relayer'
/** The codes that the terminal can meet. */
type Code = Exclude<ErrorCode, `${ServerArea}/${string}`>

/**
 * `hasStep`: the terminal adds the next step. `saysEnough`: the text says the step, there is no step, or its toast or form says more.
 * `sdkOnly`: only programs of SDK users cause the error, because the terminal passes no such values.
 */
type Group = 'hasStep' | 'saysEnough' | 'sdkOnly'
/** A new code does not compile before it is here. */
const groups: { readonly [C in Code]: Group } = {
  'address/invalid': 'hasStep',
  'address/missing': 'sdkOnly',
  'address/noProgramAddress': 'sdkOnly',
  'amount/negative': 'saysEnough',
  'amount/notANumber': 'hasStep',
  'amount/outOfRange': 'hasStep',
  'amount/tooManyDecimals': 'hasStep',
  'encoding/notBase58': 'sdkOnly',
  'encoding/notBase64': 'sdkOnly',
  'encoding/tooLong': 'sdkOnly',
  'layout/extension': 'hasStep',
  'layout/invalidValue': 'hasStep',
  'layout/mintTooShort': 'hasStep',
  'layout/mismatch': 'hasStep',
  'layout/tokenAccountOwner': 'hasStep',
  'layout/tokenAccountSize': 'hasStep',
  'layout/tokenMint': 'hasStep',
  'layout/truncated': 'hasStep',
  'layout/wrongDeclaration': 'sdkOnly',
  'layout/wrongDiscriminator': 'hasStep',
  'layout/wrongOwner': 'hasStep',
  'layout/wrongSize': 'hasStep',
  'liquidity/bothAccountsNotFound': 'hasStep',
  'liquidity/configDisabled': 'hasStep',
  'liquidity/configNotFound': 'hasStep',
  'liquidity/invalidFixedSide': 'sdkOnly',
  'liquidity/lpAccountNotFound': 'hasStep',
  'liquidity/mintMismatch': 'hasStep',
  'liquidity/paused': 'hasStep',
  'liquidity/poolExists': 'hasStep',
  'liquidity/someAccountNotFound': 'hasStep',
  'liquidity/tokenAccountNotFound': 'hasStep',
  'liquidity/tokenNotInPool': 'hasStep',
  'liquidity/transferFeeTakesAll': 'hasStep',
  'liquidity/vaultDataNotFound': 'hasStep',
  'liquidity/vaultNotFound': 'hasStep',
  'liquidity/zeroAmounts': 'hasStep',
  'math/divisionByZero': 'sdkOnly',
  'number/fixedDigits': 'sdkOnly',
  'number/invalid': 'sdkOnly',
  'number/invalidText': 'hasStep',
  'number/significantDigits': 'sdkOnly',
  'owner/cannotSign': 'sdkOnly',
  'owner/missing': 'sdkOnly',
  'plan/alreadySent': 'sdkOnly',
  'plan/changed': 'sdkOnly',
  'plan/mayStillLand': 'sdkOnly',
  'plan/notEnoughSol': 'sdkOnly',
  'plan/notEnoughTokens': 'sdkOnly',
  'plan/nothingToResume': 'sdkOnly',
  'plan/unknownKind': 'sdkOnly',
  'pool/accountsNotReady': 'hasStep',
  'pool/listFailed': 'hasStep',
  'pool/notFound': 'hasStep',
  'program/amountTooSmall': 'hasStep',
  'program/curveComplete': 'saysEnough',
  'program/curveNotComplete': 'sdkOnly',
  'program/emptySupply': 'sdkOnly',
  'program/insufficientVault': 'hasStep',
  'program/invalidFeeModel': 'saysEnough',
  'program/invalidInput': 'hasStep',
  'program/mathOverflow': 'hasStep',
  'program/mintNotSupported': 'saysEnough',
  'program/notApproved': 'hasStep',
  'program/nothingToCollect': 'sdkOnly',
  'program/priceMovedTooFar': 'hasStep',
  'program/slippageExceeded': 'hasStep',
  'program/stoppedByWallet': 'hasStep',
  'program/swapError': 'sdkOnly',
  'program/transferFeeMismatch': 'hasStep',
  'program/wrongAccount': 'hasStep',
  'quote/beyondReserves': 'hasStep',
  'quote/complete': 'saysEnough',
  'quote/limitNotAbovePrice': 'sdkOnly',
  'quote/limitNotBelowPrice': 'sdkOnly',
  'quote/limitTooHigh': 'sdkOnly',
  'quote/limitTooLow': 'sdkOnly',
  'quote/noLiquidity': 'hasStep',
  'quote/notEnoughTickArrays': 'hasStep',
  'quote/notOpen': 'saysEnough',
  'quote/nothingOut': 'hasStep',
  'quote/paused': 'hasStep',
  'quote/referralTooHigh': 'sdkOnly',
  'quote/tokenNotInPool': 'sdkOnly',
  'quote/tokenOutNotInPool': 'sdkOnly',
  'quote/zeroAmount': 'hasStep',
  'quote/zeroSpecified': 'hasStep',
  'region/addLiquidityDisabled': 'hasStep',
  'region/removeLiquidityDisabled': 'hasStep',
  'rent/accountChanged': 'saysEnough',
  'rent/notEnoughForFee': 'hasStep',
  'rent/nothingToReclaim': 'saysEnough',
  'route/cannotFill': 'saysEnough',
  'route/inputAccount': 'sdkOnly',
  'route/invalidProgram': 'sdkOnly',
  'route/malformed': 'sdkOnly',
  'route/middleAccount': 'sdkOnly',
  'route/noRoute': 'hasStep',
  'route/poolType': 'sdkOnly',
  'route/sameToken': 'saysEnough',
  'rpc/accounts': 'hasStep',
  'rpc/badAnswer': 'hasStep',
  'rpc/noEndpoint': 'sdkOnly',
  'rpc/notBase64': 'hasStep',
  'rpc/refused': 'hasStep',
  'rpc/timedOut': 'hasStep',
  'rpc/tooManyRequests': 'hasStep',
  'rpc/unreachable': 'hasStep',
  'send/allFailed': 'hasStep',
  'send/badEndpoint': 'sdkOnly',
  'send/confirmTimedOut': 'saysEnough',
  'send/endpointFailed': 'hasStep',
  'send/endpointRefused': 'hasStep',
  'send/expired': 'saysEnough',
  'send/failed': 'hasStep',
  'send/notExclusive': 'sdkOnly',
  'send/notNoted': 'hasStep',
  'send/providerFailed': 'hasStep',
  'send/relayerFailed': 'hasStep',
  'send/relayerRefused': 'hasStep',
  'send/resting': 'saysEnough',
  'send/rolledBack': 'saysEnough',
  'send/stopped': 'saysEnough',
  'send/timedOut': 'hasStep',
  'send/tipAccountNotFound': 'hasStep',
  'send/tooManyRequests': 'saysEnough',
  'send/wrongSignature': 'hasStep',
  'settings/badValue': 'hasStep',
  'settings/malformed': 'hasStep',
  'settings/unsupported': 'hasStep',
  'tick/notInteger': 'sdkOnly',
  'tick/outOfRange': 'sdkOnly',
  'tick/sqrtPriceOutOfRange': 'sdkOnly',
  'token/accountFrozen': 'hasStep',
  'token/accountNotFound': 'hasStep',
  'token/associatedAccountMismatch': 'hasStep',
  'token/hookSigner': 'saysEnough',
  'token/inputAccountNotFound': 'hasStep',
  'token/nonTransferable': 'saysEnough',
  'token/notEqual': 'sdkOnly',
  'token/transferHook': 'saysEnough',
  'token/transfersPaused': 'hasStep',
  'trade/addressMismatch': 'hasStep',
  'trade/alreadySent': 'saysEnough',
  'trade/failedOnChain': 'hasStep',
  'trade/feeRecipientNotFound': 'hasStep',
  'trade/invalidComputeUnits': 'sdkOnly',
  'trade/invalidReferralCode': 'sdkOnly',
  'trade/invalidSlippage': 'sdkOnly',
  'trade/limitBelowAmountIn': 'hasStep',
  'trade/noBlockhash': 'hasStep',
  'trade/nonceNotReady': 'hasStep',
  'trade/notEnoughToBuy': 'hasStep',
  'trade/notEnoughToPayTradeFee': 'hasStep',
  'trade/notEnoughTokens': 'hasStep',
  'trade/tooLong': 'hasStep',
  'trade/wouldFail': 'hasStep',
  'trade/wrongSide': 'sdkOnly',
  'transaction/cosignerFailed': 'sdkOnly',
  'transaction/cosignerIdle': 'sdkOnly',
  'transaction/noInstructions': 'sdkOnly',
  'transaction/noSigners': 'sdkOnly',
  'transaction/signatureCount': 'sdkOnly',
  'transaction/signatureSize': 'sdkOnly',
  'transaction/tooLarge': 'hasStep',
  'transfer/invalidFee': 'sdkOnly',
  'venue/invalidVersion': 'hasStep',
  'venue/notThisProtocol': 'hasStep',
  'venue/unknownProtocol': 'hasStep',
  'wallet/addressForSecretKey': 'hasStep',
  'wallet/bundleForeign': 'hasStep',
  'wallet/bundleMalformed': 'hasStep',
  'wallet/bundleMissing': 'hasStep',
  'wallet/bundleOutdated': 'hasStep',
  'wallet/bundleTampered': 'hasStep',
  'wallet/bundleUnsupported': 'hasStep',
  'wallet/cannotSign': 'hasStep',
  'wallet/changedElsewhere': 'hasStep',
  'wallet/changedMessage': 'hasStep',
  'wallet/didNotSign': 'hasStep',
  'wallet/kdfRefused': 'hasStep',
  'wallet/locked': 'hasStep',
  'wallet/madeElsewhere': 'hasStep',
  'wallet/noPhrase': 'hasStep',
  'wallet/notConfirmed': 'saysEnough',
  'wallet/notPractising': 'hasStep',
  'wallet/overLimit': 'hasStep',
  'wallet/passkeyRefused': 'hasStep',
  'wallet/passkeyUnsupported': 'hasStep',
  'wallet/passphraseRefused': 'saysEnough',
  'wallet/recipientNotTyped': 'hasStep',
  'wallet/recoveryCodeMalformed': 'saysEnough',
  'wallet/refusedToSign': 'hasStep',
  'wallet/requestMalformed': 'hasStep',
  'wallet/secretKeyMalformed': 'hasStep',
  'wallet/signerFailed': 'saysEnough',
  'wallet/storeRefused': 'saysEnough',
  'wallet/storeUnknown': 'hasStep',
  'wallet/wrongFilePassphrase': 'hasStep',
  'wallet/wrongPassphrase': 'hasStep',
  'withdraw/alreadySent': 'saysEnough',
  'withdraw/leavesTooLittle': 'saysEnough',
  'withdraw/notEnough': 'hasStep',
  'withdraw/notEnoughTokens': 'hasStep',
  'withdraw/recipientChanged': 'saysEnough',
  'withdraw/recipientFrozen': 'hasStep',
  'withdraw/sameUnderway': 'saysEnough',
  'withdraw/toMint': 'saysEnough',
  'withdraw/toNobody': 'saysEnough',
  'withdraw/toProgram': 'saysEnough',
  'withdraw/toProgramAccount': 'saysEnough',
  'withdraw/toSelf': 'saysEnough',
  'withdraw/toTokenAccount': 'saysEnough',
  'withdraw/tooLittleToOpen': 'saysEnough',
}

const textsOf = (group: Group) =>
  (Object.keys(groups) as Code[])
    .filter(code => groups[code] === group)
    .map(code => [code, new TernError(code, factsOfErrors[code]).message] as const)

describe('the next step', () => {
  it.each(textsOf('hasStep'))('is given for %s: %s', (_, text) => {
    expect(nextStep(text)).toMatch(/^[A-Z].*[.?]$/)
  })

  it.each([unread('a'), unread('0.1234567891')])('is given for an unreadable amount: %s', ({ message }) => {
    expect(nextStep(message)).toMatch(/\.$/)
  })

  it.each([...textsOf('saysEnough'), ...textsOf('sdkOnly')])(
    'is not given for %s, which says enough: %s',
    (_, text) => {
      expect(nextStep(text)).toBeUndefined()
      expect(withNextStep('Enter an amount')).toBe('Enter an amount.')
    },
  )

  it('is about the subject of the text', () => {
    expect(withNextStep('item ins too big: this trade needs a lookup table (LOOKUP_TABLE)')).toBe(
      'item ins too big: this trade needs a lookup table (LOOKUP_TABLE). Run npm run lookup-table on your server to make one.',
    )
    expect(nextStep('The node did not answer getSlot in 5000 ms')).toBe(nextStep('The node cannot be reached'))
  })
})
