import { parseBundle } from '../src/bundle.ts'

/** A version-1 bundle by an old Tern: two wallets, with a lock for each of these three secrets. */
export const versionOne = parseBundle({
  v: 1,
  suborgId: 'suborg-1',
  rev: 3,
  createdAt: 1790000000,
  ark: [
    {
      type: 'pass',
      kdf: { name: 'argon2id', m: 19456, t: 2, p: 1, salt: 'OYZGu3zy_VsKDe7Niq7bnw' },
      kid: 'fadWwyH9KsMTNWI4YsQ5pQ',
      iv: '3_iAIZVWhBpOdiZg',
      wrapped: '3qyZgAlOW13jUgPpSkC6P8tj5MAsmALZqPj9BULtqH2qjQ59Rnl3vDBgv7IqAgBY',
    },
    {
      type: 'recovery',
      kdf: { name: 'hkdf-sha256', salt: 'uwZcj47Z6n7UTCZNMFoWxw' },
      kid: 'tbztEeMhQ-12PXSU-e0bHg',
      iv: 'lcmBk6mCkdCU7QqP',
      wrapped: '6eLLs9XlhfuSEV_11GLzWEiAwBIoehskeXJ9FC04rnQhjfXY4KF0A4Aqiv1PMVse',
    },
    {
      type: 'prf',
      credentialId: 'AAAAAAAAAAAAAAAAAAAAAA',
      label: 'Phone',
      addedAt: 1790000002,
      kdf: { name: 'webauthn-prf', salt: 'BBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBBA' },
      kid: 'HHYod-HhDnw7OFB5ul7D1g',
      iv: 'IPDJlPQXqY8yVoWE',
      wrapped: 'bDSmFIyaaL7Ixcq517WN1AanxAJhcmao1de6pYSl9n3VDnSuAYnNR5V7q6FSGMHd',
    },
  ],
  wallets: [
    {
      walletId: '2TjP_Odcj_dLiJE30l2u2g',
      address: 'AUcRjwEYj2nMigit9Hdh3dVXRn5p2ej7Vz474mGiqdvH',
      label: 'Main',
      iv: 'zeBuUCVNZ1tueJq5',
      ciphertext: '8NKZ14fWzYJ-VPQjuPd7wtqa3shXGQQJqQ6nHtI9RTDkws8BO0ZBccmajuKNbndKwn_WjnyI4mnO8JL-h-tCbw',
      nonceMode: false,
      createdAt: 1790000000,
    },
    {
      walletId: 'S6kn3pgwR4XBpfgXlyVY1g',
      address: '5jnePtvb1LyLanWMHWC3jvGgY2xATUrau1arxmc7MTyx',
      label: 'Second',
      iv: 'SpRjysW4H9sDeAt5',
      ciphertext: '0IrrHpySKyHjmgmJkEafyNIKnLos2sBqlM-4nFNimj0la9cEsbw_izpob8h3oRz-Ta3v5f-BvdDDaSRJsdDgkg',
      nonceMode: false,
      createdAt: 1790000001,
    },
  ],
})

/** The digest that Tern pinned for it. */
export const versionOneDigest = 'eWw7gpfI6WX0okmthinu53l8eb6KuQ_-tE5u6_6jRGk'

export const versionOneSecrets = {
  passphrase: 'correct horse battery staple',
  recoveryCode: 'K7QW2-9MXHT-4RVCB-PD3NE-X6LFA-8YZU5-QG2JS-TW94K',
  passkey: (): Uint8Array => new Uint8Array(32).fill(7),
}
