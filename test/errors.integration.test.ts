import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { createContext, runInContext } from 'node:vm'
import type { ErrorCode } from '@tern/core'
import { rolldown } from 'rolldown'
import { describe, expect, it } from 'vitest'
import { factsOfErrors } from '../packages/core/test/factsOfErrors.ts'

/** The message table. `@tern/core` does not export it. */
const { errorMessages } = (await import(new URL('../packages/core/src/errorMessages.ts', import.meta.url).href)) as {
  readonly errorMessages: Readonly<Record<string, string | ((facts: unknown) => string)>>
}

/** Facts of errors hold integers beyond 2^53, which JSON has no form for. */
const wire = JSON.stringify(factsOfErrors, (_, value: unknown) =>
  typeof value === 'bigint' ? { integer: `${value}` } : value,
)

/** Makes an error of each code, and throws, sends and shows it. It imports only `@tern/core`. */
const source = `
  import { errorMessage, isTernError, TernError } from '@tern/core'
  const written = (_, value) => typeof value === 'bigint' ? { integer: String(value) } : value
  const read = (_, value) => value?.integer === undefined ? value : BigInt(value.integer)
  const shown = {}
  for (const [code, facts] of Object.entries(JSON.parse(${JSON.stringify(wire)}, read))) {
    try {
      throw new TernError(code, facts)
    } catch (error) {
      const sent = JSON.parse(JSON.stringify({ code: error.code, facts: error.facts }, written), read)
      const again = new TernError(sent.code, sent.facts)
      const bare = new TernError(code)
      const isSame = isTernError(again, code) && again.message === error.message
      shown[code] = isSame && errorMessage(sent) === error.message ? [error.message, bare.message] : 'differs'
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
  expect(Object.keys(shown)).toEqual(Object.keys(errorMessages))
  for (const [code, text] of Object.entries(errorMessages)) {
    const [whole, bare] = shown[code] as readonly string[]
    const facts = factsOfErrors[code as ErrorCode]
    expect(whole).toBe(typeof text === 'string' ? text : text(facts))
    // A fact without a value, or of another type, shows in the text.
    expect(whole).not.toMatch(/undefined|NaN|\[object/)
    // Without its facts, a text that is a function falls back to the code.
    expect(bare).toEqual(typeof text === 'string' ? text : expect.stringMatching(/./))
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
