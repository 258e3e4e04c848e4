import { type Address, isTernError } from '@tern/core'
import type { Block } from '../bank/bank.ts'
import { type BlockFormat, encodeBlock, readBlockFormat } from '../methods/getBlock.ts'
import {
  isObject,
  readConfirmedCommitment,
  readFlag,
  readOptions,
  readString,
  readVariant,
  wrongType,
} from '../methods/params.ts'
import { rpcCodes } from '../methods/rpcError.ts'
import { type WrittenJson, writeJson } from '../methods/writtenJson.ts'
import { readKey } from './readKey.ts'
import type { Subscription } from './subscription.ts'

/**
 * Notifies of every block. With a filter: of blocks with transactions that name an address, and only with these
 * transactions.
 */
export const blockSubscribe: Subscription = {
  minParameters: 1,
  maxParameters: 2,
  read([filter, config]) {
    const mentioned = readFilter(filter)
    const options = readOptions(config, 'RpcBlockSubscribeConfig')
    const format = readBlockFormat(options, 'base64', readFlag(options.showRewards))
    const commitment = readConfirmedCommitment(options)
    return {
      key: [mentioned ?? 'all', commitment, format],
      begin({ bank, commitments }, notify) {
        let turn = Promise.resolve()
        return commitments[commitment].blocks.listen('all', slot => {
          const block = bank.block(slot)
          const reported = block && mentioning(block, mentioned)
          if (reported === null) return
          turn = turn.then(async () => notify(await encodeUpdate(reported, format)))
        })
      },
    }
  },
}

function mentioning(block: Block, mentioned: Address | undefined): Block | null {
  if (mentioned === undefined) return block
  const transactions = block.transactions.filter(({ accounts }) => accounts.includes(mentioned))
  return transactions.length === 0 ? null : { ...block, transactions }
}

/**
 * If a transaction has a version that the client does not accept, the notification carries an error instead of the
 * block.
 */
async function encodeUpdate(block: Block, format: BlockFormat): Promise<WrittenJson> {
  const { slot } = block
  let written: WrittenJson
  try {
    written = writeJson({ err: null, slot }, 'block', await encodeBlock(block, format))
  } catch (error) {
    if (!isTernError(error, 'practice/refused') || error.facts.code !== rpcCodes.unsupportedTransactionVersion)
      throw error
    written = writeJson({ block: null, err: { UnsupportedTransactionVersion: 0 }, slot })
  }
  return writeJson({ context: { slot } }, 'value', written)
}

const kinds = ['all', 'mentionsAccountOrProgram'] as const

/** Reads the address of the filter; `undefined` for all blocks. */
function readFilter(filter: unknown): Address | undefined {
  if (!isObject(filter)) {
    if (readVariant(filter, kinds) === 'all') return undefined
    throw wrongType(filter, 'newtype variant')
  }
  const [name] = Object.keys(filter)
  if (name === undefined) throw wrongType(filter, 'map with a single key')
  if (readVariant(name, kinds) === 'all') return undefined
  return readKey(readString(filter.mentionsAccountOrProgram), 'mentions_account_or_program')
}
