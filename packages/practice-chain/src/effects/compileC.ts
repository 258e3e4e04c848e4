import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { addressBytes } from '@tern/core/internal'
import { link } from './link.ts'
import { mailbox } from './mailbox.ts'

const source = fileURLToPath(new URL('effects.c', import.meta.url))
const product = fileURLToPath(new URL('effects.so', import.meta.url))

/**
 * Compiles and links a C file into a shared object for Solana's loader.
 * Needs clang with its BPF back end. The same source gives the same bytes.
 */
export function compile(file: string, definitions: readonly string[] = []): Uint8Array {
  const directory = mkdtempSync(join(tmpdir(), 'effects-'))
  try {
    const object = join(directory, 'program.o')
    // v2, because sBPF v0 lacks some of the 32-bit instructions of v3.
    const target = ['-target', 'bpf', '-mcpu=v2', '-O2', '-ffreestanding', '-fno-builtin', '-fno-jump-tables']
    const frames = ['-fno-unwind-tables', '-fno-asynchronous-unwind-tables']
    execFileSync('clang', [...target, ...frames, '-Wall', '-Werror', ...definitions, '-c', file, '-o', object])
    return link(readFileSync(object))
  } finally {
    rmSync(directory, { recursive: true })
  }
}

/** Compiles `effects.c` with the mailbox's address in its definitions. */
export function compileEffects(): Uint8Array {
  const id = new DataView(addressBytes(mailbox).buffer)
  return compile(
    source,
    [0, 1, 2, 3].map(i => `-DSTAKE_HISTORY_${i}=0x${id.getBigUint64(8 * i, true).toString(16)}ULL`),
  )
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(product, compileEffects())
