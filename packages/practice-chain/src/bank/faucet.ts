import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { type Address, decodeBase64, encodeBase58, memoProgram, systemProgram } from '@tern/core'
import { addressBytes } from '@tern/core/internal'

/** The source of airdrops: an ordinary account whose key derives from the chain's genesis hash. */
export interface Faucet {
  readonly address: Address
  /** Signs a transfer. `number` goes into a memo, so that equal airdrops are different transactions. */
  transfer(airdrop: Airdrop): Uint8Array
}

/** A transfer from the faucet. */
interface Airdrop {
  readonly to: Address
  readonly lamports: bigint
  readonly blockhash: string
  readonly number: bigint
}

/** The bytes before the 32 bytes of an Ed25519 seed in PKCS #8. */
const pkcs8Prefix = Buffer.from('302e020100300506032b657004220420', 'hex')

export function createFaucet(genesisHash: string): Faucet {
  const seed = createHash('sha256').update('practice faucet').update(addressBytes(genesisHash)).digest()
  const key = createPrivateKey({ key: Buffer.concat([pkcs8Prefix, seed]), format: 'der', type: 'pkcs8' })
  const { x = '' } = createPublicKey(key).export({ format: 'jwk' })
  const publicKey = decodeBase64(Buffer.from(x, 'base64url').toString('base64'))

  return {
    address: encodeBase58(publicKey) as Address,
    transfer({ to, lamports, blockhash, number }) {
      const transfer = Buffer.alloc(12)
      transfer.writeUInt32LE(2, 0)
      transfer.writeBigUInt64LE(lamports, 4)
      const memo = Buffer.from(`Airdrop ${number}`)
      const message = Buffer.concat([
        // One signer, no readonly signer, two readonly programs; four accounts.
        Uint8Array.of(1, 0, 2, 4),
        publicKey,
        ...[to, systemProgram, memoProgram, blockhash].map(addressBytes),
        Uint8Array.of(2, 2, 2, 0, 1, transfer.length),
        transfer,
        Uint8Array.of(3, 0, memo.length),
        memo,
      ])
      return Buffer.concat([Uint8Array.of(1), sign(null, message, key), message])
    },
  }
}
