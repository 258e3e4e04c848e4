import type { Address } from '@tern/core'
import { type ExtensionName, extensionNames } from '@tern/core/internal'
import { uiTokenAmount } from '../tokenAmount.ts'
import type { InstructionData } from './instructionData.ts'
import { type InstructionShape, present } from './instructionShape.ts'

const authority = ['authority', 'multisigAuthority'] as const
const owner = ['owner', 'multisigOwner'] as const

/**
 * Parses Token-2022's instructions on extensions, by their numbers.
 * @see Agave's `transaction-status/src/parse_token/extension/`
 */
export function tokenExtensionShape(
  tag: number,
  next: InstructionData,
  accounts: readonly Address[],
): InstructionShape | undefined {
  switch (tag) {
    case 25: {
      const info = { newAuthority: next.optionalAddress() }
      return { type: 'initializeMintCloseAuthority', accounts: ['mint'], info }
    }
    case 26:
      return transferFee(next, accounts)
    case 28:
      return defaultAccountState(next)
    case 29: {
      const info = { extensionTypes: extensionTypes(next) }
      return { type: 'reallocate', accounts: ['account', 'payer', 'systemProgram'], signer: owner, info }
    }
    case 30:
      return switched(next, 'RequiredMemoTransfers')
    case 33:
      return interestBearing(next)
    case 34:
      return switched(next, 'CpiGuard')
    case 35:
      return { type: 'initializePermanentDelegate', accounts: ['mint'], info: { delegate: next.address() } }
    case 36:
      return pointer(next, 'TransferHook', 'programId')
    case 39:
      return pointer(next, 'MetadataPointer', 'metadataAddress')
    case 40:
      return pointer(next, 'GroupPointer', 'groupAddress')
    case 41:
      return pointer(next, 'GroupMemberPointer', 'memberAddress')
    case 43:
      return scaledUiAmount(next)
    case 44:
      return pausable(next)
    default:
      return undefined
  }
}

function transferFee(next: InstructionData, accounts: readonly Address[]): InstructionShape | undefined {
  const withdraw = ['withdrawWithheldAuthority', 'multisigWithdrawWithheldAuthority'] as const
  switch (next.u8()) {
    case 0: {
      const [config, withheld] = [next.optionalAddress(), next.optionalAddress()]
      const info = {
        ...present('transferFeeConfigAuthority', config),
        ...present('withdrawWithheldAuthority', withheld),
        transferFeeBasisPoints: next.u16(),
        maximumFee: next.u64(),
      }
      return { type: 'initializeTransferFeeConfig', accounts: ['mint'], info }
    }
    case 1: {
      const [amount, decimals, fee] = [next.u64(), next.u8(), next.u64()]
      const info = { tokenAmount: uiTokenAmount(amount, decimals), feeAmount: uiTokenAmount(fee, decimals) }
      return { type: 'transferCheckedWithFee', accounts: ['source', 'mint', 'destination'], signer: authority, info }
    }
    case 2:
      return { type: 'withdrawWithheldTokensFromMint', accounts: ['mint', 'feeRecipient'], signer: withdraw }
    case 3:
      return withdrawFromAccounts(next.u8(), accounts)
    case 4: {
      const info = { sourceAccounts: accounts.slice(1) }
      return { type: 'harvestWithheldTokensToMint', accounts: ['mint'], info }
    }
    case 5: {
      const info = { transferFeeBasisPoints: next.u16(), maximumFee: next.u64() }
      // The cluster's spelling.
      const signer = ['transferFeeConfigAuthority', 'multisigtransferFeeConfigAuthority'] as const
      return { type: 'setTransferFee', accounts: ['mint'], signer, info }
    }
    default:
      return undefined
  }
}

/** The source accounts come last, after the authority and its signers. */
function withdrawFromAccounts(count: number, accounts: readonly Address[]): InstructionShape | undefined {
  const first = accounts.length - count
  if (first < 3) return undefined
  const [authority, ...signers] = accounts.slice(2, first)
  const signed =
    signers.length === 0
      ? { withdrawWithheldAuthority: authority }
      : { multisigWithdrawWithheldAuthority: authority, signers }
  return {
    type: 'withdrawWithheldTokensFromAccounts',
    accounts: ['mint', 'feeRecipient'],
    info: { ...signed, sourceAccounts: accounts.slice(first) },
  }
}

function defaultAccountState(next: InstructionData): InstructionShape | undefined {
  const [kind, state] = [next.u8(), next.u8()]
  const accountState = ['uninitialized', 'initialized', 'frozen'][state]
  if (kind > 1 || accountState === undefined) return undefined
  const shape = { accounts: ['mint'], info: { accountState } }
  if (kind === 0) return { type: 'initializeDefaultAccountState', ...shape }
  return { type: 'updateDefaultAccountState', ...shape, signer: ['freezeAuthority', 'multisigFreezeAuthority'] }
}

function switched(next: InstructionData, what: string): InstructionShape | undefined {
  const verb = ['enable', 'disable'][next.u8()]
  return verb === undefined ? undefined : { type: `${verb}${what}`, accounts: ['account'], signer: owner }
}

function interestBearing(next: InstructionData): InstructionShape | undefined {
  switch (next.u8()) {
    case 0: {
      const info = { rateAuthority: next.nonZeroAddress(), rate: next.i16() }
      return { type: 'initializeInterestBearingConfig', accounts: ['mint'], info }
    }
    case 1: {
      const signer = ['rateAuthority', 'multisigRateAuthority'] as const
      return { type: 'updateInterestBearingConfigRate', accounts: ['mint'], signer, info: { newRate: next.i16() } }
    }
    default:
      return undefined
  }
}

/** An extension that holds an authority, and an address that the authority may change. */
function pointer(next: InstructionData, what: string, field: string): InstructionShape | undefined {
  switch (next.u8()) {
    case 0: {
      const set = next.nonZeroAddress()
      const info = { ...present('authority', set), ...present(field, next.nonZeroAddress()) }
      return { type: `initialize${what}`, accounts: ['mint'], info }
    }
    case 1:
      return {
        type: `update${what}`,
        accounts: ['mint'],
        signer: authority,
        info: present(field, next.nonZeroAddress()),
      }
    default:
      return undefined
  }
}

function scaledUiAmount(next: InstructionData): InstructionShape | undefined {
  switch (next.u8()) {
    case 0: {
      const info = { authority: next.nonZeroAddress(), multiplier: String(next.f64()) }
      return { type: 'initializeScaledUiAmountConfig', accounts: ['mint'], info }
    }
    case 1: {
      const info = { newMultiplier: String(next.f64()), newMultiplierTimestamp: next.i64() }
      return { type: 'updateMultiplier', accounts: ['mint'], signer: authority, info }
    }
    default:
      return undefined
  }
}

function pausable(next: InstructionData): InstructionShape | undefined {
  const kind = next.u8()
  if (kind === 0)
    return { type: 'initializePausableConfig', accounts: ['mint'], info: { authority: next.nonZeroAddress() } }
  const type = [undefined, 'pause', 'resume'][kind]
  return type === undefined ? undefined : { type, accounts: ['mint'], signer: authority }
}

/** Reads the extension types in the rest of an instruction's data, two bytes each. */
export function extensionTypes(next: InstructionData): readonly ExtensionName[] {
  const rest = next.rest()
  const view = new DataView(rest.buffer, rest.byteOffset, rest.length)
  return Array.from(
    { length: Math.floor(rest.length / 2) },
    (_, i) => extensionNames[view.getUint16(2 * i, true)] ?? 'unknown',
  )
}
