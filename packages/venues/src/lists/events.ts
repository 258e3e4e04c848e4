// Written by scripts/programLists.mjs from programs.json.

import type { Address } from '@tern/core'
import { program as boopProgram } from '../boop/addresses.ts'
import { readEvent as boop, readInstructionEvent as boopInstruction } from '../boop/events.ts'
import { program as meteoraDammV1Program } from '../meteoraDammV1/addresses.ts'
import { readEvent as meteoraDammV1 } from '../meteoraDammV1/events.ts'
import { program as meteoraDammV2Program } from '../meteoraDammV2/addresses.ts'
import { readEvent as meteoraDammV2 } from '../meteoraDammV2/events.ts'
import { program as meteoraDbcProgram } from '../meteoraDbc/addresses.ts'
import { readEvent as meteoraDbc, readInstructionEvent as meteoraDbcInstruction } from '../meteoraDbc/events.ts'
import { program as moonitProgram } from '../moonit/addresses.ts'
import { readEvent as moonit, readInstructionEvent as moonitInstruction } from '../moonit/events.ts'
import { program as pumpAmmProgram } from '../pumpAmm/addresses.ts'
import { readEvent as pumpAmm } from '../pumpAmm/events.ts'
import { program as pumpfunProgram } from '../pumpfun/addresses.ts'
import { readEvent as pumpfun } from '../pumpfun/events.ts'
import { program as raydiumAmmV4Program } from '../raydiumAmmV4/addresses.ts'
import {
  readEvent as raydiumAmmV4,
  readInstructionEvent as raydiumAmmV4Instruction,
  logPrefix as raydiumAmmV4Prefix,
} from '../raydiumAmmV4/events.ts'
import { program as raydiumClmmProgram } from '../raydiumClmm/addresses.ts'
import { readEvent as raydiumClmm } from '../raydiumClmm/events.ts'
import { program as raydiumCpmmProgram } from '../raydiumCpmm/addresses.ts'
import { readEvent as raydiumCpmm, readInstructionEvent as raydiumCpmmInstruction } from '../raydiumCpmm/events.ts'
import { program as raydiumLaunchlabProgram } from '../raydiumLaunchlab/addresses.ts'
import {
  readEvent as raydiumLaunchlab,
  readInstructionEvent as raydiumLaunchlabInstruction,
} from '../raydiumLaunchlab/events.ts'
import { program as raydiumStableProgram } from '../raydiumStable/addresses.ts'
import {
  readEvent as raydiumStable,
  logIsText as raydiumStableIsText,
  logPrefix as raydiumStablePrefix,
} from '../raydiumStable/events.ts'
import type { EventReader } from '../readEvents.ts'

/** How to read the events of each program. */
export const eventReaders: ReadonlyMap<Address, EventReader> = /* @__PURE__ */ new Map<Address, EventReader>([
  [raydiumCpmmProgram, { event: raydiumCpmm, instructionEvent: raydiumCpmmInstruction }],
  [meteoraDammV2Program, { event: meteoraDammV2 }],
  [pumpfunProgram, { event: pumpfun }],
  [pumpAmmProgram, { event: pumpAmm }],
  [raydiumLaunchlabProgram, { event: raydiumLaunchlab, instructionEvent: raydiumLaunchlabInstruction }],
  [meteoraDbcProgram, { event: meteoraDbc, instructionEvent: meteoraDbcInstruction }],
  [raydiumClmmProgram, { event: raydiumClmm }],
  [boopProgram, { event: boop, instructionEvent: boopInstruction }],
  [
    raydiumAmmV4Program,
    { event: raydiumAmmV4, instructionEvent: raydiumAmmV4Instruction, logPrefix: raydiumAmmV4Prefix },
  ],
  [raydiumStableProgram, { event: raydiumStable, logPrefix: raydiumStablePrefix, logIsText: raydiumStableIsText }],
  [meteoraDammV1Program, { event: meteoraDammV1 }],
  [moonitProgram, { event: moonit, instructionEvent: moonitInstruction }],
])
