import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, vi } from 'vitest'

// A version of the sources has the same seed on every machine. Each change of the sources brings new random values.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED) })
// Node's own limit. The runner's hundred frames would take longer than the code that throws.
Error.stackTraceLimit = 10
// Vitest restores globals before each test, so the stubs of a file's last test would still be there when the next file begins.
vi.unstubAllGlobals()
vi.unstubAllEnvs()

// The files of a worker share their modules. A mock would miss a module that an earlier file has loaded, and stay for the next file.
const worker = globalThis as { hasMocks?: boolean }
const { testPath = '' } = expect.getState()
const hasMocks = testPath !== '' && readFileSync(testPath, 'utf8').includes('vi.mock(')
if (hasMocks || worker.hasMocks) vi.resetModules()
worker.hasMocks = hasMocks
