import { type AccountSnapshot, type Address, systemProgram } from '@tern/core'
import { addressBytes, upgradeableLoader } from '@tern/core/internal'
import type { AccountStore } from './accountStore.ts'
import type { AccountContent } from './bank.ts'
import type { Change } from './execution.ts'
import type { Earlier, Undo } from './undo.ts'
import { createVirtualMachine, type VirtualMachine } from './virtualMachine.ts'

/** Keeps the accounts of the ledger and of the virtual machine the same, and loads programs into the machine. */
export interface MachineAccounts {
  /** The current machine. `putBack` may replace it. */
  vm(): VirtualMachine
  read(address: Address): AccountSnapshot | null
  /** Reads an account, and makes sure that the machine holds it for the next run. */
  bring(address: Address): AccountSnapshot | null
  /** Stores changes that the machine has made. `addresses` are the accounts of the transaction. */
  keep(changes: readonly Change[], before: Earlier, addresses: readonly Address[]): void
  /** Undoes changes that the machine has made. */
  discard(changes: readonly Change[], before: Earlier): void
  /** Makes changes whose result is known, in the machine and in the ledger. */
  repeat(changes: readonly Change[], addresses: readonly Address[]): void
  set(address: Address, content: AccountContent): void
  /** Restores an account from a snapshot. */
  restore(address: Address, account: AccountSnapshot): void
  /** Restores the accounts' earlier state. */
  putBack(earlier: Earlier): void
}

interface Options {
  readonly slotsPerEpoch: bigint
  /** Real binaries and the effects program, by program id. */
  readonly binaries: ReadonlyMap<Address, Uint8Array>
  readonly accounts: AccountStore
  readonly undo: Undo
  /** The current slot. */
  readonly slot: () => bigint
}

/** Programs and their code. The machine loads a program when its account is set, not when it is called. */
const isCode = (account: AccountContent | null | undefined): boolean =>
  account != null && (account.executable || account.owner === upgradeableLoader)
const gone: AccountContent = { owner: systemProgram, lamports: 0n, executable: false, data: new Uint8Array() }

export function createMachineAccounts({ slotsPerEpoch, binaries, accounts, undo, slot }: Options): MachineAccounts {
  let vm = newMachine()
  /** A cache of the machine's initial programs and their code: they never change, and some are large. */
  const executables = new Map<Address, AccountSnapshot>()

  function newMachine(): VirtualMachine {
    const machine = createVirtualMachine(slotsPerEpoch)
    for (const [id, elf] of binaries) machine.addProgram(id, elf)
    return machine
  }

  function read(address: Address): AccountSnapshot | null {
    const found = accounts.get(address) ?? executables.get(address)
    if (found !== undefined) return found
    const content = vm.account(address)
    if (content === null) return null
    const snapshot = { ...content, slot: slot() }
    if (isCode(content)) executables.set(address, snapshot)
    return snapshot
  }

  function store({ address, content }: Change, before: AccountSnapshot | null): void {
    undo.note(address, before)
    accounts.set(address, content === null ? null : { ...content, slot: slot() })
  }

  function put(address: Address, content: AccountContent): void {
    if (isCode(content) || isCode(accounts.get(address))) vm.setAccount(address, content)
    else vm.keep(address, content)
  }

  const touchesCode = (changes: readonly Change[]): boolean =>
    changes.some(({ address, content }) => isCode(content) || isCode(accounts.get(address)))

  /**
   * Sets programs again: the machine loads a program when its account is set, from another account that holds its code.
   */
  function reload(addresses: Iterable<Address>): void {
    for (const address of addresses) {
      const account = accounts.get(address)
      if (account?.executable) put(address, account)
    }
  }

  /** The programs whose code this account holds. */
  function* programsWith(code: Address): Iterable<Address> {
    const bytes = [{ offset: 4, bytes: addressBytes(code) }]
    for (const [address] of accounts.byOwner(upgradeableLoader, { dataSize: 36, bytes })) yield address
  }

  /** LiteSVM never forgets a program, so a new machine takes over. */
  function replaceMachine(): void {
    vm = newMachine()
    executables.clear()
    const programs: Address[] = []
    for (const [address, account] of accounts.entries())
      if (account.executable) programs.push(address)
      else put(address, account)
    reload(programs)
  }

  return {
    vm: () => vm,
    read,
    bring(address) {
      vm.bring(address)
      return read(address)
    },
    keep(changes, before, addresses) {
      const isCodeTouched = touchesCode(changes)
      for (const change of changes) store(change, before.get(change.address) ?? null)
      if (isCodeTouched) reload(addresses)
    },
    discard(changes, before) {
      for (const { address } of changes) vm.setAccount(address, before.get(address) ?? gone)
    },
    repeat(changes, addresses) {
      const isCodeTouched = touchesCode(changes)
      for (const change of changes) {
        const before = read(change.address)
        put(change.address, change.content ?? gone)
        store(change, before)
      }
      if (isCodeTouched) reload(addresses)
    },
    set(address, content) {
      const before = read(address)
      // A copy, because the bytes belong to the caller.
      const kept = { ...content, data: new Uint8Array(content.data) }
      put(address, kept)
      store({ address, content: content.lamports === 0n ? null : kept }, before)
      if (isCode(kept)) reload(programsWith(address))
    },
    restore(address, account) {
      put(address, account)
      accounts.set(address, account)
    },
    putBack(earlier) {
      const isCodeTouched = [...earlier].some(([address, account]) => isCode(account) || isCode(accounts.get(address)))
      for (const [address, account] of earlier) {
        accounts.set(address, account)
        if (!isCodeTouched) vm.setAccount(address, account ?? gone)
      }
      if (isCodeTouched) replaceMachine()
    },
  }
}
