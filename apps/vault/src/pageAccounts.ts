import type { Address } from '@tern/core'

/**
 * Accounts that the server which serves this page names to the signer: to whom trades may tip, beside those that it knows, and to
 * whom they may pay Tern's fee. The terminal has no say: the page is the vault's own. The signer refuses what is no address.
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
