import { type Address, token2022Program, tokenProgram } from '@tern/core'
import type { Bank } from '../bank/bank.ts'
import { encodeAccount, readAccountFormat } from './encodeAccount.ts'
import { checkMinContextSlot, type Method, withContext } from './method.ts'
import { invalidParams, readAddress, readCommitment, readObject, readOptions } from './params.ts'
import { mintAt, tokenAccountAt } from './parsedToken.ts'

/** The token accounts of a wallet, of one mint or of one token program. */
export const getTokenAccountsByOwner: Method = ({ bank }, [wallet, filter, config]) => {
  const owner = readAddress(wallet)
  const wanted = readWanted(bank, filter)
  const options = readOptions(config)
  const format = readAccountFormat(options)
  readCommitment(options)
  checkMinContextSlot(bank, options)
  const found: unknown[] = []
  for (const [address, account] of bank.tokenAccountsByOwner(owner)) {
    if (account.owner !== wanted.program) continue
    const token = tokenAccountAt(address, account)
    if (token === undefined || (wanted.mint !== undefined && token.mint !== wanted.mint)) continue
    found.push({ account: encodeAccount(address, account, format, bank), pubkey: address })
  }
  return withContext(bank, found)
}

function readWanted(bank: Bank, value: unknown): { program: Address; mint?: Address } {
  const filter = readObject(value, 'a filter: mint or programId')
  if (filter.mint !== undefined) {
    const mint = readAddress(filter.mint)
    const found = mintAt(mint, bank.account(mint))
    if (found === undefined) throw invalidParams('Invalid param: could not find mint')
    return { program: found.program, mint }
  }
  const program = readAddress(filter.programId)
  if (program !== tokenProgram && program !== token2022Program)
    throw invalidParams('Invalid param: unrecognized Token program id')
  return { program }
}
