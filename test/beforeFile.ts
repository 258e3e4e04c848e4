import fc from 'fast-check'
import { vi } from 'vitest'

// The same sources are tested with the same random values wherever they are; each change brings others.
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED) })
// As outside of tests: the runner's hundred frames take longer than what makes the error.
Error.stackTraceLimit = 10
// Vitest restores globals before a test. The last test of a file would leave its own to the beginning of the next file.
vi.unstubAllGlobals()
vi.unstubAllEnvs()
