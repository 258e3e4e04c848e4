import { nextStep } from './nextStep.ts'

const tooMuch = 'Not enough liquidity'
const tooSmall = 'Amount too small'
const enterAmount = 'Enter an amount'

/** Plain words for reasons whose text the specification fixes. The reason itself stays as the description of its button. */
const leads: Readonly<Record<string, string>> = {
  'No suborg': 'Reconnecting',
  'No wallet bundle': 'Wallet not loaded',
  'Wallet balance not loaded': 'Loading balance',
  'The server cannot be reached': 'Reconnecting',
  'No blockhash': 'Reconnecting',
  'Dex accounts not ready for pool': 'Loading pool',
  'Wallet address does not match': 'Another wallet is in use',
  'failed to get info for multiple accounts, RPC_ERROR': 'Node not responding',
  'invalid number string': 'Not a number',
  'decimals overflow': 'Too many decimals',
  'No enough SOL to buy tokens': 'Not enough SOL',
  'No enough SOL to pay for trade fee': 'Not enough SOL for fees',
  'No enough SOL to pay the network fee': 'Not enough SOL for fees',
  'amount must greater than zero': enterAmount,
  'amountSpecified must not be 0': enterAmount,
  'destinationAmountSwapped is zero': tooSmall,
  'The amount is too small for this pool': tooSmall,
  'Insufficient liquidity': tooMuch,
  'swapCompute LiquidityInsufficient': tooMuch,
  'No enough initialized tickArray': tooMuch,
  'item ins too big': 'Transaction too large',
}

/**
 * Words a reason plainly.
 *
 * @example leadOf('invalid number string') // 'Not a number'
 */
export const leadOf = (reason: string): string => leads[reason] ?? reason

/** Words a reason plainly, as a sentence, with the next step after it. */
export function faultText(reason: string): string {
  const next = nextStep(reason)
  return next === undefined ? `${leadOf(reason)}.` : `${leadOf(reason)}. ${next}`
}
