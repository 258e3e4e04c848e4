import { globSync, readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { type ESTree, parseSync } from 'vite'

const root = join(import.meta.dirname, '..')
const packages = ['core', 'venues', 'chain', 'client']

/** The modules whose names an example uses without an import. A name of its own file comes first. */
export const entryPoints = [
  '@tern/core',
  '@tern/core/internal',
  '@tern/venues',
  '@tern/chain',
  '@tern/chain/internal',
  '@tern/client',
] as const

/** An `@example` of a docstring. */
export interface DocExample {
  /** Path from the repository's root, and the docstring's line. */
  readonly at: string
  /** Absolute path of the file that the docstring is in. */
  readonly file: string
  readonly code: string
}

/** Lists the examples of every docstring in the SDK's packages. */
export function docExamples(): readonly DocExample[] {
  const files = packages.flatMap(name => globSync(`packages/${name}/src/**/*.ts`, { cwd: root })).toSorted()
  return files
    .filter(file => !file.endsWith('.test.ts'))
    .flatMap(file => {
      const source = readFileSync(join(root, file), 'utf8')
      if (!source.includes('@example')) return []
      const { comments } = parseSync(file, source)
      return comments.flatMap(({ value, start }) => {
        if (!value.startsWith('*')) return []
        const parts = value
          .replace(/^\s*\* ?/gm, '')
          .split('@example')
          .slice(1)
        const at = `${file}:${source.slice(0, start).split('\n').length}`
        return parts.map(part => ({ at, file: join(root, file), code: part.split(/\n@\w/)[0]?.trim() ?? '' }))
      })
    })
}

/** A statement of an example. */
interface Statement {
  readonly text: string
  /** The comment after an expression: its result, in words. */
  readonly result?: string
}

/** An example's statements, without types, and the names that it takes from elsewhere. */
export interface ParsedExample {
  readonly statements: readonly Statement[]
  readonly names: readonly string[]
}

export function parseExample(code: string): ParsedExample {
  const plain = stripTypeScriptTypes(code)
  const { program, comments, errors } = parseSync('example.js', plain)
  if (errors[0] !== undefined) throw new SyntaxError(errors[0].message)
  const statements = program.body.map(node => {
    const text = plain.slice(node.start, node.end)
    if (node.type !== 'ExpressionStatement') return { text }
    const after = comments.find(({ start }) => start >= node.end)
    const isNext = after !== undefined && plain.slice(node.end, after.start).trim() === ''
    return isNext ? { text, result: after.value.trim() } : { text }
  })
  return { statements, names: freeNames(program) }
}

/** Lists the names that a program does not declare. */
function freeNames(program: ESTree.Program): readonly string[] {
  const declared = new Set<string>()
  const used = new Set<string>()
  const visit = (node: unknown, parent?: Record<string, unknown>, key?: string): void => {
    if (Array.isArray(node)) for (const one of node) visit(one, parent, key)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) return
    const here = node as Record<string, unknown>
    if (here.type === 'Identifier') {
      const isProperty =
        (parent?.type === 'MemberExpression' && key === 'property' && parent.computed !== true) ||
        (parent?.type === 'Property' && key === 'key' && parent.computed !== true && parent.shorthand !== true)
      if (!isProperty) used.add(String(here.name))
      return
    }
    if (here.type === 'VariableDeclarator') namesOf(here.id, declared)
    if (here.type === 'ArrowFunctionExpression') namesOf(here.params, declared)
    for (const [name, value] of Object.entries(here)) visit(value, here, name)
  }
  visit(program.body)
  return [...used].filter(name => !declared.has(name) && !(name in globalThis))
}

/** Adds the names of a pattern. */
function namesOf(pattern: unknown, into: Set<string>): void {
  if (Array.isArray(pattern)) for (const one of pattern) namesOf(one, into)
  if (typeof pattern !== 'object' || pattern === null || Array.isArray(pattern)) return
  const { type, name, ...rest } = pattern as Record<string, unknown>
  if (type === 'Identifier') into.add(String(name))
  else if (type === 'Property') namesOf(rest.value, into)
  else for (const value of Object.values(rest)) namesOf(value, into)
}

/**
 * Reads the value at the start of a result in words: `10_000n lamports` is `10_000n`.
 * `undefined` if the result begins with no value.
 *
 * @param beginning makes the value of a shortened text, such as `'96gY…'`.
 */
export function statedValue(
  result: string,
  beginning: (text: string) => unknown,
): { readonly value: unknown } | undefined {
  const text = result
    .replace(/Uint8Array (\[[^\]]*\])/g, 'Uint8Array.from($1)')
    .replace(/'([^'…]*)…'/g, (_, start) => `beginning('${start}')`)
  if (!/^(['"[{\d-]|beginning|true\b|false\b|null\b|undefined\b|Uint8Array\.)/.test(text)) return undefined
  const ends = [...text.matchAll(/$|[\s,:;](?=\s|$)|\s/g)].map(({ index }) => index).toReversed()
  for (const end of ends) {
    try {
      return { value: new Function('beginning', `return (${text.slice(0, end)})`)(beginning) }
    } catch {
      // A shorter part may be a value.
    }
  }
  return undefined
}

/** Types of the reader's own names that mean the same in every example. Other names have any type. */
const known: Readonly<Record<string, string>> = {
  address: 'Address',
  chain: "import('@tern/chain').Chain",
  client: "import('@tern/client').Client",
}

/**
 * Writes an example as a module.
 *
 * @param sources names that modules export, by the module. The example's own file is the first.
 */
export function moduleOf({ code }: DocExample, sources: ReadonlyMap<string, readonly string[]>): string {
  const imports = parseExample(code).names.map(name => {
    const own = [...sources].slice(0, known[name] === undefined ? undefined : 1)
    const source = own.find(([, names]) => names.includes(name))?.[0]
    return source === undefined
      ? `declare const ${name}: ${known[name] ?? 'any'}`
      : `import { ${name} } from '${source}'`
  })
  return ["import type { Address } from '@tern/core'", ...imports, code, ''].join('\n')
}
