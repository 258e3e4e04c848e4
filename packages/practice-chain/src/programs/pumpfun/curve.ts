import type { Address } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { type BondingCurve, decodeBondingCurve, decodeGlobal, type Global, program } from '@tern/venues/pumpfun'
import { bondingCurveLayout, noAddress } from '@tern/venues/pumpfun/internal'
import type { Script } from '../../effects/script.ts'
import { checkOwner, checkSeeds, decodedOnce, deserialized, fail, type NamedAccount } from '../anchor.ts'
import { refuse } from './errors.ts'

const decodeGlobalOnce = decodedOnce(decodeGlobal)

/** `Account<Global>` at its only address. */
export function readGlobal(account: NamedAccount): Global {
  checkSeeds(account, program, 'global')
  checkOwner(account, program)
  return deserialized(account, () => decodeGlobalOnce(account.data))
}

export interface CurveAccount {
  readonly account: NamedAccount
  readonly state: BondingCurve
  /** The signing seeds of the curve. */
  readonly seeds: readonly Uint8Array[]
}

/** `Account<BondingCurve>` of this mint, writable. */
export function readCurve(account: NamedAccount, mint: Address): CurveAccount {
  const seeds = checkSeeds(account, program, 'bonding-curve', addressBytes(mint))
  if (!account.isWritable) fail('ConstraintMut', account.name)
  checkOwner(account, program)
  if (bondingCurveLayout.discriminator.some((byte, i) => account.data[i] !== byte))
    fail('AccountDiscriminatorMismatch', account.name)
  return { account, state: deserialized(account, () => decodeBondingCurve(account.data)), seeds }
}

/** Writes the state back, cut to the length of an older, shorter account. */
export function writeCurve(script: Script, { account }: CurveAccount, state: BondingCurve): void {
  script.write(account.position, 0, bondingCurveLayout.encode(state).subarray(0, account.data.length))
}

/**
 * Checks that the account may receive a coin's fees. Mayhem coins have recipients of their own, eight of each kind.
 * @throws TernError `practice/programFailed` with NotAuthorized.
 */
export function checkFeeRecipient({ address }: NamedAccount, global: Global, { is_mayhem_mode }: BondingCurve): void {
  const allowed: readonly Address[] = is_mayhem_mode
    ? [global.reserved_fee_recipient, ...global.reserved_fee_recipients]
    : [global.fee_recipient, ...global.fee_recipients]
  if (!allowed.includes(address)) refuse('NotAuthorized')
}

/**
 * Checks the buyback recipient, which must be among eight.
 * @throws TernError `practice/programFailed` with BuybackFeeRecipientMissing or BuybackFeeRecipientNotAuthorized.
 */
export function checkBuybackRecipient(account: NamedAccount | undefined, global: Global): NamedAccount {
  if (account === undefined) return refuse('BuybackFeeRecipientMissing')
  const allowed: readonly Address[] = global.buyback_fee_recipients
  if (!allowed.includes(account.address)) refuse('BuybackFeeRecipientNotAuthorized')
  if (!account.isWritable) fail('ConstraintMut', account.name)
  return account
}

/** Reports if the quote is lamports. */
export const isNative = ({ quote_mint }: BondingCurve): boolean => quote_mint === noAddress
