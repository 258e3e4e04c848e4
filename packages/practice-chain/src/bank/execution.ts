import type { AccountSnapshot, Address, Clock } from '@tern/core'
import type { Foresight } from '../effects/foresee.ts'
import { mailbox } from '../effects/mailbox.ts'
import { type Attempts, runScripted } from '../effects/runScripted.ts'
import type { SimulatedProgram } from '../programs/simulatedProgram.ts'
import { accountsAfter } from './accountsAfter.ts'
import type { AccountContent, TokenBalance } from './bank.ts'
import { type Offer, offerOf, payerFailure } from './fee.ts'
import { foreseenInner } from './foreseenInner.ts'
import { foreseeScripts } from './foresight.ts'
import { type LoadedAddresses, loadAddresses, writablePositions } from './loadAddresses.ts'
import { isBeforeLoading, isUnloaded, loadedSize, programFailure } from './loadFailure.ts'
import { durableNonce, isNonceAccount, nonceValue, withNonce } from './nonce.ts'
import { tokenBalances } from './tokenBalances.ts'
import type { TransactionError } from './transactionError.ts'
import type { Run, Signatures, VirtualMachine } from './virtualMachine.ts'
import type { WireTransaction } from './wire.ts'

/** The chain's state that runs depend on. */
export interface Moment {
  readonly vm: VirtualMachine
  readonly programs: ReadonlyMap<Address, SimulatedProgram>
  readonly clock: Clock
  readonly latestBlockhash: string
}

/** A transaction with everything known before its run. */
export interface Prepared {
  readonly wire: WireTransaction
  readonly offer: Offer
  readonly payer: Address
  /** The message's own addresses, then the loaded writable addresses, then the loaded readonly addresses. */
  readonly accounts: readonly Address[]
  readonly loaded: LoadedAddresses
  readonly writable: readonly number[]
  /** Each account's state before the run. */
  readonly before: ReadonlyMap<Address, AccountSnapshot | null>
  /** The bytes that its accounts take, and if they exceed the message's own limit. */
  readonly loadedSize: number
  readonly isTooLarge: boolean
  readonly preBalances: readonly bigint[]
  readonly preTokenBalances: readonly TokenBalance[]
}

export function prepare(wire: WireTransaction, read: (address: Address) => AccountSnapshot | null): Prepared {
  const { message } = wire
  const loaded = loadAddresses(message, read)
  const accounts = [...message.accounts, ...loaded.writable, ...loaded.readonly]
  const before = new Map(accounts.map(address => [address, read(address)]))
  const offer = offerOf(message)
  const known = (address: Address) => {
    const found = before.get(address)
    return found === undefined ? read(address) : found
  }
  const size = loadedSize(accounts, message.lookups.length, known)
  return {
    wire,
    offer,
    payer: accounts[0] as Address,
    accounts,
    loaded,
    writable: writablePositions(message, loaded),
    before,
    loadedSize: size,
    isTooLarge: offer.loadedSizeLimit !== undefined && size > offer.loadedSizeLimit,
    preBalances: accounts.map(address => before.get(address)?.lamports ?? 0n),
    preTokenBalances: tokenBalances(accounts, known),
  }
}

export interface Change {
  readonly address: Address
  /** `null` if the account is deleted. */
  readonly content: AccountContent | null
}

/** Stands for a nonce that the chain can still advance, but that equals LiteSVM's next value. */
const elsewhere = new Uint8Array(32).fill(0xff)

/**
 * Translates nonces between the chain and LiteSVM.
 * LiteSVM derives the next nonce from the message's blockhash; the chain derives it from its latest blockhash.
 * During a run, nonce accounts hold translated values, so that LiteSVM decides as the chain would.
 */
function nonceTranslation({ wire }: Prepared, { latestBlockhash }: Moment) {
  let values: readonly [Uint8Array, Uint8Array] | undefined
  const known = () => {
    values ??= [durableNonce(latestBlockhash), durableNonce(wire.message.blockhash)]
    return values
  }
  const equal = (a: Uint8Array, b: Uint8Array) => Buffer.compare(a, b) === 0
  const translate = (from: Uint8Array, pairs: readonly (readonly [Uint8Array, Uint8Array])[]) =>
    pairs.find(([value]) => equal(value, from))?.[1] ?? from
  const inData = (data: Uint8Array, pairs: readonly (readonly [Uint8Array, Uint8Array])[]) => {
    const value = nonceValue(data)
    const other = translate(value, pairs)
    return other === value ? data : withNonce(data, other)
  }
  return {
    toMachine(data: Uint8Array) {
      const [chain, machine] = known()
      return inData(data, [[chain, machine] as const, [machine, elsewhere] as const])
    },
    fromMachine(data: Uint8Array) {
      const [chain, machine] = known()
      return inData(data, [[machine, chain] as const, [elsewhere, machine] as const])
    },
  }
}

const sameContent = (a: AccountContent, b: AccountContent): boolean =>
  a === b || (a.lamports === b.lamports && a.owner === b.owner && Buffer.compare(a.data, b.data) === 0)

export interface Outcome {
  readonly run: Run
  /** `true` if it took effect: a success, or a failure that paid its fee. */
  readonly landed: boolean
  readonly changes: readonly Change[]
}

/** The result of a transaction that never ran. */
export const nothingRun = (err: TransactionError): Run => ({
  err,
  logs: [],
  unitsConsumed: 0n,
  readInner: () => [],
  returnData: null,
  postAccounts: new Map(),
})

/** `simulate` keeps nothing, `preflight` only a success, `land` also a failure's fee. */
export type Keep = 'simulate' | 'preflight' | 'land'

/** Runs a transaction in the virtual machine. Afterwards the machine holds exactly the state described by `changes`. */
export function execute(
  prepared: Prepared,
  moment: Moment,
  { keep, signatures }: { readonly keep: Keep; readonly signatures: Signatures },
): Outcome {
  const { wire, offer, payer, accounts, writable, before } = prepared
  const { vm, programs, clock } = moment
  const translation = nonceTranslation(prepared, moment)
  const placed = new Map<Address, AccountContent>()
  for (const position of writable) {
    const address = accounts[position] as Address
    const account = before.get(address) ?? null
    if (account === null || !isNonceAccount(account)) continue
    const data = translation.toMachine(account.data)
    if (data !== account.data) placed.set(address, { ...account, data })
  }
  for (const [address, content] of placed) vm.setAccount(address, content)

  const payerBefore = placed.get(payer) ?? before.get(payer) ?? null
  const undo = () => {
    if (keep !== 'simulate' && payerBefore !== null) vm.setAccount(payer, payerBefore)
  }
  let runs = 0
  const attempt = (checked: Signatures) => {
    runs++
    return keep === 'simulate' ? vm.simulate(wire.bytes, checked) : vm.send(wire.bytes, checked)
  }
  let foresight: Foresight | undefined
  if (prepared.isTooLarge) {
    const run = vm.simulate(wire.bytes, signatures)
    return isBeforeLoading(run.err, wire.message) ? leave(run, []) : settleUnloaded('MaxLoadedAccountsDataSizeExceeded')
  }
  const isScripted = accounts.some(address => programs.has(address))
  try {
    if (!isScripted) vm.bring(mailbox)
    const run = isScripted ? runScripted(attempts(), signatures) : attempt(signatures)
    return isUnloaded(run.err) ? settleUnloaded(run.err) : settle(run)
  } catch (error) {
    undo()
    for (const address of placed.keys()) restore(address)
    throw error
  }

  function attempts(): Attempts {
    if (placed.size === 0) foresight = foreseeScripts(prepared, moment)
    return { vm, programs, clock, foreseen: foresight?.scripts ?? [], attempt, undo }
  }

  function restore(address: Address): void {
    const account = before.get(address) ?? null
    if (account !== null) vm.setAccount(address, account)
  }

  function settle(run: Run): Outcome {
    const isSuccess = run.err === null
    if (keep === 'simulate') return leave(run, translated(run))
    const isPaid = isSuccess || (payerBefore !== null && vm.account(payer)?.lamports !== payerBefore.lamports)
    if (!isSuccess && (keep === 'preflight' || !isPaid)) {
      undo()
      return leave(run, [])
    }
    const touched = isSuccess ? writable.map(position => accounts[position] as Address) : [payer, ...placed.keys()]
    const known = isSuccess && runs === 1 && foresight?.isWhole === true ? foresight : undefined
    const inner = known && foreseenInner(known.calls, run.logs, accounts)
    const whole = inner === undefined ? run : { ...run, readInner: () => inner }
    const after = accountsAfter(prepared, moment, { run: whole, expected: inner && known?.accounts })
    const changes: Change[] = []
    for (const address of new Set(touched)) {
      const change = changeOf(address, after(address))
      if (change !== undefined) changes.push(change)
      if (change?.content && isNonceAccount(change.content)) vm.setAccount(address, change.content)
      else if (change === undefined && placed.has(address)) restore(address)
    }
    return { run: whole, landed: true, changes }
  }

  /** Nothing ran. Takes only the fee, and takes nothing from a payer that cannot pay it. */
  function settleUnloaded(err: TransactionError | null): Outcome {
    for (const address of placed.keys()) restore(address)
    const readBefore = (address: Address) => before.get(address) ?? null
    const account = readBefore(payer)
    const refusal = payerFailure(account, offer.fee)
    const why = refusal ?? (prepared.isTooLarge ? err : (programFailure(wire.message, readBefore) ?? err))
    if (account === null || refusal !== undefined || keep === 'simulate' || keep === 'preflight')
      return { run: nothingRun(why ?? 'AccountNotFound'), landed: false, changes: [] }
    const content = { ...account, lamports: account.lamports - offer.fee }
    vm.setAccount(payer, content)
    const change = { address: payer, content: content.lamports === 0n ? null : content }
    return { run: nothingRun(why ?? 'AccountNotFound'), landed: true, changes: [change] }
  }

  function leave(run: Run, changes: readonly Change[]): Outcome {
    for (const address of placed.keys()) restore(address)
    return { run, landed: false, changes }
  }

  function translated(run: Run): readonly Change[] {
    return [...run.postAccounts].map(([address, content]) => changeOf(address, content)).filter(c => c !== undefined)
  }

  function changeOf(address: Address, after: AccountContent | null): Change | undefined {
    const was = before.get(address) ?? null
    const content = after === null || after.lamports === 0n ? null : after
    if (content === null) return was === null ? undefined : { address, content }
    const data = isNonceAccount(content) ? translation.fromMachine(content.data) : content.data
    const now = data === content.data ? content : { ...content, data }
    return was !== null && sameContent(was, now) ? undefined : { address, content: now }
  }
}
