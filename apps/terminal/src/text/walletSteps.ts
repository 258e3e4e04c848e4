import { knowing } from './nextStep.ts'

const otherCopy = 'Nothing was opened. Use another copy of the file.'

/** `nextStep` with the steps for refusals of the vault and its signer. */
export const nextStep = knowing(
  {
    'Wrong passphrase': 'Check capitals and spaces, or use your recovery code.',
    'Wrong passphrase for this file': 'Use the passphrase or recovery code it was downloaded with.',
    'This is not a Tern wallet file': 'Choose the file that you downloaded from the Wallets page: tern-wallets-….json.',
    'The wallet file was changed or is damaged': otherCopy,
    'Tern does not allow the passphrase protection of this wallet file': otherCopy,
    'This wallet file is older than the one last used here': 'Use the newest file that you downloaded.',
    'These are not the last four characters of the address': 'Compare the address above with your recipient’s.',
    'The server has not answered: this may be stored or not': 'Retry once it answers.',
    'The wallets changed elsewhere, so nothing was stored': 'Start again.',
    'Another tab created a wallet, so this wallet was not stored': 'Close this form and use that wallet.',
    'No passkey was used': 'Try again, or use your passphrase.',
    'This passkey cannot open wallets: its device does not offer PRF':
      'Use your passphrase, or another device’s passkey.',
    'More SOL than the signer signs without asking': 'Change the limits on the Wallets page.',
    'The signer does not understand this request': 'Reload the page.',
    'This is an address, not a secret key': 'Paste the secret key, which is twice as long.',
    'This is not a secret key': 'Paste the 64 bytes that another wallet exports, as text or as a list of numbers.',
    'These wallets have no recovery phrase': 'Create one on the Wallets page.',
    'A practice wallet needs a practice chain, and no other wallet': 'Reload the page and begin there.',
    'These wallets belong to another account': 'Restore yours from their file.',
  },
  [
    [/ and the server has no file of them$/, 'Restore their file.'],
    [/^Refused to sign: /, 'Nothing was signed. Reload the page and check it.'],
    [/ cannot sign here: /, 'Use another wallet, or create one here.'],
    [/ changed the transaction, so it was not sent$/, 'Check in that wallet whether it sent something itself.'],
    [/^.+ did not sign: /, 'This is the wallet’s own message. Try again in a moment; your input stays.'],
    [/ needs? a newer Tern /, 'Update your Tern server, then reload the page.'],
  ],
)
