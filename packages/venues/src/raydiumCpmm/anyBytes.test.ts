import { anyBytes } from '../../test/anyBytes.ts'
import { cpmmPools } from '../../test/raydiumCpmmPools.ts'
import * as folder from './index.ts'
import * as liquidity from './liquidity.ts'

anyBytes('raydium_cpmm', cpmmPools, { ...folder, ...liquidity })
