import { type Address, encodeBase58 } from '@tern/core'
import type { InnerInstruction, ReturnData, TokenBalance, TransactionRecord } from './bank.ts'
import { ByteReader, ByteWriter } from './byteWriter.ts'
import type { TransactionError } from './transactionError.ts'
import { readWire } from './wire.ts'

const writer = new ByteWriter()
const encodings = new WeakMap<TransactionRecord, Uint8Array>()

/** Encodes a record for the journal and the snapshot, once per record. Fields that follow from `wire` are left out. */
export function encodeRecord(record: TransactionRecord): Uint8Array {
  const kept = encodings.get(record)
  if (kept !== undefined) return kept
  writer.clear()
  const { accounts, loadedAddresses, returnData, err } = record
  writer.u64(record.slot).u32(record.index).u64(record.blockTimeSeconds).sized(record.wire)
  writer.text(err === null ? '' : JSON.stringify(err)).u64(record.fee)
  writer.u64(record.computeUnitsConsumed).u64(record.computeUnitPrice)
  for (const list of [loadedAddresses.writable, loadedAddresses.readonly])
    writer.list(list, address => writer.address(address))
  writer.sized(record.writable)
  writer.list(record.logs, line => writer.text(line))
  for (const balances of [record.preBalances, record.postBalances]) writer.list(balances, value => writer.u64(value))
  for (const balances of [record.preTokenBalances, record.postTokenBalances])
    writer.list(balances, balance => putTokenBalance(accounts, balance))
  writer.list(record.innerInstructions, ({ index, instructions }) => {
    writer.u8(index).list(instructions, inner => putInner(inner))
  })
  if (returnData === null) writer.u8(0)
  else writer.u8(1).address(returnData.program).sized(returnData.data)
  if (record.costUnits !== null) writer.u64(record.costUnits)
  const bytes = new Uint8Array(writer.view())
  encodings.set(record, bytes)
  return bytes
}

/** Decodes a record; `undefined` if its transaction cannot be read. */
export function decodeRecord(bytes: Uint8Array): TransactionRecord | undefined {
  const reader = new ByteReader(bytes)
  const [slot, index, blockTimeSeconds, wireBytes] = [reader.u64(), reader.u32(), reader.u64(), reader.sized()]
  const wire = readWire(wireBytes)
  if (typeof wire === 'string') return undefined
  const err = reader.text()
  const [fee, computeUnitsConsumed, computeUnitPrice] = [reader.u64(), reader.u64(), reader.u64()]
  const addresses = () => reader.list(() => addressIn(reader))
  const loadedAddresses = { writable: addresses(), readonly: addresses() }
  const accounts = [...wire.message.accounts, ...loadedAddresses.writable, ...loadedAddresses.readonly]
  const balances = () => reader.list(() => reader.u64())
  const tokenBalances = () => reader.list(() => readTokenBalance(reader, accounts))
  const record: TransactionRecord = {
    signature: wire.signature,
    slot,
    index,
    blockTimeSeconds,
    wire: wireBytes,
    version: wire.message.version,
    err: err === '' ? null : (JSON.parse(err) as TransactionError),
    fee,
    computeUnitsConsumed,
    computeUnitPrice,
    accounts,
    loadedAddresses,
    writable: [...reader.sized()],
    logs: reader.list(() => reader.text()),
    preBalances: balances(),
    postBalances: balances(),
    preTokenBalances: tokenBalances(),
    postTokenBalances: tokenBalances(),
    innerInstructions: reader.list(() => ({ index: reader.u8(), instructions: reader.list(() => readInner(reader)) })),
    returnData: readReturnData(reader),
    costUnits: reader.isAtEnd() ? null : reader.u64(),
  }
  encodings.set(record, bytes)
  return record
}

const addressIn = (reader: ByteReader): Address => encodeBase58(reader.fixed(32)) as Address

/** Marks an address that is not among the transaction's accounts. */
const elsewhere = 0xff

function putAddress(accounts: readonly Address[], address: Address): void {
  const at = accounts.indexOf(address)
  if (at >= 0 && at < elsewhere) writer.u8(at)
  else writer.u8(elsewhere).address(address)
}

function readAddress(reader: ByteReader, accounts: readonly Address[]): Address {
  const at = reader.u8()
  return at === elsewhere ? addressIn(reader) : (accounts[at] as Address)
}

function putTokenBalance(accounts: readonly Address[], balance: TokenBalance): void {
  writer.u8(balance.accountIndex)
  for (const address of [balance.mint, balance.owner, balance.program]) putAddress(accounts, address)
  writer.u64(balance.amount).u8(balance.decimals)
}

const readTokenBalance = (reader: ByteReader, accounts: readonly Address[]): TokenBalance => ({
  accountIndex: reader.u8(),
  mint: readAddress(reader, accounts),
  owner: readAddress(reader, accounts),
  program: readAddress(reader, accounts),
  amount: reader.u64(),
  decimals: reader.u8(),
})

function putInner({ programIdIndex, accounts, data, stackHeight }: InnerInstruction): void {
  writer.u8(programIdIndex).u8(stackHeight).sized(accounts).sized(data)
}

function readInner(reader: ByteReader): InnerInstruction {
  const [programIdIndex, stackHeight] = [reader.u8(), reader.u8()]
  return { programIdIndex, stackHeight, accounts: [...reader.sized()], data: reader.sized() }
}

function readReturnData(reader: ByteReader): ReturnData | null {
  return reader.u8() === 0 ? null : { program: addressIn(reader), data: reader.sized() }
}
