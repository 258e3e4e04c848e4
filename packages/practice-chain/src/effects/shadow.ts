import {
  type Address,
  associatedTokenProgram,
  computeBudgetProgram,
  decodeMint,
  memoProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
  transferFee,
} from '@tern/core'
import { addressBytes, tokenAccountLayout } from '@tern/core/internal'

/** An account in its expected state at some point of a transaction. `data` is never changed in place. */
export interface ShadowAccount {
  readonly owner: Address
  readonly lamports: bigint
  readonly executable: boolean
  readonly data: Uint8Array
}

/** The accounts of a transaction after the effects expected so far. */
export type Shadow = Map<Address, ShadowAccount>

export const absent: ShadowAccount = { owner: systemProgram, lamports: 0n, executable: false, data: new Uint8Array() }

const at = (shadow: Shadow, address: Address | undefined): ShadowAccount =>
  (address === undefined ? undefined : shadow.get(address)) ?? absent

const viewOf = (data: Uint8Array): DataView => new DataView(data.buffer, data.byteOffset, data.length)

/** Moves lamports. The sender's balance is not checked and may fall below zero: the run itself refuses that. */
export function moveLamports(
  shadow: Shadow,
  { from, to, lamports }: { readonly from: Address; readonly to: Address; readonly lamports: bigint },
): void {
  shadow.set(from, { ...at(shadow, from), lamports: at(shadow, from).lamports - lamports })
  shadow.set(to, { ...at(shadow, to), lamports: at(shadow, to).lamports + lamports })
}

/** Overwrites bytes. `false` if the account is too short. */
export function write(
  shadow: Shadow,
  address: Address,
  { offset, bytes }: { readonly offset: number; readonly bytes: Uint8Array },
): boolean {
  const account = at(shadow, address)
  const data = Buffer.from(account.data)
  if (offset + bytes.length > data.length) return false
  data.set(bytes, offset)
  shadow.set(address, { ...account, data })
  return true
}

export function resize(shadow: Shadow, address: Address, length: number): void {
  const account = at(shadow, address)
  const data = new Uint8Array(length)
  data.set(account.data.subarray(0, length))
  shadow.set(address, { ...account, data })
}

export function assign(shadow: Shadow, address: Address, owner: Address): void {
  shadow.set(address, { ...at(shadow, address), owner })
}

interface Call {
  readonly program: Address
  readonly accounts: readonly Address[]
  readonly data: Uint8Array
  readonly epoch: bigint
}

/**
 * Applies the expected effects of a call of an ordinary program.
 * @returns `false` if its effects are not known.
 * @throws if the accounts do not fit the call.
 */
export function expectCall(shadow: Shadow, call: Call): boolean {
  switch (call.program) {
    case computeBudgetProgram:
    case memoProgram:
      return true
    case systemProgram:
      return expectSystem(shadow, call)
    case tokenProgram:
    case token2022Program:
      return expectToken(shadow, call)
    case associatedTokenProgram:
      // Known only for the idempotent creation of an account that exists already: nothing changes.
      return call.data[0] === 1 && at(shadow, call.accounts[1]).data.length >= tokenAccountLayout.size
    default:
      return false
  }
}

/** Max bytes of a new account: programs do not see the data of a larger account, and tracking it would take time. */
const maxSpace = 10_240n

function expectSystem(shadow: Shadow, { accounts: [from, to], data }: Call): boolean {
  if (from === undefined || to === undefined || data.length < 12) return false
  const view = viewOf(data)
  const [createAccount, transfer] = [0, 2]
  const kind = view.getUint32(0, true)
  if (kind !== transfer && (kind !== createAccount || data.length < 52)) return false
  if (kind === createAccount && view.getBigUint64(12, true) > maxSpace) return false
  moveLamports(shadow, { from, to, lamports: view.getBigUint64(4, true) })
  if (kind === transfer) return true
  resize(shadow, to, Number(view.getBigUint64(12, true)))
  const owner = [tokenProgram, token2022Program].find(
    program => Buffer.compare(addressBytes(program), data.subarray(20, 52)) === 0,
  )
  if (owner !== undefined) assign(shadow, to, owner)
  return owner !== undefined
}

const { amount: amountOffset, isNativeOption, isNative } = tokenAccountLayout.offsets

const isWrapped = ({ data }: ShadowAccount): boolean => data[isNativeOption] === 1

function changeAmount(shadow: Shadow, address: Address, change: bigint): void {
  const account = at(shadow, address)
  if (account.data.length < tokenAccountLayout.size) return
  const data = Buffer.from(account.data)
  const view = viewOf(data)
  view.setBigUint64(amountOffset, view.getBigUint64(amountOffset, true) + change, true)
  const lamports = isWrapped(account) ? account.lamports + change : account.lamports
  shadow.set(address, { ...account, data, lamports })
}

function expectToken(shadow: Shadow, call: Call): boolean {
  const { accounts, data, program } = call
  const [first, second, third] = accounts
  if (first === undefined) return false
  const amount = data.length >= 9 ? viewOf(data).getBigUint64(1, true) : 0n
  const [transfer, mintTo, burn, closeAccount, transferChecked, mintToChecked, burnChecked, syncNative] = [
    3, 7, 8, 9, 12, 14, 15, 17,
  ]
  switch (data[0]) {
    case transfer:
      return (
        program === tokenProgram &&
        second !== undefined &&
        expectTransfer(shadow, { from: first, to: second, amount, fee: 0n })
      )
    case transferChecked:
      if (second === undefined || third === undefined) return false
      return expectTransfer(shadow, { from: first, to: third, amount, fee: feeOf(shadow, second, call, amount) })
    case mintTo:
    case mintToChecked:
      if (second !== undefined) changeAmount(shadow, second, amount)
      changeSupply(shadow, first, amount)
      return second !== undefined
    case burn:
    case burnChecked:
      changeAmount(shadow, first, -amount)
      if (second !== undefined) changeSupply(shadow, second, -amount)
      return second !== undefined
    case closeAccount:
      if (second === undefined) return false
      moveLamports(shadow, { from: first, to: second, lamports: at(shadow, first).lamports })
      shadow.set(first, absent)
      return true
    case syncNative: {
      const account = at(shadow, first)
      if (account.data.length < tokenAccountLayout.size || !isWrapped(account)) return false
      const wrapped = new Uint8Array(8)
      viewOf(wrapped).setBigUint64(0, account.lamports - viewOf(account.data).getBigUint64(isNative, true), true)
      write(shadow, first, { offset: amountOffset, bytes: wrapped })
      return true
    }
    default:
      return false
  }
}

function feeOf(shadow: Shadow, mint: Address, { program, epoch }: Call, amount: bigint): bigint {
  return program === tokenProgram ? 0n : transferFee(decodeMint(mint, { ...at(shadow, mint), slot: 0n }), epoch, amount)
}

interface Transfer {
  readonly from: Address
  readonly to: Address
  readonly amount: bigint
  readonly fee: bigint
}

function expectTransfer(shadow: Shadow, { from, to, amount, fee }: Transfer): boolean {
  changeAmount(shadow, from, -amount)
  changeAmount(shadow, to, amount - fee)
  return fee === 0n || withhold(shadow, to, fee)
}

/** Adds `fee` to `withheld_amount` in the account's `TransferFeeAmount` extension. */
function withhold(shadow: Shadow, address: Address, fee: bigint): boolean {
  const { data } = at(shadow, address)
  const view = viewOf(data)
  const transferFeeAmount = 2
  for (
    let offset = tokenAccountLayout.size + 1;
    offset + 4 <= data.length;
    offset += 4 + view.getUint16(offset + 2, true)
  ) {
    if (view.getUint16(offset, true) !== transferFeeAmount) continue
    const withheld = new Uint8Array(8)
    viewOf(withheld).setBigUint64(0, view.getBigUint64(offset + 4, true) + fee, true)
    write(shadow, address, { offset: offset + 4, bytes: withheld })
    return true
  }
  return false
}

function changeSupply(shadow: Shadow, mint: Address, change: bigint): void {
  const { data } = at(shadow, mint)
  const supplyOffset = 36
  if (data.length < supplyOffset + 8) return
  const supply = new Uint8Array(8)
  viewOf(supply).setBigUint64(0, viewOf(data).getBigUint64(supplyOffset, true) + change, true)
  write(shadow, mint, { offset: supplyOffset, bytes: supply })
}
