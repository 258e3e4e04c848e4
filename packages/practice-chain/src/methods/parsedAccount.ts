import {
  type AccountSnapshot,
  type Address,
  addressLookupTableProgram,
  decodeLookupTable,
  decodeNonceAccount,
  systemProgram,
} from '@tern/core'
import { nonceAccountLayout } from '@tern/core/internal'
import { parseProgram } from './parsedProgram.ts'
import { parseStakeAccount } from './parsedStake.ts'
import { parseSysvar } from './parsedSysvar.ts'
import { type Accounts, parseToken } from './parsedToken.ts'

const neverDeactivated = 2n ** 64n - 1n

/**
 * Parses an account for `jsonParsed` as a cluster does: token accounts, mints, lookup tables, nonces, sysvars,
 * programs, stakes.
 * @returns `undefined` for every other account: the answer holds its bytes then.
 */
export function parseAccount(address: Address, account: AccountSnapshot, accounts: Accounts): unknown {
  try {
    if (account.owner === addressLookupTableProgram) return parseLookupTable(address, account)
    if (account.owner === systemProgram && account.data.length === nonceAccountLayout.size)
      return parseNonce(address, account)
    return (
      parseToken(address, account, accounts) ??
      parseSysvar(address, account) ??
      parseProgram(account) ??
      parseStakeAccount(account)
    )
  } catch {
    return undefined
  }
}

function parseLookupTable(address: Address, account: AccountSnapshot): unknown {
  const table = decodeLookupTable(address, account)
  const info = {
    addresses: table.addresses,
    ...(table.authority === null ? {} : { authority: table.authority }),
    deactivationSlot: (table.deactivationSlot ?? neverDeactivated).toString(),
    lastExtendedSlot: table.lastExtendedSlot.toString(),
    lastExtendedSlotStartIndex: table.lastExtendedStartIndex,
  }
  return { parsed: { info, type: 'lookupTable' }, program: 'address-lookup-table', space: account.data.length }
}

function parseNonce(address: Address, account: AccountSnapshot): unknown {
  const { authority, nonce } = decodeNonceAccount(address, account)
  const { lamportsPerSignature } = nonceAccountLayout.decode(account.data)
  const feeCalculator = { lamportsPerSignature: lamportsPerSignature.toString() }
  return {
    parsed: { info: { authority, blockhash: nonce, feeCalculator }, type: 'initialized' },
    program: 'nonce',
    space: account.data.length,
  }
}
