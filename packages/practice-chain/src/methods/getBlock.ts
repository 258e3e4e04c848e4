import { stringifyJson } from '@tern/core/internal'
import type { Bank, Block } from '../bank/bank.ts'
import {
  encodeAccounts,
  encodeTransaction,
  readTransactionFormat,
  type TransactionFormat,
} from './encodeTransaction.ts'
import type { Method } from './method.ts'
import {
  type Options,
  readConfirmedCommitment,
  readOptionalFlag,
  readOptionalVariant,
  readOptions,
  readU64,
} from './params.ts'
import { rpcError } from './rpcError.ts'
import { type WrittenJson, writeJson, writeList } from './writtenJson.ts'

/** Returns a block, with as much of its transactions as `transactionDetails` asks for. */
export const getBlock: Method = async ({ bank }, [slot, config]) => {
  const asked = readU64(slot)
  // Clients sent only the encoding, as a string, before the method had options.
  const options = typeof config === 'string' ? { encoding: config } : readOptions(config, 'RpcBlockConfig')
  const format = readBlockFormat(options, 'json', readOptionalFlag(options.rewards) ?? true)
  const commitment = readConfirmedCommitment(options)
  if (asked > bank.slot(commitment)) throw notAvailable(asked)
  return encodeBlock(requireBlock(bank, asked), format)
}

const details = ['full', 'signatures', 'none', 'accounts'] as const

/** The client's format for a block. */
export interface BlockFormat extends TransactionFormat {
  readonly details: (typeof details)[number]
}

/** Reads the block's part of a call's options. The defaults differ between methods. */
export function readBlockFormat(
  options: Options,
  encoding: TransactionFormat['encoding'],
  isRewarded: boolean,
): BlockFormat {
  return {
    ...readTransactionFormat(options, encoding),
    rewards: isRewarded ? 'shown' : 'left out',
    details: readOptionalVariant(options.transactionDetails, details, 'full'),
  }
}

/**
 * Encodes a block as a cluster does.
 * @throws TernError `practice/refused` if the client does not support a transaction's version.
 */
export async function encodeBlock(block: Block, format: BlockFormat): Promise<WrittenJson> {
  const { transactions } = block
  const head = {
    blockHeight: block.blockHeight,
    blockTime: block.blockTimeSeconds,
    blockhash: block.blockhash,
    parentSlot: block.parentSlot,
    previousBlockhash: block.previousBlockhash,
    ...(format.rewards === 'shown' ? { rewards: [] } : {}),
  }
  switch (format.details) {
    case 'none':
      return writeJson(head)
    case 'signatures':
      return writeJson({ ...head, signatures: transactions.map(({ signature }) => signature) })
    case 'full':
      return writeJson(
        head,
        'transactions',
        await writeList(transactions, record => stringifyJson(encodeTransaction(record, format))),
      )
    case 'accounts':
      return writeJson(
        head,
        'transactions',
        await writeList(transactions, record => stringifyJson(encodeAccounts(record, format))),
      )
  }
}

const notAvailable = (slot: bigint) => rpcError('blockNotAvailable', `Block not available for slot ${slot}`)

/**
 * Returns the block of a finished slot.
 * @throws TernError `practice/refused` if the slot was skipped, is not over, or is no longer kept.
 */
export function requireBlock(bank: Bank, slot: bigint): Block {
  const block = bank.block(slot)
  if (block !== null) return block
  const first = bank.firstAvailableBlock()
  // A slot that is not final may still get a block.
  if (slot > bank.slot('finalized')) throw notAvailable(slot)
  if (slot >= first)
    throw rpcError('slotSkipped', `Slot ${slot} was skipped, or missing due to ledger jump to recent snapshot`)
  throw rpcError('blockCleanedUp', `Block ${slot} cleaned up, does not exist on node. First available block: ${first}`)
}
