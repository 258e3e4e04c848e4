import type { Method } from './method.ts'
import { invalidParams, readAddress, readCommitment, readNumber, readOptions } from './params.ts'

const mostLamports = 100_000_000_000

/** Practice SOL out of nothing, at most 100 a call; the signature of the transaction that brings it. */
export const requestAirdrop: Method = ({ bank }, [address, lamports, config]) => {
  const receiver = readAddress(address)
  const wanted = readNumber(lamports, 'lamports')
  readCommitment(readOptions(config))
  if (wanted === 0 || wanted > mostLamports) throw invalidParams('Invalid param: an airdrop is of up to 100 SOL')
  return bank.airdrop(receiver, BigInt(wanted))
}
