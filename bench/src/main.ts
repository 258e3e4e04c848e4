// npm run bench [-- --json] [practice-chain]: Tern and the official SDKs side by side in one run, then the practice chain
// against what it has to reach; with a name, only that.
import { availableParallelism, cpus } from 'node:os'
import { measure } from './measure.ts'
import { isReached, measurePracticeChain, type Target } from './practiceChain.ts'
import { races as pumpAmm } from './pumpAmm.ts'
import { races as pumpfun } from './pumpfun.ts'
import { races as raydiumCpmm } from './raydiumCpmm.ts'

const only = process.argv.includes('practice-chain')
const asJson = process.argv.includes('--json')
const machine = `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, Node ${process.version}`
const results = only ? [] : [...(await raydiumCpmm()), ...(await pumpfun()), ...(await pumpAmm())].flatMap(measure)

if (!asJson) {
  const nanoseconds = (ns: number) => `${ns.toFixed(ns < 100 ? 1 : 0)} ns`.padStart(10)
  const [first] = results
  console.log(first === undefined ? machine : `${machine}; medians of ${first.rounds} rounds in turns, time for one\n`)
  for (const { name, rival, ternNs, rivalNs, ratio } of results)
    console.log(`${name.padEnd(64)}${nanoseconds(ternNs)}${nanoseconds(rivalNs)}  ${ratio.toFixed(1)}x  ${rival}`)
  console.log('\nThe practice chain, and what it has to reach\n')
}
const targets: Target[] = []
for await (const target of measurePracticeChain()) {
  targets.push(target)
  if (asJson) continue
  const { name, value, unit, is, detail } = target
  const shown = `${value.toFixed(value < 100 ? 1 : 0)} ${unit}`.padStart(12)
  const wanted = `${is === 'atLeast' ? '≥' : '≤'} ${target.target} ${unit}`.padEnd(13)
  console.log(`${name.padEnd(56)}${shown}  ${wanted}${isReached(target) ? '' : 'MISSED '} ${detail}`)
}
if (asJson) console.log(JSON.stringify({ machine, results, targets }, null, 2))
