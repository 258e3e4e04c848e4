import { type Address, systemProgram, token2022Program, tokenProgram, wrappedNativeMint } from '@tern/core'
import type { AccountContent } from './bank.ts'
import { unixMsAt } from './blockTimes.ts'
import type { Ledger } from './ledger.ts'
import type { FoundChain } from './storage.ts'

const faucetLamports = 500_000_000n * 1_000_000_000n
const token2022NativeMint = '9pan9bMn5HatX4EJdBwg9VgCa7Uz5HL8N1m5D3NdXej9' as Address

/** Begins a new chain in its first slot: the native mints, the faucet and the caller's accounts. */
export function beginChain(
  ledger: Ledger,
  {
    genesis,
    faucet,
    unixTimestamp,
  }: {
    readonly genesis: Iterable<readonly [Address, AccountContent]>
    readonly faucet: Address
    readonly unixTimestamp: bigint
  },
): void {
  ledger.beginSlot(1n, unixTimestamp)
  const given = new Map(genesis)
  for (const [mint, owner] of [
    [wrappedNativeMint, tokenProgram],
    [token2022NativeMint, token2022Program],
  ] as const) {
    const account = ledger.read(mint)
    if (account?.owner === owner && !given.has(mint)) given.set(mint, account)
  }
  given.set(faucet, {
    owner: systemProgram,
    lamports: faucetLamports,
    executable: false,
    data: new Uint8Array(),
  })
  for (const [address, content] of given) ledger.setAccount(address, content)
}

/** The state of a restored chain outside its ledger. */
export interface Restored {
  /** A client may have seen slots up to this slot. */
  readonly reservedSlot: bigint
  readonly aheadMs: bigint
  /** The newest slot that the journal names. */
  readonly recordedSlot: bigint
}

/** @returns the first slot of the newest run of consecutive blocks. */
export const runOf = ({ runs }: Pick<Ledger['blocks'], 'runs'>): bigint => runs().at(-1)?.first ?? 0n

/** Restores the chain: its snapshot, then the journal's entries, then the empty blocks at its end. */
export function restoreChain(ledger: Ledger, { state, entries, newest }: FoundChain): Restored {
  const accounts = [...state.accounts]
  // Programs come last: the machine loads a program when its account is set, from another account that holds its code.
  for (const isProgram of [false, true])
    for (const [address, account] of accounts) if (account.executable === isProgram) ledger.restore(address, account)
  for (const record of state.records) ledger.history.add(record)
  ledger.history.restoreCompleteFrom(state.completeFrom)
  for (const [hash, slot] of state.statuses) ledger.statuses.restore(hash, slot)
  ledger.restoreCount(state.transactionCount)
  ledger.restoreSlot(state)
  let { reservedSlot, aheadMs } = state
  for (const entry of entries) {
    if (entry.kind === 'slot') ledger.beginSlot(entry.slot, entry.unixTimestamp)
    else if (entry.kind === 'pace') {
      ledger.beginSlot(entry.slot, entry.unixTimestamp)
      ledger.times.setPace(entry)
    } else if (entry.kind === 'account') ledger.setAccount(entry.address, entry.content)
    else if (entry.kind === 'reserved') reservedSlot = entry.slot
    else if (entry.kind === 'fork') ledger.fork(entry)
    else if (entry.kind === 'travel') {
      ledger.skipTo(entry.slot, entry.unixTimestamp)
      aheadMs = entry.aheadMs
    } else ledger.relive(entry.record, entry.changes)
  }
  const recordedSlot = ledger.blocks.slot()
  const pace = ledger.times.pace()
  // A run that the journal does not know never became durable: its slots were skipped, so they must not get blocks.
  const isKnown = newest !== undefined && newest.run === runOf(ledger.blocks) && newest.slot > recordedSlot
  if (isKnown && pace !== undefined) {
    const [began, { unixTimestamp }] = [unixMsAt(pace, newest.slot) / 1_000n, ledger.clock()]
    ledger.beginSlot(newest.slot, began > unixTimestamp ? began : unixTimestamp)
  }
  return { reservedSlot, aheadMs, recordedSlot }
}
