const tooMuch = 'The pool does not hold that much: a smaller amount fits.'

/** What to do about a refusal, by the refusal's text: the texts are the specification's and say only what is wrong. */
const steps: Readonly<Record<string, string>> = {
  'No wallet found': 'Create one or restore it from its file: it takes a minute.',
  'Wallet balance not loaded': 'Your balance has not come from the chain yet. Trading opens when it has.',
  'Dex accounts not ready for pool': 'The pool could not be read from the chain. It is being read again.',
  'No blockhash': 'The chain’s newest block is not known, so a trade could not land. Waiting for the next one.',
  'Nonce account not ready':
    'It is opened under Wallets and carries one trade at a time: wait for the one before, or cancel it there.',
  'Waiting for the last transaction': 'It may still land. A second trade opens when its outcome is known.',
  'No enough SOL to buy tokens': 'The total above is more than you have. A smaller amount, or Max, fits.',
  'No enough SOL to pay for trade fee': 'The fees above are more SOL than you have. Add some SOL first.',
  'invalid number string': 'Write digits with one point, like 0.5.',
  'decimals overflow': 'There are more digits after the point than there are units for.',
  'Insufficient liquidity': tooMuch,
  'swapCompute LiquidityInsufficient': tooMuch,
  'Transaction sending timed out': 'It is sent again until its outcome is known.',
  'The price moved beyond the slippage limit': 'Send it again at the new price, or allow more slippage.',
  'Both direct and relay transactions failed': 'Neither way to the chain answered. Send it again in a moment.',
  'Wrong passphrase': 'Mind capital letters and spaces, or use your recovery code.',
  'Wrong passphrase of the file': 'A file keeps the passphrase and the recovery code that it was downloaded with.',
  'This is not a Tern wallet file': 'Choose the file that you downloaded from the Wallets page: tern-wallets-….json.',
  'The wallet file was changed or is damaged': 'Nothing was opened. Use another copy of the file.',
  'These are not the last four characters of the address': 'Compare the address above with where you want to send.',
  'failed to get info for multiple accounts, RPC_ERROR':
    'The chain’s node did not tell what the trade is worked out from. It is asked again every few seconds.',
  'The node cannot be reached': 'It is asked again every few seconds; what you typed stays.',
  'The node is asked too often': 'Try again shortly; what you typed stays.',
  'The server cannot be reached': 'Is your Tern server running?',
}

/** One thing to do about a refusal or an error, in a sentence; `undefined` when its own text says enough. */
export function nextStep(text: string): string | undefined {
  return steps[text]
}

/** A refusal as a sentence, and what to do about it. */
export function withNextStep(text: string): string {
  const next = nextStep(text)
  return next === undefined ? `${text}.` : `${text}. ${next}`
}
