import fc from 'fast-check'
import { vi } from 'vitest'

// A version of the sources has the same seed on every machine. Each change of the sources brings new random values.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED) })
// Node's own limit. The runner's hundred frames would take longer than the code that throws.
Error.stackTraceLimit = 10
// Vitest restores globals before each test, so the stubs of a file's last test would still be there when the next file begins.
vi.unstubAllGlobals()
vi.unstubAllEnvs()
