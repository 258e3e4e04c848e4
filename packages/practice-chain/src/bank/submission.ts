import { type Address, TernError } from '@tern/core'
import type { Bank, SubmitOptions, SubmitResult } from './bank.ts'
import { checkSignatures } from './checkSignatures.ts'
import type { Faucet } from './faucet.ts'
import { offerOf } from './fee.ts'
import type { Ledger } from './ledger.ts'
import type { Listeners } from './listeners.ts'
import type { Recorder } from './recorder.ts'
import { readOrRefuse, unprocessable } from './unprocessable.ts'
import type { Signatures } from './virtualMachine.ts'
import { readWireMessage, type WireTransaction } from './wire.ts'

interface Submission extends Pick<Bank, 'submit' | 'simulate' | 'airdrop' | 'feeForMessage'> {
  /** Resolves once the signatures of all submitted transactions are checked. */
  signaturesChecked(): Promise<unknown>
}

interface Options {
  readonly ledger: Ledger
  readonly recorder: Recorder
  readonly faucet: Faucet
  readonly emit: Listeners['emit']
  readonly emitAccount: (address: Address) => void
}

/** Takes transactions from clients: it checks their signatures, runs and journals them. */
export function createSubmission({ ledger, recorder, faucet, emit, emitAccount }: Options): Submission {
  let lastChecked: Promise<unknown> = Promise.resolve()

  /** Transactions run in the order of their arrival, even if a later transaction's signatures are checked first. */
  async function submit(bytes: Uint8Array, options: SubmitOptions = {}): Promise<SubmitResult> {
    const { preflight = 'run', signatures = 'verify' } = options
    const wire = readOrRefuse(bytes)
    if ('kind' in wire) return { accepted: false, refusal: wire }
    const keep = preflight === 'run' ? 'preflight' : 'land'
    if (signatures === 'ignore') return run(wire, keep, signatures)
    const checking = checkSignatures(wire)
    const checked = lastChecked.then(() => checking)
    lastChecked = checked
    return run(wire, keep, await checked)
  }

  async function run(wire: WireTransaction, keep: 'preflight' | 'land', signatures: Signatures): Promise<SubmitResult> {
    // Never build on changes that the disk failed to store. And do not let too many bytes wait for the disk in memory.
    while (recorder.hasFailed() || recorder.isBehind()) await recorder.flush()
    const landing = ledger.process(wire, keep, signatures)
    if (!landing.landed) {
      const { simulation } = landing
      const refusal = unprocessable(simulation.err) ?? {
        kind: 'transaction' as const,
        signature: wire.signature,
        simulation,
      }
      return { accepted: false, refusal }
    }
    const { record, changes } = landing
    recorder.append({ kind: 'transaction', record, changes })
    for (const { address } of changes) emitAccount(address)
    emit('transaction', record)
    await recorder.flush()
    recorder.countTransaction()
    recorder.shorten()
    return { accepted: true, signature: record.signature }
  }

  return {
    submit,
    signaturesChecked: () => lastChecked,
    simulate(bytes, simulateOptions = {}) {
      const wire = readOrRefuse(bytes)
      if ('kind' in wire) return { simulated: false, refusal: wire }
      const result = ledger.simulate(wire, simulateOptions)
      const refusal = unprocessable(result.err)
      return refusal === undefined ? { simulated: true, result } : { simulated: false, refusal }
    },
    async airdrop(address, lamports) {
      const { blockhash } = ledger.latestBlockhash()
      const number = ledger.transactionCount()
      const transfer = faucet.transfer({ to: address, lamports, blockhash, number })
      const result = await submit(transfer, { signatures: 'ignore' })
      if (result.accepted) return result.signature
      const { refusal } = result
      const why = refusal.kind === 'transaction' ? JSON.stringify(refusal.simulation.err) : refusal.kind
      throw new TernError('practice/airdropFailed', { why })
    },
    feeForMessage(bytes) {
      const message = readWireMessage(bytes)
      return typeof message === 'string' || !ledger.isAlive(message) ? null : offerOf(message).fee
    },
  }
}
