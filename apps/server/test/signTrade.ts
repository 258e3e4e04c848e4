import { buy, type Client, type PlannedTrade, withOwner } from '@tern/client'
import { encodeBase64, type Owner } from '@tern/core'
import { expect } from 'vitest'

/** Signs a trade that never reaches a node. */
export async function signTrade(of: Client, planned: PlannedTrade): Promise<string> {
  let bytes: Uint8Array | undefined
  const beforeSending = () => Promise.reject(new Error('kept'))
  const owner = of.owner ?? expect.fail('no owner')
  const keeping: Owner = {
    ...owner,
    async signTransactions(messages) {
      const signed = await owner.signTransactions(messages)
      bytes = signed[0]?.bytes
      return signed
    },
  }
  await expect(buy(withOwner(of, keeping), planned, { beforeSending })).rejects.toThrow('kept')
  return encodeBase64(bytes ?? expect.fail('not signed'))
}
