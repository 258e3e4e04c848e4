import { anyBytes } from '../../test/anyBytes.ts'
import { ammV4Pools } from '../../test/raydiumAmmV4Pools.ts'
import * as folder from './index.ts'

anyBytes('raydiumammv4', ammV4Pools, folder)
