interface ScriptUrlPolicy {
  createScriptURL(url: string): string
}

interface PolicyFactory {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy
}

/**
 * A script's address for `new Worker` under `require-trusted-types-for 'script'`: only a path of this site passes. The
 * policy is called `tern`.
 */
export const trustedScriptUrl: (url: string) => string = (() => {
  const check = (url: string) => {
    if (new URL(url, location.href).origin !== location.origin) throw new TypeError('A script of another site')
    return url
  }
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
  const policy = factory?.createPolicy('tern', { createScriptURL: check })
  return url => policy?.createScriptURL(url) ?? check(url)
})()
