import { raydiumCpmm } from './raydiumCpmm/index.ts'
import type { SimulatedProgram } from './simulatedProgram.ts'

/** Every program that is simulated unless its binary is at hand. */
export const simulatedPrograms: readonly SimulatedProgram[] = [raydiumCpmm]
