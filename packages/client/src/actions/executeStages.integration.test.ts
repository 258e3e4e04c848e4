import { createChain, type Provider } from '@tern/chain'
import { type Message, type Owner, type SignedTransaction, TernError } from '@tern/core'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { type ScriptedNode, startScriptedNode, text } from '../../../chain/test/scriptedNode.ts'
import { addressOf } from '../../test/market.ts'
import {
  type ExecutionStep,
  executeStages,
  type StagesOptions,
  type TransactionEntry,
  transactionsOf,
} from './executeStages.ts'
import { untipped } from './sentNote.ts'

type Turn = () => Promise<SignedTransaction>

const nodes: ScriptedNode[] = []
afterAll(async () => {
  await Promise.all(nodes.splice(0).map(node => node.close()))
})

const message: Message = {
  bytes: Uint8Array.of(1),
  feePayer: addressOf(1),
  signers: [addressOf(1)],
  lifetime: { kind: 'blockhash', blockhash: addressOf(2), lastValidBlockHeight: 1000n },
}

/** A cluster with a log of events. A transaction's name decides its end: `failed…`, `lost…`, otherwise confirmed. */
async function cluster() {
  const events: string[] = []
  const node = await startScriptedNode(({ method, params }) => {
    if (method === 'getEpochInfo') return { result: { blockHeight: 900, absoluteSlot: 1900 } }
    if (method !== 'getSignatureStatuses') return text('', 404)
    const [[name]] = params as [[string]]
    if (name.startsWith('lost')) return { result: { context: { slot: 30 }, value: [null] } }
    const err = name.startsWith('failed') ? { InstructionError: [0, 'Custom'] } : null
    if (!events.includes(`reported ${name}`)) events.push(`reported ${name}`)
    return {
      result: { context: { slot: 30 }, value: [{ slot: 7, confirmations: 1, err, confirmationStatus: 'confirmed' }] },
    }
  })
  nodes.push(node)
  const provider: Provider = {
    name: 'normal',
    minimumTip: 0n,
    tipAccounts: [],
    send: async ({ signature }) => {
      if (!events.includes(`sent ${signature}`)) events.push(`sent ${signature}`)
    },
  }
  const turn =
    (signature: string): Turn =>
    async () => {
      events.push(`signed ${signature}`)
      return { bytes: new Uint8Array(1), signature, message } satisfies SignedTransaction
    }
  const chain = createChain({ rpc: node.url })
  return { url: node.url, chain, submission: { providers: [provider] }, turn, events }
}

const owner: Owner = { address: addressOf(1), signTransactions: () => Promise.reject(new RangeError('signed')) }

/** Executes turns. A stage of a single turn needs no list. */
const execute = (
  { chain, submission }: Pick<Awaited<ReturnType<typeof cluster>>, 'chain' | 'submission'>,
  turns: readonly (Turn | readonly Turn[])[],
  options: StagesOptions = {},
) => {
  const stages = turns.map(turn => (typeof turn === 'function' ? [turn] : turn))
  return executeStages({ chain, owner, journal: undefined }, stages, {
    ...options,
    submission,
    noteOf: () => untipped(undefined),
  })
}

const statuses = (steps: readonly ExecutionStep[]) => steps.map(({ status }) => status).join(' ')

describe.concurrent('several transactions', () => {
  it('run in order, each signed after the earlier one is confirmed', async () => {
    const { chain, submission, turn, events } = await cluster()
    const seen: string[] = []
    const steps = await execute({ chain, submission }, [turn('a'), turn('b')], {
      onSteps: now => seen.push(statuses(now)),
    })
    expect(statuses(steps)).toBe('success success')
    expect(steps.map(({ signature }) => signature)).toEqual(['a', 'b'])
    expect(events.indexOf('signed b')).toBeGreaterThan(events.indexOf('reported a'))
    expect(seen.filter((now, i) => now !== seen[i - 1])).toEqual([
      'sending waiting',
      'sent waiting',
      'success waiting',
      'success sending',
      'success sent',
      'success success',
    ])
  })

  it('F10 do not continue after one source’s report, which may be a lie', async () => {
    const { url: liar, submission, turn, events } = await cluster()
    let isSeen = false
    const honest = await startScriptedNode(({ method }) => {
      if (method === 'getEpochInfo') return { result: { blockHeight: 900, absoluteSlot: 1900 } }
      if (method !== 'getSignatureStatuses') return text('', 404)
      const status = { slot: 7, confirmations: 1, err: null, confirmationStatus: 'confirmed' }
      // It answers at an earlier slot, so it denies nothing.
      return { result: { context: { slot: 6 }, value: [isSeen ? status : null] } }
    })
    nodes.push(honest)
    const chain = createChain({ rpc: [liar, honest.url] })
    const made = execute({ chain, submission }, [turn('a'), turn('b')])
    await vi.waitFor(() => expect(events).toContain('reported a'), { timeout: 8_000 })
    await vi.waitFor(() => expect(honest.calls.length).toBeGreaterThan(1), { timeout: 8_000, interval: 50 })
    expect(events).not.toContain('signed b')
    isSeen = true
    expect(statuses(await made)).toBe('success success')
  }, 20_000)

  it('F37 stop after a failure', async () => {
    const { chain, submission, turn, events } = await cluster()
    const steps = await execute({ chain, submission }, [turn('a'), turn('failed'), turn('c')])
    expect(statuses(steps)).toBe('success error waiting')
    expect(steps[1]?.outcome).toMatchObject({ status: 'failed', slot: 7n })
    expect(events).not.toContain('signed c')
  })

  it('F37 stop after an unknown outcome, because the transaction may still land', async () => {
    const { chain, submission, turn, events } = await cluster()
    const steps = await execute({ chain, submission }, [turn('lost'), turn('b')], { timeoutMs: 300 })
    expect(statuses(steps)).toBe('sent waiting')
    expect(steps[0]?.outcome).toMatchObject({ status: 'unknown' })
    expect(events).not.toContain('signed b')
  })

  it('stop after a transaction that was not signed', async () => {
    const { chain, submission, turn } = await cluster()
    const refused: Turn = () => Promise.reject(new TernError('owner/missing', {}))
    const steps = await execute({ chain, submission }, [turn('a'), refused, turn('c')])
    expect(statuses(steps)).toBe('success error waiting')
    expect(steps[1]?.error?.code).toBe('owner/missing')
    expect(steps[1]?.signature).toBeUndefined()
  })

  it('F37 continue after transactions that were executed earlier', async () => {
    const { chain, submission, turn, events } = await cluster()
    const steps = await execute({ chain, submission }, [turn('a'), [turn('b'), turn('c')], turn('d')], {
      skip: 2,
    })
    expect(statuses(steps)).toBe('success success success success')
    expect(events.filter(event => event.startsWith('signed'))).toEqual(['signed c', 'signed d'])
  })

  it('F37 continue if only a later transaction had succeeded, without repeating it', async () => {
    const { chain, submission, turn, events } = await cluster()
    const steps = await execute({ chain, submission }, [[turn('a'), turn('b')], turn('c')], { done: [1] })
    expect(statuses(steps)).toBe('success success success')
    expect(events.filter(event => event.startsWith('signed'))).toEqual(['signed a', 'signed c'])
    const stopped = await execute({ chain, submission }, [[turn('failed'), turn('b')], turn('c')], {
      done: [1],
    })
    expect(statuses(stopped)).toBe('error success waiting')
  })

  it('are reported by id with their signed bytes, once they were sent', async () => {
    const { chain, submission, turn } = await cluster()
    const seen: (readonly TransactionEntry[])[] = []
    const steps = await execute({ chain, submission }, [turn('a'), turn('b'), turn('failed'), turn('d')], {
      skip: 1,
      onTransactions: entries => seen.push(entries),
    })
    const signed = (txId: string) => ({ txId, signedTx: { bytes: new Uint8Array(1), signature: txId, message } })
    expect(seen[0]).toEqual([{ status: 'success' }])
    expect(seen).toContainEqual([{ status: 'success' }, { ...signed('b'), status: 'sent' }])
    expect(seen.at(-1)).toEqual([
      { status: 'success' },
      { ...signed('b'), status: 'success' },
      { ...signed('failed'), status: 'error' },
    ])
    expect(transactionsOf(steps)).toEqual({
      txIds: ['b', 'failed'],
      signedTxs: [signed('b').signedTx, signed('failed').signedTx],
    })
  })

  it('run in parallel if they are independent, and the next waits for all', async () => {
    const { chain, submission, turn, events } = await cluster()
    const steps = await execute({ chain, submission }, [[turn('a'), turn('b')], turn('c')])
    expect(statuses(steps)).toBe('success success success')
    expect(events.indexOf('signed b')).toBeLessThan(events.indexOf('reported a'))
    expect(events.indexOf('signed c')).toBeGreaterThan(events.indexOf('reported b'))
    const half = await execute({ chain, submission }, [[turn('failed2'), turn('b2')], turn('c2')])
    expect(statuses(half)).toBe('error success waiting')
  })
})
