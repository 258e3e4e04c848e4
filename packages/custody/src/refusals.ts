import {
  type Address,
  associatedTokenProgram,
  computeBudgetProgram,
  memoProgram,
  systemProgram,
  token2022Program,
  tokenProgram,
} from '@tern/core'
import type { CompiledInstruction } from '@tern/core/internal'
import { type InstructionEffects, readEffects } from '@tern/venues/internal/effects'
import { hasWalletOnlyAt, strayWallet } from './walletPlaces.ts'

/** Tests if a program is a basic program of Solana, such as the System program. The firewall treats every other program as a venue. */
export const isBasic = (program: Address): boolean => Object.hasOwn(strangers, program)

const strangers: Readonly<Record<Address, string>> = {
  [systemProgram]: 'a transfer out of another wallet',
  [tokenProgram]: 'a token account of another wallet',
  [token2022Program]: 'a token account of another wallet',
  [associatedTokenProgram]: 'a token account made for another wallet',
  [computeBudgetProgram]: strayWallet,
  [memoProgram]: 'a memo in the name of others',
}

const createdForOther = 'an account created for another wallet'
const nonceStrangers: Readonly<Record<string, string>> = {
  initializeNonceAccount: 'a nonce account made for another wallet',
  advanceNonceAccount: 'a nonce account of another wallet',
  withdrawNonceAccount: 'a nonce account of another wallet',
}

/**
 * Returns the reason to refuse an instruction that has another address in a place of the wallet.
 *
 * @param index of the place in `walletPlaces`, or -1 if the address is in the data.
 */
export function strangerReason({ program, kind, instruction }: InstructionEffects, index: number): string {
  if (program === systemProgram && kind !== 'transfer') return nonceStrangers[instruction] ?? createdForOther
  if (isBasic(program))
    return kind === 'open' ? 'a token account made for another wallet' : (strangers[program] as string)
  if (kind !== 'open') return 'a trade of another wallet'
  return index === 0
    ? 'an account of a venue made at the cost of another wallet'
    : 'an account of a venue made for another wallet'
}

const powers: Readonly<Record<string, string>> = {
  assign: 'the wallet given away to a program',
  approve: 'an approval for others to spend tokens',
  approveChecked: 'an approval for others to spend tokens',
  setAuthority: 'a change of authority',
}

/** Returns the reason to refuse an instruction that gives others power over the wallet or its tokens. */
export const powerReason = ({ instruction }: InstructionEffects): string =>
  powers[instruction] ?? 'a token instruction that no trade needs'

function systemReason(data: Uint8Array): string {
  if (data.length < 4) return 'a System instruction that is malformed'
  switch (new DataView(data.buffer, data.byteOffset).getUint32(0, true)) {
    case 1:
      return 'the wallet given away to a program'
    case 2:
      return 'a transfer that is malformed'
    case 3:
    case 9:
      return 'an account creation that is malformed'
    case 4:
    case 5:
    case 6:
      return 'a nonce account instruction that is malformed'
    default:
      return 'a System instruction that no trade needs'
  }
}

/** Returns the reason to refuse an instruction that the firewall cannot decode. */
export function unreadableReason(instruction: CompiledInstruction, wallet: Address): string {
  const { program, accounts, data } = instruction
  if (program === memoProgram) return strangers[program] as string
  const named = readEffects(instruction, 'atLeast')
  if (named && !hasWalletOnlyAt(accounts, wallet, [...named.walletPlaces, ...named.otherWalletPlaces]))
    return strayWallet
  switch (program) {
    case systemProgram:
      return systemReason(data)
    case tokenProgram:
    case token2022Program:
      return 'a token instruction that no trade needs'
    case associatedTokenProgram:
      return data.length > 1 || (data[0] ?? 0) > 1
        ? 'a token account instruction that no trade needs'
        : 'a token account of an unknown program'
    case computeBudgetProgram:
      return 'a compute budget that is malformed'
    default:
      return `an instruction to ${program} that is no trade`
  }
}
