import { isAddress } from '@solana/kit'

/** Accounts that the vault's page names to its signer, which takes no other page's word for them. */
interface PageAccounts {
  /** Where trades may tip, beside the accounts that the signer knows. */
  readonly tipAccounts: readonly string[]
  /** Where trades may pay Tern's fee. */
  readonly payees: readonly string[]
}

/** As `apps/vault/index.html` has it. */
const unsaid = (name: string) => `<meta name="${name}" content="">`

/** An address needs no escaping; nothing else is written. */
const say = (html: string, name: string, accounts: readonly string[]): string =>
  html.replace(unsaid(name), unsaid(name).replace('""', `"${accounts.filter(isAddress).join(' ')}"`))

/** Writes these accounts into the vault's page. */
export const vaultPage = (html: string, { tipAccounts, payees }: PageAccounts): string =>
  say(say(html, 'tip-accounts', tipAccounts), 'payees', payees)
