import { knowing } from './nextStep.ts'
import './walletSteps.ts'

const tooMuch = 'The pool does not hold that much: a smaller amount fits.'
const tooLittle = 'A larger amount does.'
const aboveZero = 'Enter an amount above zero.'
const again = 'Send it again at the new price, or allow more slippage.'
const otherAmount = 'Take another amount.'
const less = 'A smaller amount, or All, fits.'
const mayBeThere = 'It may have arrived all the same: look under Activity before you send it again.'
const readAnew = 'Reload the page, so that the pool is read anew.'
const frozen = 'Only who issued the token can thaw it.'

/** The same function for those who trade, withdraw and close accounts: whoever takes it from here has these steps, and those of wallets. */
export const nextStep = knowing(
  {
    'No wallet found': 'Create one or restore it from its file: it takes a minute.',
    'Wallet balance not loaded': 'Your balance has not come from the chain yet. Trading opens when it has.',
    'Dex accounts not ready for pool': 'The pool could not be read from the chain. It is being read again.',
    'No blockhash': 'The chain’s newest block is not known, so a trade could not land. Waiting for the next one.',
    'Nonce account not ready':
      'It is opened under Wallets and carries one trade at a time: wait for the one before, or cancel it there.',
    'Waiting for the last transaction': 'It may still land. A second trade opens when its outcome is known.',
    'No enough SOL to buy tokens': 'The total above is more than you have. A smaller amount, or Max, fits.',
    'No enough SOL to pay for trade fee': 'The fees above are more SOL than you have. Add some SOL first.',
    'Insufficient liquidity': tooMuch,
    'swapCompute LiquidityInsufficient': tooMuch,
    'Transaction sending timed out': 'It is sent again until its outcome is known.',
    'The price moved beyond the slippage limit': again,
    'The wallet’s own guard stopped the trade':
      'The chain had moved on since your wallet simulated it. Only the network’s fees were spent: send it again.',
    'The price moved beyond the ticks that the transaction names': again,
    'Both direct and relay transactions failed': mayBeThere,
    'invalid public key': 'An address has 32 to 44 letters and digits: paste it whole.',
    'invalid mint account': 'There is no token at this address: paste its mint.',
    'cannot found pool': 'Paste the mint of a token that trades against SOL.',
    'destinationAmountSwapped is zero': tooLittle,
    'The amount is too small for this pool': tooLittle,
    'amount must greater than zero': aboveZero,
    'amountSpecified must not be 0': aboveZero,
    'No enough initialized tickArray': tooMuch,
    'The amounts are too large for this pool': tooMuch,
    "The token's transfer fee does not work out for this amount": otherAmount,
    'Trading is paused in this pool': 'It opens here by itself when its makers let it go on.',
    'The pool is not open for this': 'Its makers decide when it is. Try again later.',
    'Protocol fee recipient not found': readAnew,
    'The pool refused the input': readAnew,
    'The transaction names an account that is not the one of this pool': readAnew,
    'The token account is frozen by the token’s issuer': frozen,
    'The recipient’s account of this token is frozen by its issuer': `${frozen} Send it to another address.`,
    'The token’s issuer has paused its transfers': 'Only they can let them go on. What you hold stays yours.',
    'create ata check error': 'Your account of this token is not as it must be: use another wallet.',
    'input token account not found': 'Choose the wallet that holds the token.',
    'Not enough tokens to sell': 'A smaller amount, or Max, fits.',
    'Not enough SOL for this withdrawal': less,
    'Not enough tokens for this withdrawal': less,
    'No enough SOL to pay the network fee': 'Add some SOL first.',
    'The trade changed after you pressed': 'Look at it again, then press.',
    'Preparing the trade took over 5 seconds': 'Press again if you still want it.',
    'Wallet address does not match': 'Another wallet is chosen by now: look at it again, then send it.',
    'Not sent: there is no place to note the transaction down first':
      'Let your browser store data of this site, or make room on the disk.',
    'All transactions failed to send via relayer': mayBeThere,
    'item ins too big': 'It may fit without MEV protection, or with a lookup table on your server.',
    'The wallet is locked': 'Unlock it, then send it again.',
    'fetch pool info error': 'Raydium’s list of pools did not answer. Try again in a moment.',
    'This is not a Tern settings file': 'Choose the file that you exported under Settings.',
  },
  [
    [
      /^The transaction failed on chain: /,
      'Only the network’s fees were spent. Look at it again before you send it once more.',
    ],
    [/^The transaction would fail on chain: /, 'Another amount may work, or the same one later.'],
    [/^Failed to send |^\S+ refused the transaction: |^\S+ does not work: /, mayBeThere],
    [/ (tip account not found|answered with another signature)$/, 'Turn this provider off under Settings.'],
    [/^item ins too big: /, 'On your server, npm run lookup-table makes one.'],
    [/^In the settings file, /, 'Correct that in the file, or export it anew.'],
    [/^Not an amount of 64 bits: /, 'A smaller amount fits.'],
    [/^This takes \d+, more than the limit /, again],
    [/^Unsupported protocol: |^This pool is not one of /, 'The page may be older than your server: reload it.'],
    [
      /^Token(Invalid|AccountNot)|^(The account is no|Not a value of|Token extension) | ends early: | of \w+ is .+, not | (takes \d+ bytes|belongs to \w+), not /,
      'The chain holds something there that Tern does not know. Another token works.',
    ],
  ],
)
