import { bloxrouteTipAccounts } from '@tern/core/internal/tipAccounts'
import { afterEach, expect, it } from 'vitest'
import { transactionOf } from '../../test/providerServer.ts'
import { type Answer, type Call, type ScriptedNode, startScriptedNode, text } from '../../test/scriptedNode.ts'
import { broadcast } from './broadcast.ts'
import { relayedProvider } from './relayedProvider.ts'

const servers: ScriptedNode[] = []
afterEach(async () => {
  await Promise.all(servers.splice(0).map(server => server.close()))
})

const transaction = transactionOf(5)
const { signal } = new AbortController()

async function relayed(answer: Answer) {
  const asked: Call[] = []
  const server = await startScriptedNode(call => {
    asked.push(call)
    return answer
  })
  servers.push(server)
  const tips = { name: 'bloxroute', minimumTip: 1_000_000n, tipAccounts: bloxrouteTipAccounts }
  return { asked, provider: relayedProvider(tips, server.url) }
}

it('the server gets the provider, the tip and the protection', async () => {
  const { asked, provider } = await relayed(text('{"allFailed":false}'))
  expect(provider.tipAccounts).toHaveLength(4)
  await provider.send(transaction, { signal })
  const submission = { providers: [provider], frontRunningProtection: true, tipLamports: 1_234_567n }
  expect(await broadcast(transaction, submission, signal)).toBeUndefined()
  const txs = [{ encodedTx: Buffer.from(transaction.bytes).toString('base64'), provider: 'bloxroute' }]
  expect(asked).toEqual([
    { txs, routeConfig: { mevProtection: false, tipAmount: 0 } },
    { txs, routeConfig: { mevProtection: true, tipAmount: 1_234_567 } },
  ])
})

it('the send fails if the server’s send failed', async () => {
  const { provider } = await relayed(text('{"allFailed":true}'))
  await expect(provider.send(transaction, { signal })).rejects.toThrow('All transactions failed to send via relayer')
})
