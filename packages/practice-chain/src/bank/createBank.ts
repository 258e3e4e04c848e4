import { randomBytes } from 'node:crypto'
import { type Address, encodeBase58 } from '@tern/core'
import { effectsProgram } from '../effects/effectsProgram.ts'
import { simulatedPrograms } from '../lists/simulatedPrograms.ts'
import type { AccountContent, Bank } from './bank.ts'
import { createChainTime } from './chainTime.ts'
import { createFaucet } from './faucet.ts'
import { createLedger } from './ledger.ts'
import { createListeners } from './listeners.ts'
import { readPrograms, readRecordedAccounts } from './recordedFiles.ts'
import { createRecorder } from './recorder.ts'
import { beginChain, type Restored, restoreChain } from './recovery.ts'
import { createSlots } from './slots.ts'
import { createMemoryStorage, openStorage } from './storage.ts'
import { createSubmission } from './submission.ts'

/** The options of a bank: its directory, limits and time. */
export interface BankOptions {
  /** The directory that keeps the chain. Without it, the chain ends with the process. */
  readonly dataDir?: string
  /** Milliseconds between two slots. 0: only `tick` begins a slot. */
  readonly slotMs: number
  /** Milliseconds since 1970. The chain's clock never goes back, even if this does. */
  readonly now: () => number
  /** The accounts of a new chain. */
  readonly genesis?: Iterable<readonly [Address, AccountContent]>
  /** Base58 of 32 bytes, for a new chain. Random by default. */
  readonly genesisHash?: string
  /** A directory of real program binaries, `<program id>.so`. Each replaces the simulated program. */
  readonly programsDir?: string
  /** A directory of recorded accounts, JSON. Accounts that the chain lacks are added. */
  readonly snapshotsDir?: string
  /**
   * For a new chain.
   * @default 432_000n
   */
  readonly slotsPerEpoch?: bigint
  /**
   * Max landed transactions that are kept, at most half of them from a single payer.
   * @default 10_000
   */
  readonly historyLimit?: number
  /**
   * Max bytes of memory for these transactions, at most half of them for a single payer.
   * @default 128 MiB
   */
  readonly historyBytes?: number
  /**
   * Max bytes of all accounts' data. Changes that grow it by more than 64 KiB may fill only half.
   * A transaction that would exceed it is refused.
   * @default 512 MiB
   */
  readonly accountBytes?: number
  /**
   * Max bytes of earlier account data, kept to undo the blocks that are not final. Beyond it, only large changes are
   * refused.
   * @default 256 MiB
   */
  readonly undoBytes?: number
  /**
   * Journalled transactions before the next snapshot.
   * By default, a snapshot is written when the journal has outgrown the last snapshot.
   */
  readonly snapshotEvery?: number
  /** A new chain begins this many seconds before `now`, and stays behind by as much until it travels. */
  readonly beganSecondsAgo?: number
  /** Called once if the disk fails to store the journal. The chain stands still then, and every submit fails. */
  readonly onFault?: (error: unknown) => void
  /** Receives a line of text if the journal is damaged. It says how much of the journal is left out. */
  readonly onNotice?: (notice: string) => void
}

/**
 * Opens a chain, or begins a new chain.
 * @throws TernError `practice/chainDamaged`, `practice/recordedAccount`.
 */
export async function createBank(options: BankOptions): Promise<Bank> {
  const binaries = new Map(options.programsDir === undefined ? [] : readPrograms(options.programsDir))
  const given = options.snapshotsDir === undefined ? [] : [...readRecordedAccounts(options.snapshotsDir)]
  const storage =
    options.dataDir === undefined ? createMemoryStorage() : await openStorage(options.dataDir, options.onNotice)
  const found = storage.found?.state
  const genesisHash = found?.genesisHash ?? options.genesisHash ?? encodeBase58(randomBytes(32))
  const slotsPerEpoch = found?.slotsPerEpoch ?? options.slotsPerEpoch ?? 432_000n
  const programs = new Map(simulatedPrograms.map(program => [program.address, program] as const))
  for (const id of binaries.keys()) programs.delete(id)
  for (const id of programs.keys()) binaries.set(id, effectsProgram)
  const historyLimit = { transactions: options.historyLimit ?? 10_000, bytes: options.historyBytes ?? 2 ** 27 }
  const roomLimit = { accounts: options.accountBytes ?? 2 ** 29, undo: options.undoBytes ?? 2 ** 28 }
  const ledger = createLedger({ genesisHash, slotsPerEpoch, historyLimit, roomLimit, programs, binaries })
  const { blocks } = ledger
  const faucet = createFaucet(genesisHash)
  const time = createChainTime(options.now, -BigInt(Math.round(1_000 * (options.beganSecondsAgo ?? 0))))
  const restored = await beginOrRestore()
  const { on, has, emit } = createListeners()
  const recorder = createRecorder(ledger, storage, {
    ...{ genesisHash, slotsPerEpoch, time, restored },
    snapshotEvery: options.snapshotEvery,
    onFault(error) {
      options.onFault?.(error)
      clearInterval(timer)
    },
  })
  const slots = createSlots({
    ...{ ledger, recorder, time, emit, emitAccount },
    slotMs: options.slotMs,
    firstSlot: restored && later(restored.reservedSlot, blocks.slot()) + 1n,
  })
  const submission = createSubmission({ ledger, recorder, faucet, emit, emitAccount })
  for (const [address, content] of given) if (ledger.accounts.get(address) === undefined) setAccount(address, content)
  ledger.settle()
  await recorder.start()
  const timer = options.slotMs > 0 ? setInterval(() => slots.tick().catch(() => undefined), options.slotMs) : undefined
  timer?.unref()

  async function beginOrRestore(): Promise<Restored | undefined> {
    try {
      if (storage.found !== undefined) {
        const state = restoreChain(ledger, storage.found)
        time.setAheadMs(state.aheadMs)
        return state
      }
      beginChain(ledger, {
        genesis: options.genesis ?? [],
        faucet: faucet.address,
        unixTimestamp: time.unixMs() / 1_000n,
      })
      return undefined
    } catch (error) {
      await storage.close()
      throw error
    }
  }

  function emitAccount(address: Address): void {
    if (has('account')) emit('account', { address, account: ledger.read(address), slot: blocks.slot() })
  }

  function setAccount(address: Address, content: AccountContent): void {
    ledger.setAccount(address, content)
    recorder.append({ kind: 'account', address, content })
    emitAccount(address)
  }

  return {
    ...slots.past,
    genesisHash,
    slotMs: options.slotMs,
    blockHeight: blocks.height,
    clock: ledger.clock,
    latestBlockhash: ledger.latestBlockhash,
    account: ledger.read,
    changedSince: ledger.changedSince,
    accounts: ledger.accounts.entries,
    accountsByOwner: ledger.accounts.byOwner,
    tokenAccountsByOwner: ledger.accounts.byTokenOwner,
    tokenAccountsByMint: ledger.accounts.byMint,
    isBlockhashValid: ledger.isBlockhashValid,
    setAccount,
    submit: submission.submit,
    simulate: submission.simulate,
    airdrop: submission.airdrop,
    feeForMessage: submission.feeForMessage,
    tick: slots.tick,
    travel: slots.travel,
    rollback: slots.rollback,
    flush: recorder.flush,
    on,
    epochInfo() {
      const { slot, epoch } = ledger.clock()
      return {
        epoch,
        slotIndex: slot % slotsPerEpoch,
        slotsInEpoch: slotsPerEpoch,
        absoluteSlot: slot,
        blockHeight: blocks.height(),
        transactionCount: ledger.transactionCount(),
      }
    },
    close() {
      clearInterval(timer)
      return recorder.close(submission.signaturesChecked())
    },
  }
}

const later = (a: bigint, b: bigint): bigint => (a > b ? a : b)
