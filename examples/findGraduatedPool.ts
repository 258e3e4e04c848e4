// Where a pump.fun coin trades: on its curve, or in the pool that a finished curve moved to.
//   node examples/findGraduatedPool.ts <mint>
import { createClient } from '@tern/client'
import { parseAddress } from '@tern/core'
import { graduationOf } from '@tern/venues/graduation'
import { bondingCurveAddress, pumpfun } from '@tern/venues/pumpfun'

const mint = parseAddress(process.argv[2])
const { chain } = createClient({ rpc: process.env.RPC_URL ?? 'http://127.0.0.1:8899' })

const address = await bondingCurveAddress(mint)
const { curve } = await chain.readPool(pumpfun, address, { mint })
const end = await graduationOf('pumpfun', mint)

if (curve?.stage === 'trading') console.log(`on its curve ${address}, ${curve.progressPpm / 10_000}% sold`)
else if (curve?.stage === 'complete') console.log(`sold out, about to move to ${end?.address}`)
else console.log(`moved to ${end?.protocol} ${end?.address}`)
