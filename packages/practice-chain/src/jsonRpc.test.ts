import { expect, it } from 'vitest'
import { answerJsonRpc } from './jsonRpc.ts'
import { written } from './methods/writtenJson.ts'

it('refuses the rest of a batch whose answers exceed the limit', async () => {
  const large = written([Buffer.alloc(50 * 1024 * 1024, '1')])
  let asked = 0
  const dispatch = () => {
    asked++
    return large
  }
  const batch = Array.from({ length: 5 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'getProgramAccounts' }))
  const answer = (await answerJsonRpc(JSON.stringify(batch), dispatch)) ?? []
  expect(asked).toBe(3)
  const texts = answer.filter(piece => typeof piece === 'string').join('')
  const refusal = (id: number) =>
    `{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error: the batch asks for too much"},"id":${id}}`
  expect(texts).toBe(
    `[${[0, 1, 2].map(id => `{"jsonrpc":"2.0","result":,"id":${id}}`).join()},${refusal(3)},${refusal(4)}]`,
  )
})
