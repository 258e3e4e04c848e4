import {
  type AccountSnapshot,
  type Address,
  decodeMint,
  decodeTokenAccount,
  isOnCurve,
  isTernError,
  systemProgram,
  TernError,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import { addressBytes } from '@tern/core/internal'

/** Checks that an address is a wallet or may become a wallet. @returns the reason to send nothing to it, or `undefined`. */
export function checkRecipient(
  address: Address,
  account: AccountSnapshot | null,
  sender: Address,
): TernError | undefined {
  if (address === sender) return new TernError('withdraw/toSelf', { address })
  if (address === systemProgram) return new TernError('withdraw/toProgram', { address })
  if (account === null)
    return isOnCurve(addressBytes(address)) ? undefined : new TernError('withdraw/toNobody', { address })
  if (account.executable) return new TernError('withdraw/toProgram', { address })
  if (account.owner === systemProgram && account.data.length === 0) return undefined
  if (account.owner === tokenProgram || account.owner === token2022Program) {
    const owner = tokenAccountOwner(address, account)
    if (owner !== undefined) return new TernError('withdraw/toTokenAccount', { address, owner })
    if (isMint(address, account)) return new TernError('withdraw/toMint', { address })
  }
  return new TernError('withdraw/toProgramAccount', { address, program: account.owner })
}

function tokenAccountOwner(address: Address, account: AccountSnapshot): Address | undefined {
  try {
    const found = decodeTokenAccount(address, account)
    return found.state === 'uninitialized' ? undefined : found.owner
  } catch (error) {
    if (isTernError(error)) return undefined
    throw error
  }
}

function isMint(address: Address, account: AccountSnapshot): boolean {
  try {
    decodeMint(address, account)
    return true
  } catch (error) {
    if (isTernError(error)) return false
    throw error
  }
}
