import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { forwarder } from '../../test/onChain/forwarder.ts'
import { compile, compileEffects } from './compileC.ts'
import { effectsProgram } from './effectsProgram.ts'
import { link } from './link.ts'

/** clang 14 built the committed binaries. Another version may choose other instructions. */
const version = spawnSync('clang', ['--version'], { encoding: 'utf8' })
const hasClang = version.status === 0 && /version 14\./.test(version.stdout)

describe('the effects program', () => {
  it.runIf(hasClang)('equals its compiled source', () => {
    expect(compileEffects()).toEqual(new Uint8Array(effectsProgram))
  })

  it.runIf(hasClang)('and the forwarder of the tests equal their compiled sources', () => {
    const source = fileURLToPath(new URL('../../test/onChain/forwarder.c', import.meta.url))
    expect(compile(source)).toEqual(new Uint8Array(forwarder))
  })

  it('cannot be linked from bytes that are not an object file', () => {
    expect(() => link(new Uint8Array(64))).toThrow('cannot be linked')
  })
})
