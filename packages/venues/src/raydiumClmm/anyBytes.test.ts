import { anyBytes } from '../../test/anyBytes.ts'
import { clmmPools } from '../../test/raydiumClmmPools.ts'
import * as folder from './index.ts'

anyBytes('raydium_clmm', clmmPools, folder)
