import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { systemProgram } from '@tern/core'
import { program } from '@tern/venues/pumpfun'
import { globalAddress, globalVolumeAccumulatorAddress } from '@tern/venues/pumpfun/internal'
import { afterEach, describe, expect, it } from 'vitest'
import { createBank } from '../src/bank/createBank.ts'
import { startPracticeChain } from '../src/index.ts'
import { pumpfunGenesis } from '../src/programs/pumpfun/genesis.ts'
import { keepWorld } from '../src/world/keptWorld.ts'
import { createSeededWorld } from '../src/world/seededWorld.ts'
import { connect } from './rpcClients.ts'

/** Slow proofs run under `npm run proof` only. */
const isProof = process.env.PROOF === '1'

const directories: string[] = []
afterEach(async () => {
  for (const directory of directories.splice(0)) await rm(directory, { recursive: true })
})

async function temporary(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'tern-history-'))
  directories.push(directory)
  return directory
}

describe('a chain with a history from before it is shown', { timeout: 60_000 }, () => {
  it.runIf(isProof)(
    'has the transactions of these hours, and after a restart the same transactions and no more',
    async () => {
      const dataDir = await temporary()
      const options = { dataDir, slotMs: 0, historySeconds: 3_600, seed: 'history' }
      const chain = await startPracticeChain(options)
      const { rpc } = connect(chain)
      const histories = await Promise.all(chain.world.map(({ pool }) => rpc.getSignaturesForAddress(pool).send()))
      const busiest = histories.reduce((max, { length }, i) => (length > (histories[max]?.length ?? 0) ? i : max), 0)
      const [token, before] = [chain.world[busiest], histories[busiest]]
      if (token === undefined || before === undefined) expect.fail('no token')
      expect(before.length).toBeGreaterThan(5)
      const times = before.map(({ blockTime }) => Number(blockTime))
      const now = Date.now() / 1_000
      expect(Math.min(...times)).toBeLessThan(now - 1_800)
      expect(Math.max(...times)).toBeLessThanOrEqual(now)
      await chain.close()

      const again = await startPracticeChain(options)
      expect(again.world).toEqual(chain.world)
      const after = await connect(again).rpc.getSignaturesForAddress(token.pool).send()
      expect(after.map(({ signature }) => signature)).toEqual(before.map(({ signature }) => signature))
      await again.close()
    },
  )

  it('from before pump.fun was simulated gets its programs’ accounts, and keeps its own', async () => {
    const dataDir = await temporary()
    const { tokens, genesis } = await createSeededWorld('older', 1_700_000_000n)
    const programs = await pumpfunGenesis()
    const older = [...genesis].filter(([address]) => !programs.has(address))
    const kept = { owner: systemProgram, lamports: 5_000_000n, executable: false, data: new Uint8Array() }
    const bank = await createBank({ dataDir, slotMs: 0, now: Date.now, genesis: older })
    bank.setAccount(globalVolumeAccumulatorAddress, kept)
    await bank.close()
    await keepWorld(dataDir, { seed: 'older', tokens })

    const chain = await startPracticeChain({ dataDir, slotMs: 0 })
    const { rpc } = connect(chain)
    const { value } = await rpc
      .getMultipleAccounts([globalAddress, globalVolumeAccumulatorAddress], {
        commitment: 'processed',
        encoding: 'base64',
      })
      .send()
    expect(value[0]?.owner).toBe(program)
    expect(value[1]?.lamports).toBe(kept.lamports)
    await chain.close()
  })

  it('begins again if it was stopped before its history was complete', async () => {
    const dataDir = await temporary()
    const unfinished = await startPracticeChain({ dataDir, slotMs: 0, world: 'empty' })
    await unfinished.close()
    await rm(join(dataDir, 'world.json'))
    const chain = await startPracticeChain({ dataDir, slotMs: 0, historySeconds: 600, seed: 'history' })
    expect(chain.genesisHash).not.toBe(unfinished.genesisHash)
    expect(chain.world.length).toBeGreaterThanOrEqual(40)
    await chain.close()
  })
})
