import type { Clock } from '@tern/core'
import { program } from '@tern/venues/pumpAmm'
import { poolLayout, poolSize } from '@tern/venues/pumpAmm/internal'
import type { Script } from '../../effects/script.ts'
import type { Invocation } from '../../effects/trap.ts'
import { fail } from '../anchor.ts'
import { extendAccount } from '../extendAccount.ts'
import { refuse } from './errors.ts'

/** `extend_account`, for pools. */
export const executeExtendAccount = (invocation: Invocation, clock: Clock): Script =>
  extendAccount(invocation, clock, {
    program,
    sizeOf: data => {
      if (poolLayout.discriminator.some((byte, i) => data[i] !== byte)) fail('AccountDiscriminatorMismatch', 'account')
      return data.length < poolSize ? poolSize : refuse('NewSizeLessThanCurrentSize')
    },
  })
