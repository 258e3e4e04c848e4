const modules = import.meta.glob<object>(['../src/*/*.ts', '!../src/*/*.test.ts'], { eager: true })

/** Returns all that the modules of a program's folder export, by name. */
export function everythingIn(folder: string): Readonly<Record<string, unknown>> {
  const inFolder = Object.entries(modules).filter(([path]) => path.startsWith(`../src/${folder}/`))
  return Object.assign({}, ...inFolder.map(([, module]) => module))
}
