import { anyBytes } from '../../test/anyBytes.ts'
import { cpmmPools } from '../../test/raydiumCpmmPools.ts'
import * as folder from './index.ts'

anyBytes('raydium_cpmm', cpmmPools, folder)
