import type { Address } from '@tern/core'

/**
 * Accounts that the server names to the signer in the page's HTML.
 * `tipAccounts`: may receive tips, in addition to the known providers' accounts. `payees`: may receive Tern's fee.
 * The terminal cannot change the lists, because the page belongs to the vault. The signer refuses malformed addresses.
 */
export interface PageAccounts {
  readonly tipAccounts: readonly Address[]
  readonly payees: readonly Address[]
}

function named(name: string): readonly Address[] {
  const { content = '' } = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`) ?? {}
  return content.split(' ').filter(Boolean) as readonly string[] as readonly Address[]
}

export const readPageAccounts = (): PageAccounts => ({ tipAccounts: named('tip-accounts'), payees: named('payees') })
