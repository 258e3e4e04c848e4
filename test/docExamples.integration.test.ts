import { spawnSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { docExamples, entryPoints, moduleOf } from './docExamples.ts'

const root = join(import.meta.dirname, '..')

it('every example compiles', async () => {
  const directory = join(root, 'dist', `docExamples-${process.pid}`)
  mkdirSync(directory, { recursive: true })
  try {
    const entries = await Promise.all(entryPoints.map(async name => [name, Object.keys(await import(name))] as const))
    const places = new Map<string, string>()
    for (const [i, example] of docExamples().entries()) {
      const own = Object.keys(await import(/* @vite-ignore */ example.file))
      const name = `example${i}.ts`
      places.set(name, example.at)
      writeFileSync(join(directory, name), moduleOf(example, new Map([[example.file, own], ...entries])))
    }
    const compilerOptions = { noEmit: true, noUnusedLocals: false, noUncheckedIndexedAccess: false, rootDir: '../..' }
    const config = { extends: '../../tsconfig.json', compilerOptions, include: ['*.ts'], exclude: [] }
    writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(config))
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', directory], { encoding: 'utf8' })
    const found = `${stdout}${stderr}`.replace(/\S*(example\d+\.ts)/g, (_, name) => places.get(name) ?? name)
    expect(found).toBe('')
  } finally {
    rmSync(directory, { recursive: true })
  }
}, 180_000)
