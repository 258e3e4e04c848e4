import { busyPoolIndex } from '../../apps/server/test/busyPoolIndex.ts'
import { median, type Target } from './target.ts'

/** Measures the trades that the server's index of pools takes in a second of one core. */
export async function* measurePoolsIndex(): AsyncGenerator<Target> {
  const { pools, trades, cpuSeconds, blocksMs } = await busyPoolIndex()
  yield {
    name: `index of ${pools} pools, of one core`,
    unit: 'trades/s',
    value: trades / cpuSeconds,
    detail: `${trades} trades in ${cpuSeconds.toFixed(1)} s of all threads; 600 trades in ${median(blocksMs).toFixed(0)} ms`,
    target: 1_500,
    is: 'atLeast',
  }
}
