import { type Address, keyPairCosigner } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { compileMessage } from '../test/compileMessage.ts'
import { termsWith } from '../test/placements.ts'
import { attacker, wallet } from '../test/trades.ts'
import { ownerBy } from './owner.ts'

const terms = termsWith({})
const messageFor = (cosigner: Address) => ({
  ...compileMessage(wallet, [
    {
      program: attacker,
      accounts: [
        { address: wallet, as: 'ws' },
        { address: cosigner, as: 'ws' },
      ],
      data: Uint8Array.of(1),
    },
  ]),
  terms,
})

describe('a wallet of the vault', () => {
  const own = new Uint8Array(64).fill(7)

  it('signs first, then its cosigners sign', async () => {
    const cosigner = await keyPairCosigner()
    const message = messageFor(cosigner.address)
    const asked: unknown[] = []
    const owner = ownerBy(wallet, async messages => {
      asked.push(...messages)
      return [own]
    })
    const [signed = expect.fail()] = await owner.signTransactions([message], [cosigner])
    expect(asked).toEqual([{ bytes: message.bytes, terms }])
    expect(signed.bytes[0]).toBe(2)
    expect(signed.bytes.slice(1, 65)).toEqual(own)
    expect(signed.bytes.slice(65, 129)).toEqual(await cosigner.sign(message.bytes))
  })

  it('asks for no signature unless all signers are known', async () => {
    const owner = ownerBy(wallet, () => expect.fail('asked'))
    const cosigner = await keyPairCosigner()
    const message = messageFor(cosigner.address)
    await expect(owner.signTransactions([message])).rejects.toMatchObject({ code: 'trade/addressMismatch' })
    await expect(owner.signTransactions([compileMessage(attacker, [])])).rejects.toMatchObject({
      code: 'trade/addressMismatch',
    })
    const { terms: _, ...without } = message
    await expect(owner.signTransactions([without], [cosigner])).rejects.toMatchObject({
      facts: { reason: 'a message without terms' },
    })
    const idle = owner.signTransactions([message], [cosigner, await keyPairCosigner()])
    await expect(idle).rejects.toMatchObject({ code: 'transaction/cosignerIdle' })
  })
})
