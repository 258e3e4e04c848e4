import { anyBytes } from '../../test/anyBytes.ts'
import { everythingIn } from '../../test/everythingIn.ts'
import { ammV4Pools } from '../../test/raydiumAmmV4Pools.ts'

anyBytes('raydiumammv4', ammV4Pools, everythingIn('raydiumAmmV4'))
