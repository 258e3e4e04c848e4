// npm run bench [-- --json] [sdk] [practice-chain] [terminal]: Tern and the official SDKs side by side in one run, then the practice
// chain, the SDK and the terminal in Chromium against what they have to reach; with a name, only that.
import { availableParallelism, cpus } from 'node:os'
import { measure } from './measure.ts'
import { races as meteoraDammV2 } from './meteoraDammV2.ts'
import { races as meteoraDbc } from './meteoraDbc.ts'
import { measureSdk } from './packedSdk.ts'
import { measurePracticeChain } from './practiceChain.ts'
import { races as pumpAmm } from './pumpAmm.ts'
import { races as pumpfun } from './pumpfun.ts'
import { races as raydiumClmm } from './raydiumClmm.ts'
import { races as raydiumCpmm } from './raydiumCpmm.ts'
import { races as raydiumLaunchlab } from './raydiumLaunchlab.ts'
import { lineOf, type Target } from './target.ts'
import { measureTerminal } from './terminal.ts'

const sections = [
  { name: 'sdk', title: 'The SDK as it is installed', measure: measureSdk },
  { name: 'practice-chain', title: 'The practice chain', measure: measurePracticeChain },
  { name: 'terminal', title: 'The terminal, in Chromium', measure: measureTerminal },
]
const named = sections.filter(({ name }) => process.argv.includes(name))
const asJson = process.argv.includes('--json')
const machine = `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, Node ${process.version}`
const venues = [meteoraDammV2, meteoraDbc, raydiumClmm, raydiumCpmm, pumpfun, pumpAmm, raydiumLaunchlab]
const results = named.length > 0 ? [] : (await Promise.all(venues.map(races => races()))).flat().flatMap(measure)

if (!asJson) {
  const nanoseconds = (ns: number) => `${ns.toFixed(ns < 100 ? 1 : 0)} ns`.padStart(10)
  const [first] = results
  console.log(first === undefined ? machine : `${machine}; medians of ${first.rounds} rounds in turns, time for one\n`)
  for (const { name, rival, ternNs, rivalNs, ratio } of results)
    console.log(`${name.padEnd(64)}${nanoseconds(ternNs)}${nanoseconds(rivalNs)}  ${ratio.toFixed(1)}x  ${rival}`)
}
const targets: Target[] = []
for (const { title, measure } of named.length > 0 ? named : sections) {
  if (!asJson) console.log(`\n${title}, and what it has to reach\n`)
  for await (const target of measure()) {
    targets.push(target)
    if (!asJson) console.log(lineOf(target))
  }
}
if (asJson) console.log(JSON.stringify({ machine, results, targets }, null, 2))
