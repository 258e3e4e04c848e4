import { anyBytes } from '../../test/anyBytes.ts'
import { boopCurves } from '../../test/boopPools.ts'
import * as folder from './index.ts'

anyBytes('boop', boopCurves, folder)
