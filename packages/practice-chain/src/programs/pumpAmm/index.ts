import { anchorProgram } from '../anchorProgram.ts'
import { executeCreatePool } from './createPool.ts'
import { executeInitBoost } from './initBoost.ts'
import { createPoolLayout, initBoostTag, program } from './layout.ts'

/**
 * pump.fun's own pools (IDL of `@pump-fun/pump-sdk@2.0.0`), as far as a curve that moves to one needs them: they are made and get
 * their boost. Other instructions fail as unknown ones do. Units are estimates.
 */
export const pumpAmm = anchorProgram(program, [
  {
    name: 'CreatePool',
    discriminator: createPoolLayout.discriminator,
    modelledUnits: 150_000,
    execute: executeCreatePool,
  },
  { name: 'InitBoost', discriminator: initBoostTag, modelledUnits: 45_000, execute: executeInitBoost },
])
