// Written by scripts/programLists.mjs from programs.json.

import type { Address, ErrorCode } from '@tern/core'
import { program as boopProgram } from '../boop/addresses.ts'
import { programErrors as boopErrors } from '../boop/errors.ts'
import { program as meteoraDammV1Program } from '../meteoraDammV1/addresses.ts'
import { programErrors as meteoraDammV1Errors } from '../meteoraDammV1/errors.ts'
import { program as meteoraDammV2Program } from '../meteoraDammV2/addresses.ts'
import { programErrors as meteoraDammV2Errors } from '../meteoraDammV2/errors.ts'
import { program as meteoraDbcProgram } from '../meteoraDbc/addresses.ts'
import { programErrors as meteoraDbcErrors } from '../meteoraDbc/errors.ts'
import { program as moonitProgram } from '../moonit/addresses.ts'
import { programErrors as moonitErrors } from '../moonit/errors.ts'
import { program as pumpAmmProgram } from '../pumpAmm/addresses.ts'
import { programErrors as pumpAmmErrors } from '../pumpAmm/errors.ts'
import { program as pumpfunProgram } from '../pumpfun/addresses.ts'
import { programErrors as pumpfunErrors } from '../pumpfun/errors.ts'
import { program as raydiumAmmV4Program } from '../raydiumAmmV4/addresses.ts'
import { programErrors as raydiumAmmV4Errors } from '../raydiumAmmV4/errors.ts'
import { program as raydiumClmmProgram } from '../raydiumClmm/addresses.ts'
import { programErrors as raydiumClmmErrors } from '../raydiumClmm/errors.ts'
import { program as raydiumCpmmProgram } from '../raydiumCpmm/addresses.ts'
import { programErrors as raydiumCpmmErrors } from '../raydiumCpmm/errors.ts'
import { program as raydiumLaunchlabProgram } from '../raydiumLaunchlab/addresses.ts'
import { programErrors as raydiumLaunchlabErrors } from '../raydiumLaunchlab/errors.ts'
import { program as raydiumStableProgram } from '../raydiumStable/addresses.ts'
import { programErrors as raydiumStableErrors } from '../raydiumStable/errors.ts'

/** The meaning of each program's own error numbers, as far as a transaction of Tern's can meet them. */
export const errorsOf: ReadonlyMap<Address, Readonly<Record<number, ErrorCode>>> = new Map([
  [raydiumCpmmProgram, raydiumCpmmErrors],
  [meteoraDammV2Program, meteoraDammV2Errors],
  [pumpfunProgram, pumpfunErrors],
  [pumpAmmProgram, pumpAmmErrors],
  [raydiumLaunchlabProgram, raydiumLaunchlabErrors],
  [meteoraDbcProgram, meteoraDbcErrors],
  [raydiumClmmProgram, raydiumClmmErrors],
  [boopProgram, boopErrors],
  [raydiumAmmV4Program, raydiumAmmV4Errors],
  [raydiumStableProgram, raydiumStableErrors],
  [meteoraDammV1Program, meteoraDammV1Errors],
  [moonitProgram, moonitErrors],
])
