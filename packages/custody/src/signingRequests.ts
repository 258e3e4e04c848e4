import type { Caller } from './caller.ts'
import type { Keys } from './keys.ts'
import type { SignerCalls } from './requests.ts'
import { encodePassphrase } from './typedSecrets.ts'

type Signing = 'sign' | 'signingPort' | 'readTrades' | 'readUnits' | 'setLimits' | 'readWithdrawal' | 'signWithdrawal'

/** The requests that sign or read messages, and the limits of signing. */
export function signingRequests(ask: Caller<SignerCalls>): Pick<Keys, Signing> {
  return {
    async sign(address, messages, secret) {
      const passphrase = typeof secret === 'string' ? encodePassphrase(secret) : secret
      const asked = { address, messages, ...(passphrase && { passphrase }) }
      return (await ask('sign', asked, passphrase && [passphrase.buffer])).signatures
    },
    signingPort() {
      const { port1, port2 } = new MessageChannel()
      ask('admit', { port: port2 }, [port2]).catch(() => undefined)
      return port1
    },
    readTrades: async (address, messages) => (await ask('readTrades', { address, messages })).trades,
    readUnits: async mints => (await ask('readUnits', { mints })).units,
    async setLimits(limits, passphrase) {
      const secret = passphrase === undefined ? undefined : encodePassphrase(passphrase)
      await ask('limits', { limits, ...(secret && { passphrase: secret }) }, secret && [secret.buffer])
    },
    readWithdrawal: (address, message) => ask('readWithdrawal', { address, ...message }),
    async signWithdrawal(address, message, { shown, recipientEnd, passphrase }) {
      const secret = encodePassphrase(passphrase)
      const asked = { address, ...message, shown, recipientEnd, passphrase: secret }
      return (await ask('withdraw', asked, [secret.buffer])).signature
    },
  }
}
