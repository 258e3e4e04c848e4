import { anyBytes } from '../../test/anyBytes.ts'
import { pumpCurves } from '../../test/pumpfunPools.ts'
import * as folder from './index.ts'

anyBytes('pumpfun', pumpCurves, folder)
