import type { Address } from '@tern/core'

/**
 * Where the server that serves this page has providers take tips, beside the accounts that the signer knows. The terminal has no say
 * in it: the page is the vault's own. What is no address the signer refuses.
 */
export function readTipAccounts(): readonly Address[] {
  const { content = '' } = document.querySelector<HTMLMetaElement>('meta[name="tip-accounts"]') ?? {}
  return content.split(' ').filter(Boolean) as readonly string[] as readonly Address[]
}
