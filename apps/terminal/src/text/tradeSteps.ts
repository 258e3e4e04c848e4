import { knowing } from './nextStep.ts'
import './walletSteps.ts'

const tooMuch = 'The pool does not hold that much. Enter a smaller amount.'
const tooLittle = 'Enter a larger amount.'
const orMax = 'Enter a smaller amount, or press Max.'
const addSol = 'Add some SOL first.'
const aboveZero = 'Enter an amount above zero.'
const again = 'Retry at the new price, or allow more slippage.'
const otherAmount = 'Enter another amount.'
const less = 'Enter a smaller amount, or press All.'
const mayBeThere = 'It may have landed anyway. Check Activity before you retry.'
const reload = 'Reload the page.'
const frozen = 'Only the token’s issuer can unfreeze it.'

/** `nextStep` with the steps for trades, withdrawals and closed accounts, and those for wallets. */
export const nextStep = knowing(
  {
    'No wallet found': 'Create one or restore it from its file.',
    'Wallet balance not loaded': 'You can trade once your balance loads.',
    'Dex accounts not ready for pool': 'Could not read the pool from the chain. Retrying.',
    'No blockhash': 'Waiting for the chain’s next block.',
    'Nonce account not ready': 'It carries one trade at a time. Open it or cancel its trade on the Wallets page.',
    'Waiting for the last transaction': 'It may still land. You can trade again once its outcome is known.',
    'No enough SOL to buy tokens': orMax,
    'No enough SOL to pay for trade fee': addSol,
    'Insufficient liquidity': tooMuch,
    'swapCompute LiquidityInsufficient': tooMuch,
    'Transaction sending timed out': 'Sending again until its outcome is known.',
    'The price moved beyond the slippage limit': again,
    'The wallet’s own guard stopped the trade': 'Only network fees were spent. Retry.',
    'The price moved beyond the transaction’s ticks': again,
    'Both direct and relay transactions failed': mayBeThere,
    'invalid public key': 'Paste the whole address: 32 to 44 letters and digits.',
    'invalid mint account': 'No token at this address. Paste its mint.',
    'No pools connect these tokens': 'Choose another token.',
    'cannot found pool': 'Paste the mint of a token that trades against SOL.',
    'destinationAmountSwapped is zero': tooLittle,
    'The amount is too small for this pool': tooLittle,
    'amount must greater than zero': aboveZero,
    'amountSpecified must not be 0': aboveZero,
    'No enough initialized tickArray': tooMuch,
    'The amounts are too large for this pool': tooMuch,
    "The token's transfer fee does not work out for this amount": otherAmount,
    'Trading is paused in this pool': 'Trading resumes here when its creators allow it.',
    'The pool is not open for this': 'Its creators decide when it opens. Try again later.',
    'Protocol fee recipient not found': reload,
    'The pool refused the input': reload,
    'The transaction names a wrong account for this pool': reload,
    'The token account is frozen by the token’s issuer': frozen,
    'The recipient’s account of this token is frozen by its issuer': `${frozen} Send it to another address.`,
    'The token’s issuer has paused its transfers': 'Only the issuer can resume them. Your tokens stay yours.',
    'create ata check error': 'Your account of this token is not usable. Use another wallet.',
    'input token account not found': 'Switch to the wallet that holds the token.',
    'Not enough tokens to sell': orMax,
    'Not enough SOL for this withdrawal': less,
    'Not enough tokens for this withdrawal': less,
    'No enough SOL to pay the network fee': addSol,
    'The trade changed after you pressed': 'Check it, then press again.',
    'Preparing the trade took over 5 seconds': 'Press again if you still want it.',
    'Wallet address does not match': 'Another wallet is in use now. Check the trade, then send it.',
    'Not sent: the transaction could not be saved first': 'Allow this site to store data, or free disk space.',
    'All transactions failed to send via relayer': mayBeThere,
    'item ins too big': 'It may fit without MEV protection, or with a lookup table on your server.',
    'The wallet is locked': 'Unlock it, then retry.',
    'fetch pool info error': 'Raydium’s list of pools did not answer. Try again in a moment.',
    'invalid version': 'This cluster runs another release of the pool’s program. Choose another pool.',
    'This is not a Tern settings file': 'Choose a file exported in Settings.',
  },
  [
    [/^The transaction failed on chain: /, 'Only network fees were spent. Check it before you retry.'],
    [/^The transaction would fail on chain: /, 'Try another amount, or the same amount later.'],
    [/^Failed to send |^\S+ refused the transaction: |^\S+ does not work: /, mayBeThere],
    [/ (tip account not found|answered with another signature)$/, 'Turn this provider off in Settings.'],
    [/^item ins too big: /, 'Run npm run lookup-table on your server to make one.'],
    [/^In the settings file, /, 'Correct it in the file, or export again.'],
    [/^Not an amount of 64 bits: /, 'Enter a smaller amount.'],
    [/^This takes \d+, more than the limit /, again],
    [/^Unsupported protocol: |^This pool does not belong to /, reload],
    [
      /^Token(Invalid|AccountNot)|^(The account is no|Not a value of|Token extension) | ends early: | of \w+ is .+, not | (takes \d+ bytes|belongs to \w+), not /,
      'Tern cannot read its data. Try another token.',
    ],
  ],
)

const leads: Readonly<Record<string, readonly string[]>> = {
  Reconnecting: ['No suborg', 'No blockhash', 'The server cannot be reached'],
  'Loading balance': ['Wallet balance not loaded'],
  'Loading pool': ['Dex accounts not ready for pool'],
  'Wallets need restoring': ['No wallet bundle'],

  'Not a number': ['invalid number string'],
  'Too many decimals': ['decimals overflow'],
  'Enter an amount': [
    'amount must greater than zero',
    'amounts must greater than zero',
    'amountSpecified must not be 0',
  ],
  'Amount too small': ['destinationAmountSwapped is zero'],
  'You have no liquidity here': ['cannot found lp token account'],
  'Not enough SOL': ['No enough SOL to buy tokens', 'Not enough SOL for the amount, the rents and the fees'],
  'Not enough SOL for fees': ['No enough SOL to pay for trade fee', 'No enough SOL to pay the network fee'],
  'Not enough liquidity': ['swapCompute LiquidityInsufficient', 'No enough initialized tickArray'],
}

/**
 * Words a reason plainly, for a button's label. The reason to the letter is the button's description.
 *
 * @example leadOf('invalid number string') // 'Not a number'
 */
export const leadOf = (reason: string): string =>
  Object.keys(leads).find(lead => leads[lead]?.includes(reason)) ?? reason

/** Words a reason plainly, as a sentence, with the next step after it. */
export function faultText(reason: string): string {
  const next = nextStep(reason)
  return next === undefined ? `${leadOf(reason)}.` : `${leadOf(reason)}. ${next}`
}
