import { anyBytes } from '../../test/anyBytes.ts'
import { ammPools } from '../../test/pumpAmmPools.ts'
import * as folder from './index.ts'

anyBytes('pumpamm', ammPools, folder)
