import { type Address, addressBytes } from '@tern/core'
import {
  type BondingCurve,
  bondingCurveLayout,
  decodeBondingCurve,
  decodeGlobal,
  type Global,
  noAddress,
  program,
} from '@tern/venues/pumpfun'
import type { Script } from '../../effects/script.ts'
import { checkOwner, checkSeeds, decodedOnce, deserialized, fail, type NamedAccount } from '../anchor.ts'
import { refuse } from './errors.ts'

const decodeGlobalOnce = decodedOnce(decodeGlobal)

/** `Account<Global>` at its one address. */
export function readGlobal(account: NamedAccount): Global {
  checkSeeds(account, program, 'global')
  checkOwner(account, program)
  return deserialized(account, () => decodeGlobalOnce(account.data))
}

export interface CurveAccount {
  readonly account: NamedAccount
  readonly state: BondingCurve
  /** What signs for the curve. */
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

/** Writes the state back, as far as an older, shorter account has room for it. */
export function writeCurve(script: Script, { account }: CurveAccount, state: BondingCurve): void {
  script.write(account.position, 0, bondingCurveLayout.encode(state).subarray(0, account.data.length))
}

/** Whether a coin's trades may pay their fees there: by mayhem or not, one of eight. @throws NotAuthorized. */
export function checkFeeRecipient({ address }: NamedAccount, global: Global, { is_mayhem_mode }: BondingCurve): void {
  const allowed: readonly Address[] = is_mayhem_mode
    ? [global.reserved_fee_recipient, ...global.reserved_fee_recipients]
    : [global.fee_recipient, ...global.fee_recipients]
  if (!allowed.includes(address)) refuse('NotAuthorized')
}

/** One of eight. @throws BuybackFeeRecipientMissing, BuybackFeeRecipientNotAuthorized. */
export function checkBuybackRecipient(account: NamedAccount | undefined, global: Global): NamedAccount {
  if (account === undefined) return refuse('BuybackFeeRecipientMissing')
  const allowed: readonly Address[] = global.buyback_fee_recipients
  if (!allowed.includes(account.address)) refuse('BuybackFeeRecipientNotAuthorized')
  if (!account.isWritable) fail('ConstraintMut', account.name)
  return account
}

/** Whether lamports are the quote. */
export const isNative = ({ quote_mint }: BondingCurve): boolean => quote_mint === noAddress
