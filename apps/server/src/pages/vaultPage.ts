import { isAddress } from '@solana/kit'

/** As `apps/vault/index.html` has it. */
const unsaid = '<meta name="tip-accounts" content="">'

/** The vault's page with the accounts to which its signer is to let trades tip, beside those that it knows. An address needs no escaping. */
export const vaultPage = (html: string, tipAccounts: readonly string[]): string =>
  html.replace(unsaid, unsaid.replace('""', `"${tipAccounts.filter(isAddress).join(' ')}"`))
