import { nativeToken, systemProgram } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { type DocExample, docExamples, entryPoints, parseExample, statedValue } from './docExamples.ts'

/** These need a node or a server. */
const networked = ['createChain', 'createClient', 'fetchComputeBudget', 'watchProviders', 'readListedPools']
/** The reader's own names that examples use, with any value that fits. */
const givens: Record<string, unknown> = {
  ...{ from: systemProgram, to: systemProgram, wallet: systemProgram, owner: systemProgram, authority: systemProgram },
  ...{ base: systemProgram, table: systemProgram, lamports: 1n, slot: 5n, token: nativeToken, key: 'secret' },
}
const entries: readonly Record<string, unknown>[] = await Promise.all(entryPoints.map(name => import(name)))
const AsyncFunction = (async () => undefined).constructor as typeof Function

/** Returns a function that runs an example. `undefined`: it needs a chain or an account. */
async function runnable({ file, code }: DocExample): Promise<(() => Promise<readonly unknown[]>) | undefined> {
  const { statements, names } = parseExample(code)
  if (names.some(name => networked.includes(name))) return undefined
  const own: Record<string, unknown> = await import(/* @vite-ignore */ file)
  const values = names.map(name => [own, givens, ...entries].find(entry => name in entry)?.[name])
  if (values.includes(undefined)) return undefined
  const body = statements.map(({ text, result }, at) => (result === undefined ? text : `__values[${at}] = ${text}`))
  return async () => {
    const results: unknown[] = []
    await new AsyncFunction(...names, '__values', body.join('\n;'))(...values, results)
    return results
  }
}

const all = docExamples()
const found = await Promise.all(all.map(async example => ({ example, run: await runnable(example) })))
const run = found.flatMap(one => (one.run === undefined ? [] : [[one.example.at, one.example, one.run] as const]))
const stated = (result: string) => statedValue(result, text => expect.stringMatching(`^${text}`))

describe('an example in a docstring', () => {
  it.each(run)('returns its stated result: %s', async (_, { code }, act) => {
    const results = await act()
    for (const [at, { result }] of parseExample(code).statements.entries()) {
      const expected = result === undefined ? undefined : stated(result)
      if (expected !== undefined) expect(results[at]).toEqual(expected.value)
    }
  })

  it('is run if it needs neither a chain nor an account', () => {
    expect(all.length).toBeGreaterThan(230)
    expect(run.length).toBeGreaterThan(100)
    const results = run.flatMap(([, { code }]) =>
      parseExample(code).statements.flatMap(({ result = '' }) => stated(result) ?? []),
    )
    expect(results.length).toBeGreaterThan(90)
  })
})

it.each(['@tern/core', '@tern/chain', '@tern/client'])('an example shows every function of %s', async name => {
  const exported = Object.entries(await import(/* @vite-ignore */ name))
  const functions = exported.flatMap(([name, value]) => (typeof value === 'function' ? [name] : []))
  expect(functions.length).toBeGreaterThan(20)
  const isShown = (name: string) => all.some(({ code }) => new RegExp(`\\b${name}\\b`).test(code))
  expect(functions.filter(name => !isShown(name))).toEqual([])
})

describe('a result in words', () => {
  it.each([
    ['10_000n lamports', 10_000n],
    ['3n, rounded up from 2.5', 3n],
    ["'2', although '1' is shown", '2'],
    ['[34n, 0n] raw units: 33.3 is rounded up', [34n, 0n]],
    ["{ kind: 'scaled', multiplier: 10 }", { kind: 'scaled', multiplier: 10 }],
    ['Uint8Array [4, 0]', Uint8Array.of(4, 0)],
    ["{ to: '96gY…' }", { to: expect.stringMatching('^96gY') }],
    ['null', null],
    ['-1n', -1n],
  ])('%s', (result, value) => {
    expect(stated(result)).toEqual({ value })
  })

  it.each(['the price of GLOW in USDC', 'a Relayer; it sends nothing yet', '[Tracking, …]', 'trueish'])(
    '%s',
    result => {
      expect(stated(result)).toBeUndefined()
    },
  )
})

describe('the names of an example', () => {
  it('are the names that it does not declare itself', () => {
    const code = 'const { steps } = await execute(client, { plan, at: 5n })\nsteps.map(one => one.at) // [5n]'
    expect(parseExample(code)).toMatchObject({
      names: ['execute', 'client', 'plan'],
      statements: [{}, { result: '[5n]' }],
    })
  })
})
