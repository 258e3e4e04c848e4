import { isAddress } from '@solana/kit'

/** Accounts that the vault's page passes to its signer. The signer accepts them from no other page. */
interface PageAccounts {
  /** Accounts that trades may tip, in addition to the ones that the signer knows. */
  readonly tipAccounts: readonly string[]
  /** Accounts that trades may pay Tern's fee to. */
  readonly payees: readonly string[]
}

/** The empty tag in `apps/vault/index.html`. */
const unsaid = (name: string) => `<meta name="${name}" content="">`

/** Writes valid addresses only, and they need no escaping. */
const say = (html: string, name: string, accounts: readonly string[]): string =>
  html.replace(unsaid(name), unsaid(name).replace('""', `"${accounts.filter(isAddress).join(' ')}"`))

/** Writes these accounts into the vault's page. */
export const vaultPage = (html: string, { tipAccounts, payees }: PageAccounts): string =>
  say(say(html, 'tip-accounts', tipAccounts), 'payees', payees)
