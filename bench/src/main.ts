// npm run bench [-- --json]: Tern and the official SDKs side by side in one run.
import { availableParallelism, cpus } from 'node:os'
import { measure } from './measure.ts'
import { races as pumpfun } from './pumpfun.ts'
import { races as raydiumCpmm } from './raydiumCpmm.ts'

const results = [...(await raydiumCpmm()), ...(await pumpfun())].flatMap(measure)
const machine = `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, Node ${process.version}`

if (process.argv.includes('--json')) console.log(JSON.stringify({ machine, results }, null, 2))
else {
  const nanoseconds = (ns: number) => `${ns.toFixed(ns < 100 ? 1 : 0)} ns`.padStart(10)
  console.log(`${machine}; medians of ${results[0]?.rounds} rounds in turns, time for one\n`)
  for (const { name, rival, ternNs, rivalNs, ratio } of results)
    console.log(`${name.padEnd(64)}${nanoseconds(ternNs)}${nanoseconds(rivalNs)}  ${ratio.toFixed(1)}x  ${rival}`)
}
