// Writes packages/venues/src/lists from packages/venues/programs.json and the folders that it names. `npm run api` runs it first.
// --check: fails if a list is stale, and writes nothing.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.mjs'

const source = join(root, 'packages', 'venues', 'src')
const target = join(source, 'lists')
/** Each program's folder in the order of searches. The first protocol of a program opens all its pools. */
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

const lists = {
  'events.ts': eventList,
  'executed.ts': executedList,
  'liquidity.ts': liquidityList,
  'protocols.ts': protocolList,
  'venues.ts': venueList,
  'derivations.ts': derivationList,
  'errors.ts': errorList,
  'evidence.ts': evidenceList,
}

/** Formats the text as the rest of the code. */
function formatted(text, path) {
  const biome = join(root, 'node_modules', '@biomejs', 'biome', 'bin', 'biome')
  const args = [biome, 'check', '--write', `--stdin-file-path=${path}`]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: root, input: text, encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return stdout
}

const isCheck = process.argv.includes('--check')
if (!isCheck) mkdirSync(target, { recursive: true })
for (const [name, write] of Object.entries(lists)) {
  const path = join(target, name)
  const text = formatted(header + write(), path)
  if (!isCheck) writeFileSync(path, text)
  else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`packages/venues/src/lists/${name} is stale: run npm run api`)
    process.exitCode = 1
  }
}
