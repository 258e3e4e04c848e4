import type { Address } from '@tern/core'
import { program as meteoraDammV2Program } from '../src/meteoraDammV2/addresses.ts'
import { forms as meteoraDammV2Forms } from '../src/meteoraDammV2/readLifeCycle.ts'
import { program as meteoraDbcProgram } from '../src/meteoraDbc/addresses.ts'
import { forms as meteoraDbcForms } from '../src/meteoraDbc/readLifeCycle.ts'
import { program as pumpAmmProgram } from '../src/pumpAmm/addresses.ts'
import { forms as pumpAmmForms } from '../src/pumpAmm/readLifeCycle.ts'
import { program as pumpfunProgram } from '../src/pumpfun/addresses.ts'
import { forms as pumpfunForms } from '../src/pumpfun/readLifeCycle.ts'
import { program as raydiumClmmProgram } from '../src/raydiumClmm/addresses.ts'
import { forms as raydiumClmmForms } from '../src/raydiumClmm/readLifeCycle.ts'
import { program as raydiumCpmmProgram } from '../src/raydiumCpmm/addresses.ts'
import { forms as raydiumCpmmForms } from '../src/raydiumCpmm/readLifeCycle.ts'
import { program as raydiumLaunchlabProgram } from '../src/raydiumLaunchlab/addresses.ts'
import { forms as raydiumLaunchlabForms } from '../src/raydiumLaunchlab/readLifeCycle.ts'
import type { LifeCycleForm } from '../src/readInstruction.ts'

/** The instructions by which each program launches, opens and migrates. */
export const lifeCycleForms: ReadonlyMap<Address, readonly LifeCycleForm[]> = new Map([
  [meteoraDammV2Program, meteoraDammV2Forms],
  [meteoraDbcProgram, meteoraDbcForms],
  [pumpAmmProgram, pumpAmmForms],
  [pumpfunProgram, pumpfunForms],
  [raydiumClmmProgram, raydiumClmmForms],
  [raydiumCpmmProgram, raydiumCpmmForms],
  [raydiumLaunchlabProgram, raydiumLaunchlabForms],
])
