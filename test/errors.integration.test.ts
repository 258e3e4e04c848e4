import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'

/** The message table. `@tern/core` does not export it. */
const { errorMessages } = (await import(new URL('../packages/core/src/errorMessages.ts', import.meta.url).href)) as {
  readonly errorMessages: Readonly<Record<string, string | (() => string)>>
}
const codes = Object.keys(errorMessages)

/** Makes an error of each code, and throws, sends and shows it. It imports only `@tern/core`. */
const source = `
  import { errorMessage, isTernError, TernError } from '@tern/core'
  const shown = {}
  for (const code of ${JSON.stringify(codes)}) {
    try {
      throw new TernError(code, { of: code })
    } catch (error) {
      const { code, facts } = JSON.parse(JSON.stringify({ code: error.code, facts: error.facts }))
      const again = new TernError(code, facts)
      const bare = new TernError(code)
      const isSame = isTernError(again, code) && again.message === error.message && facts.of === code
      shown[code] = isSame && errorMessage(again) === error.message ? [error.message, bare.message] : 'differs'
    }
  }
  globalThis.shown = shown`

/** Bundles the source for a page or for Node, with `@tern/core` as its only entry point. */
async function bundled(platform: 'browser' | 'node'): Promise<string> {
  const bundle = await rolldown({
    ...{ input: 'virtual:page', platform },
    plugins: [
      {
        name: 'page',
        resolveId(id, from) {
          if (id === 'virtual:page') return id
          return from === 'virtual:page' ? this.resolve(id, join(import.meta.dirname, 'page.js')) : undefined
        },
        load: id => (id === 'virtual:page' ? source : undefined),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'iife', minify: platform === 'browser' })
  await bundle.close()
  return output[0].code
}

function expectAll(shown: Readonly<Record<string, unknown>>): void {
  expect(Object.keys(shown)).toEqual(codes)
  for (const [code, text] of Object.entries(errorMessages)) {
    const [whole, bare] = shown[code] as readonly string[]
    // Without its facts, a text that is a function falls back to the code.
    if (typeof text === 'string') expect([whole, bare]).toEqual([text, text])
    else expect([whole, bare]).toEqual([expect.stringMatching(/./), expect.stringMatching(/./)])
  }
}

describe('every error, from @tern/core alone', () => {
  it('can be made, thrown, sent and shown in a page', async () => {
    // A page lacks Node's globals.
    const page = createContext({ TextEncoder, TextDecoder })
    runInContext(await bundled('browser'), page)
    expectAll(page.shown)
  })

  it('can be made, thrown, sent and shown in Node', async () => {
    const code = `${await bundled('node')}\nconsole.log(JSON.stringify(globalThis.shown))`
    const { stdout } = await promisify(execFile)(process.execPath, ['-e', code])
    expectAll(JSON.parse(stdout))
  })
})
