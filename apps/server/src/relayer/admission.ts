import type { EndpointProvider } from '@tern/chain/internal'
import { type Address, systemProgram, TernError } from '@tern/core'
import type { NonceUse } from '../network/lifetimes.ts'
import type { CheckedTransaction } from './checkTransaction.ts'

/** Decides if a transaction may go to a provider at the cost of the server's operator. */
export interface Admission {
  /**
   * Asserts that a transaction pays and can still land.
   *
   * @param index index of the transaction in the request, for the error.
   * @throws TernError `relayer/badTransaction` if tip and Tern's fee are both below the provider's min tip, or if it can no
   *   longer land.
   */
  admit(transaction: CheckedTransaction, provider: string, index: number): Promise<void>
}

interface AdmissionOptions {
  readonly providers: readonly Pick<EndpointProvider, 'name' | 'minimumTip' | 'tipAccounts'>[]
  readonly feeWallet: Address | undefined
  /** Says if a transaction with this blockhash or nonce can still land. */
  readonly isAlive: (lifetime: string, nonce: NonceUse | undefined) => Promise<boolean>
}

/**
 * Creates the admission. It accepts everything for the nodes, because the nodes are open to everyone. For another provider, a
 * transaction must pay at least its min tip, as a tip or as Tern's fee, and must be able to land. A smaller fee would let strangers
 * use the operator's providers almost for free.
 */
export function createAdmission({ providers, feeWallet, isAlive }: AdmissionOptions): Admission {
  return {
    async admit(transaction, name, index) {
      const provider = providers.find(one => one.name === name)
      if (provider === undefined || provider.name === 'normal') return
      const refuse = (why: string) => new TernError('relayer/badTransaction', { index, why })
      const { minimumTip, tipAccounts } = provider
      const tip = transferred(transaction, account => tipAccounts.includes(account))
      const fee = feeWallet === undefined ? 0n : transferred(transaction, account => account === feeWallet)
      if (tip < minimumTip && fee < minimumTip) throw refuse(`it tips ${name} less than ${minimumTip} lamports`)
      if (!(await isAlive(transaction.lifetime, nonceUsedBy(transaction))))
        throw refuse('its blockhash or nonce is not a recent one')
    },
  }
}

const [systemTransfer, transferLength] = [2, 12]
const [systemAdvanceNonce, advanceNonceLength] = [4, 4]

const numberOf = (data: Uint8Array) => new DataView(data.buffer, data.byteOffset, data.byteLength)

/** Returns the lamports that the transaction's own instructions transfer from its signers to such accounts. */
function transferred({ signers, instructions }: CheckedTransaction, isTaker: (account: Address) => boolean): bigint {
  let lamports = 0n
  for (const { program, accounts, data } of instructions) {
    const [from, to] = accounts
    if (program !== systemProgram || data.length !== transferLength || from === undefined || to === undefined) continue
    if (numberOf(data).getUint32(0, true) !== systemTransfer || !signers.includes(from) || !isTaker(to)) continue
    lamports += numberOf(data).getBigUint64(4, true)
  }
  return lamports
}

/** Returns the nonce of a transaction. A transaction uses a nonce if its first instruction advances it. */
function nonceUsedBy({ signers, instructions }: CheckedTransaction): NonceUse | undefined {
  const [first] = instructions
  if (first?.program !== systemProgram || first.data.length !== advanceNonceLength) return undefined
  if (numberOf(first.data).getUint32(0, true) !== systemAdvanceNonce) return undefined
  const [account, , authority] = first.accounts
  if (account === undefined || authority === undefined || !signers.includes(authority)) return undefined
  return { account, authority }
}
