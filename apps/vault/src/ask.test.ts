import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it, vi } from 'vitest'
import { ask } from './ask.ts'

const silent = createServer()
afterEach(() => {
  vi.restoreAllMocks()
  silent.closeAllConnections()
  silent.close()
})

it('gives up a request that the server does not answer within 20 s', async () => {
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const ends = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(ends.signal)
  const asked = once(silent, 'request')
  const { port } = silent.address() as AddressInfo
  const answer = ask(`http://127.0.0.1:${port}/api/bundle`, { method: 'PUT', body: '{}' })
  await asked
  ends.abort(new DOMException('signal timed out', 'TimeoutError'))
  await expect(answer).rejects.toMatchObject({ code: 'wallet/storeRefused' })
  expect(timeout).toHaveBeenCalledExactlyOnceWith(20_000)
})
