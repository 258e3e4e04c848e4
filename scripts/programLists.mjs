// Writes packages/venues/src/lists and packages/practice-chain/src/lists from packages/venues/programs.json and the programs' folders.
// Also writes the entries of these folders into packages/venues/package.json. `npm run api` runs it first.
// --check: fails if a list is stale, and writes nothing.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { root } from './root.mjs'

const source = join(root, 'packages', 'venues', 'src')
const practice = join(root, 'packages', 'practice-chain', 'src')
const simulated = join(practice, 'programs')
/**
 * Each program's folder, in the order of searches and of the practice world's tokens. The first protocol of a program opens all its pools.
 * `pools`: their type. Unset: bonding curves.
 */
const programs = JSON.parse(readFileSync(join(root, 'packages', 'venues', 'programs.json'), 'utf8'))
const protocols = programs
  .flatMap(({ folder, protocols }) =>
    Object.entries(protocols).map(([protocol, venue]) => ({ protocol, venue, folder })),
  )
  .sort((a, b) => (a.protocol < b.protocol ? -1 : 1))

const header = '// Written by scripts/programLists.mjs from programs.json.\n\n'
const importOf = (folder, file, names) => `import { ${names} } from '../${folder}/${file}.ts'\n`
const exportsName = (folder, file, name) => {
  const path = join(source, folder, `${file}.ts`)
  return (
    existsSync(path) &&
    new RegExp(`export (const|function|async function|\\{[^}]*\\bas) ${name}\\b`).test(readFileSync(path, 'utf8'))
  )
}
const entry = (key, value) => (key === value ? `  ${key},\n` : `  ${key}: ${value},\n`)
const programImport = folder => importOf(folder, 'addresses', `program as ${folder}Program`)

function protocolList() {
  const union = protocols.map(({ protocol }) => `'${protocol}'`).join(' | ')
  const loaders = protocols.map(
    ({ protocol, venue, folder }) =>
      `  ${protocol}: async () => (await import('../${folder}/${folder}.ts')).${venue},\n`,
  )
  return `import type { Venue } from '../venue.ts'

/** The protocol names that users see, also in settings and on the wire. */
export type Protocol = ${union}

/** Loads a protocol's code. */
export const loaders: Readonly<Record<Protocol, () => Promise<Venue>>> = {
${loaders.join('')}}
`
}

function liquidityList() {
  const liquid = protocols.filter(({ venue, folder }) => exportsName(folder, 'liquidityPool', `${venue}Liquidity`))
  const loaders = liquid.map(
    ({ protocol, venue, folder }) =>
      `  ${protocol}: async () => (await import('../${folder}/liquidityPool.ts')).${venue}Liquidity,\n`,
  )
  return `import type { LiquidityVenue } from '../liquidity.ts'
import type { Protocol } from './protocols.ts'

/** The protocols with liquidity that Tern can change. */
export const liquidityProtocols: readonly Protocol[] = [${liquid.map(({ protocol }) => `'${protocol}'`).join(', ')}]

/** Loads the code for a protocol's liquidity. */
export const liquidityLoaders: Readonly<Partial<Record<Protocol, () => Promise<LiquidityVenue>>>> = {
${loaders.join('')}}
`
}

function venueList() {
  const imports = programs.map(({ folder, protocols }) => importOf(folder, folder, Object.values(protocols).join(', ')))
  return `${imports.join('')}import type { Venue } from '../venue.ts'
import type { Protocol } from './protocols.ts'

/** Every protocol, already loaded: for servers and tests. Applications use \`loadVenue\` of \`@tern/venues\`. */
export const venues: Readonly<Record<Protocol, Venue>> = {
${protocols.map(({ protocol, venue }) => entry(protocol, venue)).join('')}}
`
}

function derivationList() {
  const imports = []
  const entries = programs.map(({ folder, protocols }) => {
    const hasOwner = exportsName(folder, 'candidates', 'vaultOwner')
    imports.push(programImport(folder))
    imports.push(
      importOf(
        folder,
        'candidates',
        `candidatePools as ${folder}Pools${hasOwner ? `, vaultOwner as ${folder}Owner` : ''}`,
      ),
    )
    const [protocol] = Object.keys(protocols)
    return `  { protocol: '${protocol}', program: ${folder}Program, pools: ${folder}Pools${hasOwner ? `, vaultOwner: ${folder}Owner` : ''} },\n`
  })
  return `import type { Address } from '@tern/core'
${imports.join('')}import type { Protocol } from './protocols.ts'

/**
 * The pool addresses that can be derived from a mint, for each program.
 * A program that serves several protocols appears under its most general name.
 */
export const derivations: readonly {
  readonly protocol: Protocol
  readonly program: Address
  readonly pools: (mint: Address) => Promise<readonly Address[]>
  /** Owner of all pools' vaults. Unset if each pool owns its own vaults. */
  readonly vaultOwner?: Address
}[] = [
${entries.join('')}]
`
}

function errorList() {
  const imports = programs.map(
    ({ folder }) => `${programImport(folder)}${importOf(folder, 'errors', `programErrors as ${folder}Errors`)}`,
  )
  return `import type { Address, ErrorCode } from '@tern/core'
${imports.join('')}
/** The meaning of each program's own error numbers, as far as a transaction of Tern's can meet them. */
export const errorsOf: ReadonlyMap<Address, Readonly<Record<number, ErrorCode>>> = new Map([
${programs.map(({ folder }) => `  [${folder}Program, ${folder}Errors],\n`).join('')}])
`
}

function evidenceList() {
  const imports = programs.map(({ folder }) => importOf(folder, 'evidence', `evidence as ${folder}`))
  return `${imports.join('')}import type { ProtocolEvidence } from '../ground.ts'
import type { Protocol } from './protocols.ts'

/**
 * The evidence by protocol, side and mode. A platform's pools share their program's evidence.
 * A test in \`conformance\` compares this table with the tests that ran.
 */
export const evidence: Readonly<Record<Protocol, ProtocolEvidence>> = {
${protocols.map(({ protocol, folder }) => entry(protocol, folder)).join('')}}
`
}

function eventList() {
  const imports = []
  const entries = programs.map(({ folder }) => {
    const readers = {
      readEvent: ['event', ''],
      readInstructionEvent: ['instructionEvent', 'Instruction'],
      logPrefix: ['logPrefix', 'Prefix'],
      logIsText: ['logIsText', 'IsText'],
    }
    const found = Object.entries(readers).filter(([name]) => exportsName(folder, 'events', name))
    imports.push(programImport(folder))
    imports.push(
      importOf(folder, 'events', found.map(([name, [, suffix]]) => `${name} as ${folder}${suffix}`).join(', ')),
    )
    return `  [${folder}Program, { ${found.map(([, [key, suffix]]) => `${key}: ${folder}${suffix}`).join(', ')} }],\n`
  })
  return `import type { Address } from '@tern/core'
${imports.join('')}import type { EventReader } from '../readEvents.ts'

/** How to read the events of each program. */
export const eventReaders: ReadonlyMap<Address, EventReader> = /* @__PURE__ */ new Map<Address, EventReader>([
${entries.join('')}])
`
}

function executedList() {
  const imports = []
  const entries = []
  const routes = []
  for (const { folder, protocols } of programs) {
    const hasConfigs = exportsName(folder, 'addresses', 'protocolOf')
    imports.push(
      importOf(
        folder,
        'addresses',
        `program as ${folder}Program${hasConfigs ? `, protocolOf as ${folder}Protocol` : ''}`,
      ),
    )
    const [protocol] = Object.keys(protocols)
    entries.push(`  [${folder}Program, ${hasConfigs ? `${folder}Protocol` : `'${protocol}'`}],\n`)
    if (!exportsName(folder, 'readRoute', 'readRoute')) continue
    imports.push(
      importOf(folder, 'readRoute', `readRoute as ${folder}Route, routeInstruction as ${folder}RouteInstruction`),
    )
    routes.push(`  [${folder}RouteInstruction, ${folder}Route],\n`)
  }
  return `import type { Address } from '@tern/core'
import type { Route } from '../effects/instructionEffects.ts'
${imports.join('')}import type { MintOf } from '../readEvents.ts'
import type { Protocol } from './protocols.ts'

/** The name of a program's protocol. A platform's configuration may make it more specific. */
export const protocolOf: ReadonlyMap<Address, Protocol | ((config: Address) => Protocol)> = new Map<
  Address,
  Protocol | ((config: Address) => Protocol)
>([
${entries.join('')}])

/** For swaps through several pools. No row can say where the last of them pays to. */
export const routeReaders: ReadonlyMap<string, (accounts: readonly Address[], mintOf: MintOf) => Route | undefined> = new Map([
${routes.join('')}])
`
}

function feeConfigList() {
  const found = programs.filter(({ folder }) => exportsName(folder, 'feeConfig', 'feeConfigOf'))
  const imports = found.map(({ folder }) => importOf(folder, 'feeConfig', `feeConfigOf as ${folder}`))
  const entries = found.flatMap(({ folder, protocols }) =>
    Object.keys(protocols).map(one => `  ['${one}', ${folder}],\n`),
  )
  return `import type { AccountSnapshot, Address } from '@tern/core'
${imports.join('')}import type { Protocol } from './protocols.ts'

/** How to read the account that sets a pool's fees from the pool's own account. A protocol that is missing stores fees in its pools. */
export const feeConfigs: ReadonlyMap<Protocol, (pool: Pick<AccountSnapshot, 'data'>) => Address> = new Map([
${entries.join('')}])
`
}

function poolTypeList() {
  const entries = programs.flatMap(({ protocols, pools }) =>
    pools === undefined ? [] : Object.keys(protocols).map(one => `  ['${one}', '${pools}'],\n`),
  )
  return `import type { Protocol } from './protocols.ts'

/**
 * The type of a protocol's pools. \`standard\`: liquidity over all prices. \`concentrated\`: each position has its range of prices.
 * \`stable\`: liquidity around a fixed rate. A protocol that is missing has bonding curves.
 */
export const poolTypes: ReadonlyMap<Protocol, 'standard' | 'concentrated' | 'stable'> = new Map([
${entries.join('')}])
`
}

/** Every folder of a simulated program exports the program under the folder's name. Some of these programs have no pools. */
function simulatedList() {
  const folders = readdirSync(simulated, { withFileTypes: true })
    .filter(one => one.isDirectory())
    .map(({ name }) => name)
    .sort()
  const imports = folders.map(folder => `import { ${folder} } from '../programs/${folder}/index.ts'\n`)
  return `${imports.join('')}import type { SimulatedProgram } from '../programs/simulatedProgram.ts'

/** Every program that is simulated unless its real binary is given. */
export const simulatedPrograms: readonly SimulatedProgram[] = [
${folders.map(folder => `  ${folder},\n`).join('')}]
`
}

/** A program has tokens in the practice world if its folder has `world/token.ts`, which exports a `WorldVenue` for a venue's name. */
function worldList() {
  const tokens = programs.flatMap(({ folder, protocols }) => {
    const path = join(simulated, folder, 'world', 'token.ts')
    if (!existsSync(path)) return []
    const text = readFileSync(path, 'utf8')
    const names = [...new Set(Object.values(protocols))].map(venue => `${venue}Token`)
    return [{ folder, names: names.filter(name => text.includes(`export const ${name}:`)) }]
  })
  const imports = tokens.map(
    ({ folder, names }) => `import { ${names.join(', ')} } from '../programs/${folder}/world/token.ts'\n`,
  )
  return `${imports.join('')}import type { WorldVenue } from '../world/worldVenue.ts'

/** Every program that tokens of the practice world trade on. */
export const worldVenues: readonly WorldVenue[] = [
${tokens.flatMap(({ names }) => names.map(name => `  ${name},\n`)).join('')}]
`
}

const folders = {
  [join(source, 'lists')]: {
    'events.ts': eventList,
    'executed.ts': executedList,
    'liquidity.ts': liquidityList,
    'protocols.ts': protocolList,
    'venues.ts': venueList,
    'derivations.ts': derivationList,
    'errors.ts': errorList,
    'evidence.ts': evidenceList,
    'feeConfigs.ts': feeConfigList,
    'poolTypes.ts': poolTypeList,
  },
  [join(practice, 'lists')]: { 'simulatedPrograms.ts': simulatedList, 'worldVenues.ts': worldList },
}

/** Formats the text as the rest of the code. */
function formatted(text, path) {
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const args = [biome, 'check', '--write', `--stdin-file-path=${path}`]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: root, input: text, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

/** Returns the manifest of `@tern/venues`, with an entry for each program's folder, for its liquidity, and for its internal names. */
function manifestText(text) {
  const manifest = JSON.parse(text)
  const entries = readdirSync(source)
    .filter(folder => existsSync(join(source, folder, 'addresses.ts')) && existsSync(join(source, folder, 'index.ts')))
    .sort()
    .map(folder => ({ folder, has: file => existsSync(join(source, folder, `${file}.ts`)) }))
  const entryOf = (folder, name, file) => [`./${folder}${name}`, `./src/${folder}/${file}.ts`]
  const shown = entries.flatMap(({ folder, has }) => [
    entryOf(folder, '', 'index'),
    ...(has('liquidity') ? [entryOf(folder, '/liquidity', 'liquidity')] : []),
  ])
  const internal = entries.flatMap(({ folder, has }) =>
    has('internal') ? [entryOf(folder, '/internal', 'internal')] : [],
  )
  const others = Object.entries(manifest.exports).filter(
    ([, path]) => !entries.some(({ folder }) => path.startsWith(`./src/${folder}/`)),
  )
  const isInternal = ([name]) => name.startsWith('./internal/')
  const exports = [...others.filter(one => !isInternal(one)), ...shown, ...internal, ...others.filter(isInternal)]
  return `${JSON.stringify({ ...manifest, exports: Object.fromEntries(exports) }, null, 2)}\n`
}

const isCheck = process.argv.includes('--check')

/** Writes a file, or checks that it has the text. */
function put(path, text) {
  if (!isCheck) writeFileSync(path, text)
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`${relative(root, path)} is stale: run npm run api`)
    process.exitCode = 1
  }
}

for (const [target, lists] of Object.entries(folders)) {
  if (!isCheck) mkdirSync(target, { recursive: true })
  for (const [name, write] of Object.entries(lists)) {
    const path = join(target, name)
    put(path, formatted(header + write(), path))
  }
}
const manifest = join(root, 'packages', 'venues', 'package.json')
put(manifest, manifestText(readFileSync(manifest, 'utf8')))
