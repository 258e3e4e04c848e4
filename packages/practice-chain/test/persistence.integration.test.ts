import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createSignerFromKeyPair, generateKeyPairSigner, lamports } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { decodeBase64 } from '@tern/core'
import { clockSysvar } from '@tern/core/internal'
import { poolStateLayout } from '@tern/venues/raydiumCpmm/internal'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startPracticeChain } from '../src/index.ts'
import { connect, sol, startChain } from './rpcClients.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tern-practice-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

describe('a chain that is kept', () => {
  it('has the same name, world, market maker, balances and history after a restart', async () => {
    const first = await startChain({ dataDir, seed: 'kept' })
    const payer = await first.fundedSigner()
    const { address: destination } = await generateKeyPairSigner()
    const amount = lamports(sol)
    const signature = await first.send(payer, [getTransferSolInstruction({ source: payer, destination, amount })])
    await first.chain.close()

    const chain = await startPracticeChain({ dataDir, slotMs: 50, world: 'empty', seed: 'another' })
    const second = connect(chain)
    expect([chain.genesisHash, chain.world]).toEqual([first.chain.genesisHash, first.chain.world])
    expect(chain.world.length).toBeGreaterThanOrEqual(40)
    expect((await second.rpc.getBalance(destination).send()).value).toBe(sol)
    const history = await second.rpc.getSignaturesForAddress(destination).send()
    expect(history.map(entry => entry.signature)).toEqual([signature])

    const maker = await createSignerFromKeyPair(chain.marketMaker)
    await second.until(await second.send(maker, [getTransferSolInstruction({ source: maker, destination, amount })]))
    expect((await second.rpc.getBalance(destination).send()).value).toBe(2n * sol)
    await chain.close()
  })

  it('follows the given clock', async () => {
    const { chain, rpc } = await startChain({ now: () => 2_000_000_000_500 })
    const confirmed = () => rpc.getSlot({ commitment: 'confirmed' }).send()
    await expect.poll(confirmed, { timeout: 30_000 }).toBeGreaterThan(0n)
    expect(await rpc.getBlockTime(1n).send()).toBe(2_000_000_000n)
    const { value } = await rpc.getAccountInfo(chain.world[0]?.pool ?? clockSysvar, { encoding: 'base64' }).send()
    const pool = poolStateLayout.decode(decodeBase64(value?.data[0] ?? ''))
    expect(pool.open_time).toBe(2_000_000_000n - 21n * 24n * 3600n)
    await chain.close()
  })

  it('frees its directory and its port when it closes', async () => {
    const first = await startPracticeChain({ dataDir, world: 'empty' })
    const port = Number(new URL(first.rpcUrl).port)
    await expect(startPracticeChain({ port, world: 'empty' })).rejects.toMatchObject({ code: 'EADDRINUSE' })
    await first.close()
    const again = await startPracticeChain({ dataDir, port, world: 'empty' })
    expect(again.rpcUrl).toBe(first.rpcUrl)
    expect(again.genesisHash).toBe(first.genesisHash)
    await again.close()
  })
})
