// npm run bench [-- --json] [raydium_clmm] … [sdk] [practice-chain] [terminal] [landing] [pools] [routes]: races Tern against the
// official SDKs in
// one run. Then it measures the practice chain, the SDK, the terminal in Chromium and landing against their targets.
// Names select parts.
import { availableParallelism, cpus } from 'node:os'
import { measureLanding } from './landing.ts'
import { measure, type Race } from './measure.ts'
import { races as messages } from './messages.ts'
import { races as meteoraDammV1 } from './meteoraDammV1.ts'
import { races as meteoraDammV2 } from './meteoraDammV2.ts'
import { races as meteoraDbc } from './meteoraDbc.ts'
import { races as moonit } from './moonit.ts'
import { measureSdk } from './packedSdk.ts'
import { measurePoolsIndex } from './poolsIndex.ts'
import { measurePoolsPage } from './poolsPage.ts'
import { measurePracticeChain } from './practiceChain.ts'
import { races as pumpAmm } from './pumpAmm.ts'
import { races as pumpfun } from './pumpfun.ts'
import { races as raydiumAmmV4 } from './raydiumAmmV4.ts'
import { races as raydiumClmm } from './raydiumClmm.ts'
import { races as raydiumCpmm } from './raydiumCpmm.ts'
import { races as raydiumLaunchlab } from './raydiumLaunchlab.ts'
import { races as raydiumStable } from './raydiumStable.ts'
import { measureRoutes } from './routes.ts'
import { isReached, lineOf, type Target } from './target.ts'
import { measureTerminal } from './terminal.ts'

type Races = readonly Race[]

const sections = [
  { name: 'sdk', title: 'The SDK as it is installed', measure: measureSdk },
  { name: 'practice-chain', title: 'The practice chain', measure: measurePracticeChain },
  { name: 'terminal', title: 'The terminal, in Chromium', measure: measureTerminal },
  { name: 'landing', title: 'Landing', measure: measureLanding },
  { name: 'pools', title: 'The index of pools', measure: measurePoolsIndex },
  { name: 'pools-page', title: 'The list of 10,000 pools, in Chromium', measure: measurePoolsPage },
  { name: 'routes', title: 'Routes among 100,000 pools', measure: measureRoutes },
]
const venues: Readonly<Record<string, () => readonly Races[] | Promise<readonly Races[]>>> = {
  ...{
    meteora_damm_v1: meteoraDammV1,
    meteora_damm_v2: meteoraDammV2,
    meteora_dbc: meteoraDbc,
    raydium_clmm: raydiumClmm,
    raydium_cpmm: raydiumCpmm,
  },
  ...{
    moonit,
    pumpfun,
    pumpamm: pumpAmm,
    raydiumammv4: raydiumAmmV4,
    raydium_launchlab: raydiumLaunchlab,
    raydium_stable: raydiumStable,
    landing: messages,
  },
}
const names = process.argv.slice(2).filter(argument => argument !== '--json')
const known = [...new Set([...Object.keys(venues), ...sections.map(({ name }) => name)])]
const unknown = names.find(name => !known.includes(name))
if (unknown !== undefined) {
  console.error(`npm run bench [-- --json] [names]: ${unknown} is none of ${known.join(', ')}`)
  process.exit(1)
}
const chosen = <T>(all: readonly T[], nameOf: (one: T) => string) =>
  names.length > 0 ? all.filter(one => names.includes(nameOf(one))) : all
const asJson = process.argv.includes('--json')
const machine = `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, Node ${process.version}`
const racing = chosen(Object.entries(venues), ([name]) => name)
const results = (await Promise.all(racing.map(([, races]) => races()))).flat().flatMap(measure)

if (!asJson) {
  const nanoseconds = (ns: number) => `${ns.toFixed(ns < 100 ? 1 : 0)} ns`.padStart(10)
  const [first] = results
  console.log(first === undefined ? machine : `${machine}; medians of ${first.rounds} rounds in turns, time for one\n`)
  for (const { name, rival, ternNs, rivalNs, ratio, atLeast, limit } of results) {
    const wanted = (atLeast === undefined ? '' : `≥ ${atLeast}x`).padEnd(9)
    const verdict = atLeast !== undefined && ratio < atLeast ? 'MISSED ' : ''
    const times = `${nanoseconds(ternNs)}${nanoseconds(rivalNs)}${ratio.toFixed(1).padStart(9)}x`
    console.log(`${name.padEnd(64)}${times}  ${wanted}${verdict}${rival}`)
    if (limit === undefined) continue
    const max = `${nanoseconds(limit.ns)}${' '.repeat(10)}${limit.ratio.toFixed(1).padStart(9)}x`
    console.log(`${`  limit: ${limit.is}`.padEnd(64)}${max}`)
  }
}
const targets: Target[] = []
for (const { title, measure } of chosen(sections, ({ name }) => name)) {
  if (!asJson) console.log(`\n${title}, and what it has to reach\n`)
  for await (const target of measure()) {
    targets.push(target)
    if (!asJson) console.log(lineOf(target))
  }
}
const isMissed = results.some(({ ratio, atLeast }) => atLeast !== undefined && ratio < atLeast)
if (isMissed || !targets.every(isReached)) process.exitCode = 1
if (asJson) console.log(JSON.stringify({ machine, results, targets }, null, 2))
