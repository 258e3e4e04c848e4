interface ScriptUrlPolicy {
  createScriptURL(url: string): string
}

interface PolicyFactory {
  createPolicy(name: string, rules: ScriptUrlPolicy): ScriptUrlPolicy
}

/**
 * Makes a script's URL for `new Worker` under `require-trusted-types-for 'script'`. The policy's name is `tern`.
 *
 * @throws TypeError for a URL of another origin.
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
