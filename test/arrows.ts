import { posix } from 'node:path'

/** The workspace packages that a folder may import. `…/read` and the like allow a single entry point, `…/.` the main entry. */
const ARROWS: Readonly<Record<string, readonly string[]>> = {
  'packages/core': [],
  'packages/venues': ['@tern/core'],
  'packages/chain': ['@tern/core', '@tern/venues'],
  'packages/custody': ['@tern/core', '@tern/venues/internal/effects'],
  'packages/client': ['@tern/core', '@tern/venues', '@tern/chain'],
  'packages/practice-chain': ['@tern/core', '@tern/venues'],
  'apps/server': ['@tern/core', '@tern/venues', '@tern/chain', '@tern/client', '@tern/practice-chain'],
  'apps/vault': [
    '@tern/core',
    '@tern/custody',
    '@tern/terminal/iconPaths',
    '@tern/terminal/pageLocks',
    '@tern/terminal/saveFile',
    '@tern/terminal/text/',
    '@tern/terminal/theme.css',
  ],
  'apps/terminal': [
    '@tern/core',
    '@tern/client',
    '@tern/custody',
    '@tern/venues/.',
    '@tern/venues/read',
    '@tern/server/appRouter',
  ],
}

/** Imports that only these folders may make. Knip and Biome check all other imports from the registry. */
const CONFINED: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^@raydium-io\/|^@solana\/web3\.js$|^bn\.js$|^@coral-xyz\//, ['conformance', 'bench']],
  // This entry loads all programs. Other code loads only the program that it trades on.
  [/^@tern\/venues\/all$/, ['packages/practice-chain', 'apps/server', 'conformance', 'bench']],
  [/^litesvm$/, ['packages/practice-chain', 'conformance', 'bench']],
]

/** `core` has no connections, so it may use only types and address arithmetic. */
const CORE_MAY_USE = ['@solana/addresses', '@solana/instructions']

const isTest = (path: string) => /\.test\.tsx?$|\/test\//.test(path)

/** The folder of a package's test helpers. No manifest exports it, so other packages' tests reach it by its path. */
const TEST_HELPERS = /^(packages|apps)\/[^/]+\/test\//
/** Folders that hold only tests and measurements. */
const TEST_HOMES = ['test', 'conformance', 'bench']

/** Finds the modules that a source imports or re-exports. `typeOnly` is true if it takes only types. */
export function importsOf(source: string): readonly { name: string; typeOnly: boolean }[] {
  const found: { name: string; typeOnly: boolean }[] = []
  for (const match of source.matchAll(/^\s*(?:import|export)\s+(type\s+)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm))
    found.push({ name: match[2] ?? '', typeOnly: match[1] !== undefined })
  for (const match of source.matchAll(/\bimport\(\s*['"]([^'"]+)['"]/g))
    found.push({ name: match[1] ?? '', typeOnly: false })
  return found
}

const allows = (rule: string, name: string) => {
  if (rule.endsWith('/.')) return name === rule.slice(0, -2)
  if (rule.endsWith('/')) return name.startsWith(rule)
  return name === rule || (rule.split('/').length === 2 && name.startsWith(`${rule}/`))
}

/** Returns the folder of the venue or the terminal feature that contains a path. The lists name the pieces of every folder. */
function island(path: string): string | undefined {
  return /^packages\/venues\/src\/(?!lists\/)([a-zA-Z0-9]+)\/|^apps\/terminal\/src\/features\/([a-zA-Z0-9]+)\//.exec(
    path,
  )?.[0]
}

/** The terminal's folders. Each imports only the folders before it: texts of values, state, looks, pages. */
const TERMINAL = ['text', 'data', 'ui', 'features'].map(folder => `apps/terminal/src/${folder}/`)

const isBackwards = (path: string, target: string) => {
  const [from, to] = [path, target].map(one => TERMINAL.findIndex(folder => one.startsWith(folder)))
  return from !== undefined && to !== undefined && from >= 0 && to > from
}

/** Programs that are not venues, and the language of effects. Venue folders may import these folders. */
const SHARED_PROGRAMS = ['pumpFees', 'meteoraVault', 'openbook', 'raydiumRouter', 'effects'].map(
  folder => `packages/venues/src/${folder}/`,
)

/** Describes every import that the arrows forbid. @param files path from the root → source. */
export function brokenArrows(files: ReadonlyMap<string, string>): readonly string[] {
  const broken: string[] = []
  for (const [path, source] of files) {
    const home = path
      .split('/')
      .slice(0, path.startsWith('packages/') || path.startsWith('apps/') ? 2 : 1)
      .join('/')
    for (const { name, typeOnly } of importsOf(source)) {
      const say = (why: string) => broken.push(`${path} imports ${name}: ${why}`)
      for (const [pattern, homes] of CONFINED)
        if (pattern.test(name) && !homes.includes(home)) say(`only ${homes.join(' and ')} may`)
      if (name.startsWith('.')) {
        const target = posix.normalize(posix.join(posix.dirname(path), name))
        const isTestHelper = TEST_HELPERS.test(target) && (isTest(path) || TEST_HOMES.includes(home))
        if (!target.startsWith(`${home}/`) && !isTestHelper) say('a relative path out of its package')
        if (isBackwards(path, target)) say('text, data, ui, features: only leftwards')
        const [from, to] = [island(path), island(target)]
        if (from && to && from !== to && !SHARED_PROGRAMS.includes(to)) say('islands do not import each other')
        continue
      }
      if (home === 'examples' && name.includes('/internal')) say('users have only public entry points')
      const allowed = ARROWS[home]
      if (!allowed) continue
      if (name.startsWith('@tern/')) {
        const self = name === `@tern/${home.split('/')[1]}` || name.startsWith(`@tern/${home.split('/')[1]}/`)
        if (!self && !isTest(path) && !allowed.some(rule => allows(rule, name))) say('the arrow does not exist')
        if (name.startsWith('@tern/server') && !typeOnly) say('types only')
      } else if (home === 'packages/core' && !isTest(path) && !CORE_MAY_USE.includes(name)) say('core stands alone')
      if (
        /^(node:)?(fs|net|http|https|dgram|tls)(\/|$)/.test(name) &&
        !isTest(path) &&
        ['packages/core', 'packages/venues', 'packages/client', 'packages/custody'].includes(home)
      )
        say('no I/O here')
    }
  }
  return broken
}

/** Finds folders in `home` that import each other, directly or through others. @param files path from the root → source. */
export function foldersInCircles(files: ReadonlyMap<string, string>, home: string): readonly string[] {
  const folderOf = (path: string) =>
    path.startsWith(home) ? /^[^/]+(?=\/)/.exec(path.slice(home.length))?.[0] : undefined
  const arrows = new Map<string, Set<string>>()
  for (const [path, source] of files) {
    const from = folderOf(path)
    if (from === undefined || isTest(path)) continue
    for (const { name } of importsOf(source)) {
      const to = folderOf(posix.normalize(posix.join(posix.dirname(path), name)))
      if (to !== undefined && to !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
    }
  }
  const reaches = (from: string, goal: string, seen: Set<string>): boolean =>
    [...(arrows.get(from) ?? [])].some(to => to === goal || (!seen.has(to) && reaches(to, goal, seen.add(to))))
  return [...arrows.keys()].filter(folder => reaches(folder, folder, new Set()))
}

/** Folder names that mean a layer, not a thing. */
export const LAYER_FOLDERS = /\/(utils|helpers|common|services|types|constants)\//
