import { Connection, Keypair, LAMPORTS_PER_SOL, type PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { startProxy } from '@tern/practice-chain/proxy'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Cluster, startCluster } from './startCluster.ts'

let on: Cluster
let connection: Cluster['connection']
let payer: Keypair

beforeAll(async () => {
  on = await startCluster({ world: 'empty' })
  connection = on.connection
  payer = await on.fund(50)
})
afterAll(() => on.chain.close())

/** Returns the first event of `listen`, and stops listening. */
function first<T>(listen: (tell: (event: T) => void) => number, stop: (id: number) => Promise<void>): Promise<T> {
  return new Promise((resolve, reject) => {
    const id = listen(event => {
      resolve(event)
      stop(id).catch(reject)
    })
  })
}

async function send(to: PublicKey) {
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash()
  const transaction = new Transaction({ feePayer: payer.publicKey, blockhash, lastValidBlockHeight })
  transaction.add(SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: LAMPORTS_PER_SOL }))
  return connection.sendTransaction(transaction, [payer])
}

describe('web3.js v1 subscribes at port + 1', () => {
  it('to accounts, programs, logs, slots and roots', async () => {
    const to = Keypair.generate().publicKey
    const notifications = Promise.all([
      first<number>(
        tell => connection.onAccountChange(to, ({ lamports }) => tell(lamports)),
        id => connection.removeAccountChangeListener(id),
      ),
      first<number>(
        tell =>
          connection.onProgramAccountChange(SystemProgram.programId, ({ accountId, accountInfo }) => {
            if (accountId.equals(to)) tell(accountInfo.lamports)
          }),
        id => connection.removeProgramAccountChangeListener(id),
      ),
      first<string>(
        tell => connection.onLogs(to, ({ signature, err }) => err === null && tell(signature)),
        id => connection.removeOnLogsListener(id),
      ),
      first<{ slot: number; parent: number }>(
        tell => connection.onSlotChange(tell),
        id => connection.removeSlotChangeListener(id),
      ),
      first<number>(
        tell => connection.onRootChange(tell),
        id => connection.removeRootChangeListener(id),
      ),
    ])
    // Subscribing has no answer to wait for here, only notifications.
    await first(
      tell => connection.onSlotChange(tell),
      id => connection.removeSlotChangeListener(id),
    )
    const signature = await send(to)
    const [account, program, logs, slot, root] = await notifications
    expect([account, program, logs]).toEqual([LAMPORTS_PER_SOL, LAMPORTS_PER_SOL, signature])
    expect(slot.parent).toBe(slot.slot - 1)
    expect(root).toBeLessThan(slot.slot)
  })

  it('to a signature', async () => {
    const signature = await send(Keypair.generate().publicKey)
    const result = await new Promise(resolve => connection.onSignature(signature, resolve, 'finalized'))
    expect(result).toEqual({ err: null })
  })

  it('to a signature with all its events', async () => {
    const signature = await send(Keypair.generate().publicKey)
    const result = await new Promise(resolve =>
      connection.onSignatureWithOptions(signature, ({ type }) => resolve(type), {
        commitment: 'confirmed',
        enableReceivedNotification: false,
      }),
    )
    expect(result).toBe('status')
  })

  it('to the updates of a slot', async () => {
    const kinds = new Set<string>()
    await new Promise<void>(resolve => {
      const id = connection.onSlotUpdate(({ type }) => {
        kinds.add(type)
        if (!kinds.has('optimisticConfirmation') || !kinds.has('root')) return
        connection.removeSlotUpdateListener(id).then(resolve)
      })
    })
    expect([...kinds]).toContain('createdBank')
  })

  it('again after its socket was cut', async () => {
    const proxy = await startProxy({ upstream: on.chain.rpcUrl })
    const throughProxy = new Connection(proxy.rpcUrl, { commitment: 'confirmed', wsEndpoint: proxy.wsUrl })
    const to = Keypair.generate().publicKey
    const changes: number[] = []
    const account = throughProxy.onAccountChange(to, ({ lamports }) => changes.push(lamports))
    let slots = 0
    const slot = throughProxy.onSlotChange(() => {
      slots++
    })
    const nextSlot = () => {
      const before = slots
      return expect.poll(() => slots, { timeout: 30_000 }).toBeGreaterThan(before)
    }
    await nextSlot()
    await send(to)
    await expect.poll(() => changes).toEqual([LAMPORTS_PER_SOL])
    proxy.set({ dropSockets: true })
    proxy.set({ dropSockets: false })
    await nextSlot()
    await nextSlot()
    await send(to)
    await expect.poll(() => changes.at(-1)).toBe(2 * LAMPORTS_PER_SOL)
    await throughProxy.removeAccountChangeListener(account)
    await throughProxy.removeSlotChangeListener(slot)
    await proxy.close()
  })
})
