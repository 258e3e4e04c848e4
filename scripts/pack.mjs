// npm run pack [-- <folder>]: packs every package of the SDK as a tarball of ES modules and types, into dist/sdk or
// that folder.
import { spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeBinary } from './node.mjs'
import { root } from './root.mjs'

/** The packages of the SDK. Each comes after its dependencies. */
export const sdkPackages = ['core', 'venues', 'chain', 'client', 'custody', 'practice-chain']

/**
 * Packages that are also bundled for Node, into few files, because each file costs Node time. Bundlers of pages take
 * the modules and leave out unused modules. The other packages have workers and files that are found relative to their
 * module.
 */
const flattened = ['core', 'venues', 'chain', 'client']
/** Packages with one file for all entry points, because the other packages use several of these entry points. */
const joined = ['core']

const read = path => readFileSync(path, 'utf8')
/** Reads a package's own package.json. */
export const manifestOf = name => JSON.parse(read(join(root, 'packages', name, 'package.json')))

function run(args, cwd) {
  return new Promise((resolve, reject) => {
    const child = spawn(args[0], args.slice(1), { cwd, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
    child.on('error', reject)
    child.on('close', code => (code === 0 ? resolve() : reject(new Error(`${args.join(' ')}\n${output.trim()}`))))
  })
}

/** Lists `[subpath, path under src without its extension]` of each entry point of the package. */
export function entryPoints(name) {
  return Object.entries(manifestOf(name).exports)
    .filter(([, path]) => path.startsWith('./src/'))
    .map(([subpath, path]) => [subpath, path.slice('./src/'.length, -'.ts'.length)])
}

/** Tests if an entry point is for Tern's own packages: its names may change in any release. */
export const isInternal = subpath => subpath.split('/').includes('internal')

/**
 * Compiles everything that the entry points reach to JavaScript and declarations. Features that Node 20 lacks do not
 * compile.
 */
export async function compile(name, outDir) {
  const source = join(root, 'packages', name, 'src')
  const config = join(outDir, '..', 'tsconfig.json')
  const compilerOptions = {
    ...{ noEmit: false, declaration: true, rewriteRelativeImportExtensions: true, allowImportingTsExtensions: false },
    ...{ target: 'ES2023', lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'], types: ['node'] },
    ...{ typeRoots: [join(root, 'node_modules', '@types')], rootDir: source, outDir },
  }
  const files = entryPoints(name).map(([, path]) => join(source, `${path}.ts`))
  writeFileSync(config, JSON.stringify({ extends: join(root, 'tsconfig.json'), compilerOptions, files, include: [] }))
  await run([nodeBinary(), join(root, 'node_modules/typescript/bin/tsc'), '-p', config], root)
  rmSync(config)
  for (const path of readdirSync(outDir, { recursive: true }).filter(path => path.endsWith('.d.ts'))) {
    // The compiler changes the extensions of imports in JavaScript only.
    const declarations = read(join(outDir, path))
    writeFileSync(join(outDir, path), declarations.replace(/((?:from|import\()\s*'\.[^']*)\.ts'/g, "$1.js'"))
  }
  for (const path of readdirSync(source, { recursive: true }).filter(path => /\.(so|json)$/.test(path)))
    cpSync(join(source, path), join(outDir, path))
}

/** The file that Node loads for an entry point. */
const nodePath = (name, path) => `./dist/node/${joined.includes(name) ? 'index' : path}.js`

async function flatten(name, outDir) {
  const { rolldown } = await import('rolldown')
  const pathOf = entry => join(outDir, `${entry}.js`)
  // The warning is off: for Node, a folder's parts are bundled together, even the parts that browsers load later.
  const checks = { ineffectiveDynamicImport: false }
  const options = { external: id => /^[^./]/.test(id) && joinedOf(id) === undefined, platform: 'node', checks }
  const paths = entryPoints(name).map(([, path]) => path)
  const isJoined = joined.includes(name)
  const allVenues = entryPoints(name).find(([subpath]) => subpath === './all')?.[1]
  const input = isJoined ? { index: './together' } : Object.fromEntries(paths.map(path => [path, pathOf(path)]))
  const plugins = isJoined ? [together(paths.map(pathOf))] : [byOneName]
  const bundle = await rolldown({ ...options, input, plugins, preserveEntrySignatures: 'allow-extension' })
  const codeSplitting =
    name === 'venues' ? inFileEach(await reachedFrom(pathOf(allVenues), options), outDir, allVenues) : true
  await bundle.write({
    ...{ dir: join(outDir, 'node'), format: 'es', chunkFileNames: '[name].js', codeSplitting },
    // Node reads short names without comments faster. Line breaks stay, so that a stack trace names the line.
    minify: { compress: true, mangle: true, codegen: { removeWhitespace: false } },
    comments: false,
    plugins: [inAscii],
  })
  await bundle.close()
}

/**
 * Exports everything that `files` export. `export *` leaves out a name that several files have: the error class, which
 * is the same.
 */
const together = files => ({
  name: 'together',
  resolveId: id => (id === './together' ? id : undefined),
  load(id) {
    if (id !== './together') return undefined
    const all = files.map(file => `export * from ${JSON.stringify(file)}`)
    return [...all, `export { TernError } from ${JSON.stringify(files[0])}`].join('\n')
  },
})

const joinedOf = id => joined.find(name => id.startsWith(`@tern/${name}/`))

/** Imports the package by its name: to resolve an entry point costs Node as much as to read a small file. */
const byOneName = {
  name: 'by-one-name',
  resolveId(id) {
    const name = joinedOf(id)
    return name === undefined ? undefined : { id: `@tern/${name}`, external: true }
  },
}

/** Escapes text outside ASCII. Otherwise Node would decode the file, and keep all of it with two bytes a letter. */
const inAscii = {
  name: 'in-ascii',
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle))
      if (part.type === 'chunk')
        part.code = part.code.replace(/[^\0-\x7f]/g, unit => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
  },
}

/**
 * Groups modules into files: the trading code of each folder, the code that several programs share, and the other code
 * of each folder. A single file for all other code would load every program with any part of it.
 */
function inFileEach(traded, outDir, allVenues) {
  const folderOf = id => dirname(relative(outDir, id))
  // The lists name every program.
  const isOfPrograms = id => !['.', 'lists'].includes(folderOf(id))
  return {
    includeDependenciesRecursively: false,
    groups: [
      { name: 'shared', test: id => !isOfPrograms(id) && traded.has(id) && id !== join(outDir, `${allVenues}.js`) },
      { name: folderOf, debugName: 'program', test: id => isOfPrograms(id) && traded.has(id) },
      { name: id => `${folderOf(id)}NonTrading`, debugName: 'nonTrading', test: isOfPrograms },
    ],
  }
}

/** Finds the modules that an import of a file loads, with its dynamic imports. */
async function reachedFrom(entry, options) {
  const { rolldown } = await import('rolldown')
  const bundle = await rolldown({ ...options, input: entry, plugins: [byOneName] })
  const { output } = await bundle.generate({ format: 'es' })
  await bundle.close()
  return new Set(output.flatMap(({ moduleIds = [] }) => moduleIds))
}

function publishedManifest(name) {
  const { private: _, devDependencies: __, exports: ___, sideEffects, ...manifest } = manifestOf(name)
  const points = entryPoints(name).map(([subpath, path]) => [
    subpath,
    {
      types: `./dist/${path}.d.ts`,
      ...(flattened.includes(name) ? { node: nodePath(name, path) } : {}),
      default: `./dist/${path}.js`,
    },
  ])
  const built = path => path.replace('./src/', './dist/').replace(/\.ts$/, '.js')
  return {
    ...manifest,
    engines: JSON.parse(read(join(root, 'package.json'))).engines,
    sideEffects: Array.isArray(sideEffects) ? sideEffects.map(built) : sideEffects,
    exports: { ...Object.fromEntries(points), './package.json': './package.json' },
    files: ['dist'],
  }
}

/** Compiles a package into `folder`, as its tarball holds it. */
async function stage(name, folder) {
  const outDir = join(folder, 'dist')
  mkdirSync(outDir, { recursive: true })
  await compile(name, outDir)
  if (flattened.includes(name)) await flatten(name, outDir)
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(publishedManifest(name), null, 2)}\n`)
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  cpSync(join(root, 'packages', name, 'README.md'), join(folder, 'README.md'))
}

/** Packs into `target` and returns the paths of the tarballs. */
export async function pack(target) {
  const staging = mkdtempSync(join(tmpdir(), 'tern-pack-'))
  try {
    const staged = await Promise.allSettled(sdkPackages.map(name => stage(name, join(staging, name))))
    for (const { reason } of staged) if (reason !== undefined) throw reason
    rmSync(target, { recursive: true, force: true })
    mkdirSync(target, { recursive: true })
    const npm = process.env.npm_execpath?.endsWith('.js') ? [process.execPath, process.env.npm_execpath] : ['npm']
    const folders = sdkPackages.map(name => join(staging, name))
    await run([...npm, 'pack', '--ignore-scripts', '--pack-destination', target, ...folders], staging)
    return sdkPackages.map(name => join(target, `tern-${name}-${manifestOf(name).version}.tgz`))
  } finally {
    rmSync(staging, { recursive: true, force: true })
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const path of await pack(resolve(process.argv[2] ?? join(root, 'dist', 'sdk'))))
    console.log(relative(process.cwd(), path))
}
