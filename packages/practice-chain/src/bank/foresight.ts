import type { Address } from '@tern/core'
import { type Call, type Foresight, foresee } from '../effects/foresee.ts'
import { absent, type Shadow } from '../effects/shadow.ts'
import type { Moment, Prepared } from './execution.ts'

/** Predicts the scripts that a transaction asks for. */
export function foreseeScripts(prepared: Prepared, { programs, clock }: Moment): Foresight {
  const { payer, offer, before } = prepared
  const accounts: Shadow = new Map()
  for (const [address, account] of before) accounts.set(address, account ?? absent)
  const paying = accounts.get(payer) ?? absent
  accounts.set(payer, { ...paying, lamports: paying.lamports - offer.fee })
  return foresee({ programs, clock, accounts, instructions: callsOf(prepared) })
}

function callsOf({ wire: { message }, accounts, writable }: Prepared): readonly Call[] {
  const isWritable = new Set(writable)
  const addressAt = (position: number) => accounts[position] as Address
  return message.instructions.map(({ programIndex, accounts: positions, data }) => ({
    program: addressAt(programIndex),
    data,
    accounts: Array.from(positions, position => ({
      address: addressAt(position),
      isSigner: position < message.signers,
      isWritable: isWritable.has(position),
    })),
  }))
}
