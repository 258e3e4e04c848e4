import { TernError } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { persist } from './persist.ts'

const { signal } = new AbortController()
const silent = () => new TernError('rpc/timedOut', { method: 'getSlot', timeoutMs: 5_000 })

describe('persist', () => {
  it('retries until the node answers', async () => {
    const faults = [silent(), new TernError('rpc/unreachable', { method: 'getSlot' })]
    const read = async () => {
      const fault = faults.shift()
      if (fault !== undefined) throw fault
      return 5
    }
    expect(await persist(read, signal)).toBe(5)
  })

  it('throws at once any error that is not the node’s', async () => {
    const bad = new TernError('config/badValue', { name: 'POOLS', why: 'is wrong' })
    await expect(persist(() => Promise.reject(bad), signal)).rejects.toBe(bad)
  })

  it('ends with the last error when it is aborted', async () => {
    const stopping = new AbortController()
    const read = async () => {
      stopping.abort()
      throw silent()
    }
    await expect(persist(read, stopping.signal)).rejects.toMatchObject({ code: 'rpc/timedOut' })
  })
})
