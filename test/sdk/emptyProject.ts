import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = join(import.meta.dirname, '..', '..')

/** A project outside the workspace with the tarballs of `npm run pack`, installed by npm. */
export interface EmptyProject {
  readonly folder: string
  write(path: string, content: string): void
  /** Resolves to the output of the command. */
  run(command: string, args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>
  remove(): void
}

interface Locked {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

/** Finds the folders of `names` and of all their dependencies in the lockfile, if they exist on this machine. */
function installedWith(names: readonly string[]): ReadonlySet<string> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>
  }
  const found = new Set<string>()

  function add(from: string, name: string): void {
    let folder = from
    while (!(`${folder}node_modules/${name}` in packages)) {
      if (folder === '') return
      folder = folder.slice(0, folder.lastIndexOf('node_modules/', folder.length - 2))
    }
    const path = `${folder}node_modules/${name}`
    if (found.has(path) || !existsSync(join(root, path))) return
    found.add(path)
    const { dependencies, optionalDependencies } = packages[path] ?? {}
    for (const needed of Object.keys({ ...dependencies, ...optionalDependencies })) add(`${path}/`, needed)
  }

  for (const name of names) add('', name)
  return found
}

/**
 * Makes a project that depends on `own` and the tarballs. `own`, `needed` and their dependencies are copied from the workspace, so
 * npm installs offline. npm fails if the copies do not satisfy the dependencies of the tarballs.
 */
export async function createEmptyProject(
  own: readonly string[],
  tarballs: readonly string[],
  needed: readonly string[],
): Promise<EmptyProject> {
  const folder = mkdtempSync(join(tmpdir(), 'tern-sdk-'))
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  for (const path of installedWith([...own, ...needed]))
    cpSync(join(root, path), join(folder, path), { recursive: true })
  const dependencies = Object.fromEntries(own.map(name => [name, '*']))
  write('package.json', JSON.stringify({ name: 'empty', private: true, type: 'module', dependencies }))
  const project: EmptyProject = {
    folder,
    write,
    async run(command, args, env = {}) {
      try {
        const { stdout } = await run(command, [...args], { cwd: folder, env: { ...process.env, ...env } })
        return stdout
      } catch (error) {
        const { stdout, stderr } = error as { stdout: string; stderr: string }
        throw new Error(`${command} ${args.join(' ')}\n${stdout}${stderr}`, { cause: error })
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
  const npm = ['install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund', ...tarballs]
  await project.run('npm', npm)
  return project
}

/** Finds the oldest Node on the path that Tern supports, and its version. It is 20 if the machine has Node 20. */
export async function oldestNode(): Promise<{ readonly path: string; readonly version: string }> {
  const found = [{ path: process.execPath, version: process.versions.node }]
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, 'node')
    if (folder.includes('node_modules') || !existsSync(path)) continue
    const { stdout } = await run(path, ['-p', 'process.versions.node'])
    found.push({ path, version: stdout.trim() })
  }
  const number = ({ version }: { version: string }) => {
    const [major = 0, minor = 0] = version.split('.').map(Number)
    return 1000 * major + minor
  }
  const [oldest] = found.filter(node => number(node) >= 20_019).toSorted((a, b) => number(a) - number(b))
  if (oldest === undefined) throw new Error('no Node that Tern supports')
  return oldest
}
