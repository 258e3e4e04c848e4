import { knowing } from './nextStep.ts'

const otherCopy = 'Nothing was opened. Use another copy of the file.'

/** The same function for those who say what keeps keys refuses: whoever takes it from here has these steps, too. */
export const nextStep = knowing(
  {
    'Wrong passphrase': 'Mind capital letters and spaces, or use your recovery code.',
    'Wrong passphrase of the file': 'A file keeps the passphrase and the recovery code that it was downloaded with.',
    'This is not a Tern wallet file': 'Choose the file that you downloaded from the Wallets page: tern-wallets-….json.',
    'The wallet file was changed or is damaged': otherCopy,
    'This wallet file asks for a passphrase protection that Tern does not allow': otherCopy,
    'This wallet file is older than the one last used here': 'Use the newest one that you downloaded.',
    'These are not the last four characters of the address': 'Compare the address above with where you want to send.',
    'The server has not answered, so it is not known whether this was stored': 'Press again once it answers.',
    'The wallets were changed elsewhere meanwhile, so nothing was stored': 'Start again.',
    'Another tab has made a wallet meanwhile, so this one was not stored': 'Close this form and use that one.',
    'No passkey was used': 'Try again, or use your passphrase.',
    'This passkey cannot open wallets: its device does not offer PRF':
      'Use your passphrase, or another device’s passkey.',
    'More SOL than the signer signs without asking': 'Its limits are under Wallets.',
    'The signer does not understand this request': 'Reload the page: it may be older than the signer.',
    'This is an address, not a secret key': 'Paste the secret key: twice as long, and never shown to anybody.',
    'This is not a secret key': 'Paste the 64 bytes that another wallet exports, as text or as a list of numbers.',
    'These wallets have no recovery phrase': 'Make one under Wallets.',
    'A practice wallet is made on a practice chain only, and beside no others': 'Reload the page and begin there.',
    'These wallets are of another account': 'Restore yours from their file.',
  },
  [
    [/ and the server has nothing of them$/, 'Restore their file.'],
    [/^Refused to sign: /, 'Nothing was signed. Reload the page and look at it again.'],
    [/ cannot sign here: /, 'Another wallet can, or one that you make here.'],
    [/ changed the transaction, so it was not sent$/, 'Look in that wallet whether it sent something by itself.'],
    [/^.+ did not sign: /, 'These are the wallet’s words. Try again in a moment; what you typed stays.'],
    [/ needs? a newer Tern /, 'Update your Tern server, then reload the page.'],
  ],
)
