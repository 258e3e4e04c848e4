/** Returns this many bytes in the encoding of bundles. */
export const bytes = (count: number) => Buffer.alloc(count, 7).toString('base64url')

/** A lock with a passphrase. */
export const sampleLock = {
  kid: bytes(16),
  type: 'pass',
  kdf: { name: 'argon2id', m: 65536, t: 3, p: 1, salt: bytes(16) },
  iv: bytes(12),
  wrapped: bytes(48),
}

export const sampleWallet = {
  walletId: bytes(16),
  address: 'So11111111111111111111111111111111111111112',
  label: 'Wallet 1',
  iv: bytes(12),
  ciphertext: bytes(64),
  nonceMode: false,
  createdAt: 1,
}

/** A well-formed bundle that no passphrase opens. */
export const sampleBundle = (rev: number) => ({
  v: 1,
  suborgId: 'abc',
  rev,
  createdAt: 1,
  ark: [sampleLock],
  wallets: [sampleWallet],
})
