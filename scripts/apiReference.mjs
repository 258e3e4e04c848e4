// npm run api: writes docs/api from declarations and docstrings. Each package has a page, and one page lists every
// exported name of the public entry points.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { apiTasks } from './apiTasks.mjs'
import { compile, entryPoints, isInternal, manifestOf, sdkPackages } from './pack.mjs'
import { root } from './root.mjs'

const kinds = {
  TSInterfaceDeclaration: 'type',
  TSTypeAliasDeclaration: 'type',
  VariableDeclaration: 'constant',
  ClassDeclaration: 'class',
  TSDeclareFunction: 'function',
}
const order = ['function', 'class', 'constant', 'type']

/** Removes the stars of a docstring. */
const docText = comment =>
  comment
    .slice(1)
    .replace(/^\s*\* ?/gm, '')
    .trim()

/** Reads the declarations of a file by name, and its re-exports. */
function readDeclarations(path) {
  const source = readFileSync(path, 'utf8')
  const { program, comments } = parseSync(path, source)
  const docs = new Map(comments.filter(({ value }) => value.startsWith('*')).map(({ end, value }) => [end, value]))
  const file = { declared: new Map(), exported: new Map(), all: [] }

  function declare(name, node, outer) {
    const text = source.slice(node.start, node.end).replace(/^declare /, '')
    const doc = docs.get(source.slice(0, outer.start).trimEnd().length)
    const known = file.declared.get(name)
    const overloads = known === undefined ? text : `${known.text}\n${text}`
    file.declared.set(name, { kind: kinds[node.type], text: overloads, doc: known?.doc ?? (doc && docText(doc)) })
    if (outer !== node) file.exported.set(name, { name })
  }

  for (const node of program.body) {
    const declaration = node.declaration ?? node
    if (node.type === 'ExportAllDeclaration') file.all.push(node.source.value)
    else if (declaration.type === 'VariableDeclaration')
      for (const { id } of declaration.declarations) declare(id.name, declaration, node)
    else if (declaration.id) declare(declaration.id.name, declaration, node)
    else if (node.type === 'ExportNamedDeclaration')
      for (const { local, exported } of node.specifiers)
        file.exported.set(exported.name, { name: local.name, from: node.source?.value })
  }
  return file
}

/**
 * Lists every name that a file exports, sorted, with its declaration. `from` names the package of a re-exported name.
 */
function exportsOf(entry) {
  const files = new Map()
  const fileAt = path => files.get(path) ?? files.set(path, readDeclarations(path)).get(path)
  const beside = (path, source) => join(dirname(path), source.replace(/\.js$/, '.d.ts'))
  const names = path => [
    ...fileAt(path).exported.keys(),
    ...fileAt(path).all.flatMap(source => names(beside(path, source))),
  ]

  function find(path, name) {
    const { declared, exported, all } = fileAt(path)
    const { name: local, from } = exported.get(name) ?? {}
    if (from?.startsWith('.')) return find(beside(path, from), local)
    if (from !== undefined) return { kind: 'type', from }
    if (local !== undefined) return declared.get(local)
    return all.map(source => find(beside(path, source), name)).find(found => found !== undefined)
  }

  return [...new Set(names(entry))].toSorted().map(name => ({ name, ...find(entry, name) }))
}

/** Renders a docstring as Markdown: its text, then errors, then examples. */
function renderDoc(doc) {
  const [text, ...tags] = doc.split(/(?:^|\s)@(?=throws|returns|param|example)/)
  const rendered = tags.map(tag => {
    const [, name, said] = /^(\w+)\s+([\s\S]*)$/.exec(tag)
    if (name === 'example') return `\`\`\`ts\n${said.trim()}\n\`\`\``
    if (name === 'param') return said.trim().replace(/^\w+/, '`$&`:')
    return `${name === 'throws' ? 'Throws' : 'Returns'} ${said.trim()}`
  })
  return [text.trim(), ...rendered].filter(part => part !== '').join('\n\n')
}

function renderExport({ name, text, doc, from }) {
  if (from !== undefined) return `#### ${name}\n\nFrom \`${from}\`.`
  return [`#### ${name}`, ...(doc ? [renderDoc(doc)] : []), `\`\`\`ts\n${text}\n\`\`\``].join('\n\n')
}

/** Lists the tasks of a package's main entry point, each with its names. */
function tasksOf(name, subpath, path) {
  const titles = Object.entries(subpath === '.' ? (apiTasks[name] ?? {}) : {})
  const tasks = titles.map(([title]) => ({ title, names: new Set() }))
  const { exported, all } = readDeclarations(path)
  const taskOf = source => {
    const module = source.replace(/^\.\//, '').replace(/\.ts$/, '')
    const place = titles.findIndex(([, modules]) =>
      modules.some(one => (one.endsWith('/') ? module.startsWith(one) : one === module)),
    )
    if (place < 0) throw new TypeError(`scripts/apiTasks.mjs has no task for ${module} of ${name}`)
    return tasks[place]
  }
  if (titles.length === 0) return tasks
  for (const [exportedName, { from }] of exported) taskOf(from).names.add(exportedName)
  for (const source of all)
    for (const exportedName of readDeclarations(join(dirname(path), source)).exported.keys())
      taskOf(source).names.add(exportedName)
  return tasks
}

function renderPage(name, points) {
  const { description, version } = manifestOf(name)
  const sections = points.map(({ specifier, exports, tasks }) => {
    const sorted = exports.toSorted((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    const titleOf = ({ name }) => tasks.find(({ names }) => names.has(name))?.title
    const parts = [undefined, ...tasks.map(({ title }) => title)].flatMap(title => {
      const own = sorted.filter(one => titleOf(one) === title)
      return own.length === 0 ? [] : [...(title === undefined ? [] : [`### ${title}`]), ...own.map(renderExport)]
    })
    return [`## \`${specifier}\``, ...parts].join('\n\n')
  })
  return `${[`# @tern/${name}`, description, `Version ${version}. Written from the declarations by \`npm run api\`.`, ...sections].join('\n\n')}\n`
}

/** Makes the files of docs/api as a map from name to content, and lists the exports without a docstring. */
export async function apiReference() {
  const staging = mkdtempSync(join(tmpdir(), 'tern-api-'))
  try {
    const compiled = await Promise.allSettled(
      sdkPackages.map(async name => {
        mkdirSync(join(staging, name, 'dist'), { recursive: true })
        await compile(name, join(staging, name, 'dist'))
      }),
    )
    for (const { reason } of compiled) if (reason !== undefined) throw reason
    const files = new Map()
    const [list, silent] = [[], []]
    for (const name of sdkPackages) {
      const publicPoints = entryPoints(name).filter(([subpath]) => !isInternal(subpath))
      const points = publicPoints.map(([subpath, path]) => ({
        specifier: `@tern/${name}${subpath.slice(1)}`,
        exports: exportsOf(join(staging, name, 'dist', `${path}.d.ts`)),
        tasks: tasksOf(name, subpath, join(root, 'packages', name, 'src', `${path}.ts`)),
      }))
      files.set(`${name}.md`, renderPage(name, points))
      for (const { specifier, exports } of points) {
        list.push(specifier, ...exports.map(({ kind, name }) => `  ${kind} ${name}`))
        silent.push(...exports.filter(({ doc, from }) => !doc && !from).map(({ name }) => `${specifier} ${name}`))
      }
    }
    files.set('exports.txt', `${list.join('\n')}\n`)
    return { files, silent }
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { files, silent } = await apiReference()
  mkdirSync(join(root, 'docs', 'api'), { recursive: true })
  for (const [name, content] of files) writeFileSync(join(root, 'docs', 'api', name), content)
  if (silent.length > 0) console.error(`Without a docstring:\n${silent.join('\n')}`)
  process.exitCode = silent.length > 0 ? 1 : 0
}
