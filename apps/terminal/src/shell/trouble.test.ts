import { describe, expect, it } from 'vitest'
import { arePricesStale, type Condition, troubleOf } from './trouble.ts'

const fine: Condition = {
  isOnline: true,
  change: undefined,
  wallets: undefined,
  feed: 'live',
  silentSeconds: 0,
  blocklessSeconds: 0,
}
const change = { whose: 'server', from: 'Practice', to: 'Mainnet' } as const

describe('troubleOf', () => {
  it('returns nothing while all is well, and not at once when the stream breaks', () => {
    expect(troubleOf(fine)).toBeUndefined()
    expect(troubleOf({ ...fine, feed: 'waiting' })).toBeUndefined()
    expect(troubleOf({ ...fine, blocklessSeconds: 4 })).toBeUndefined()
    expect(troubleOf({ ...fine, feed: 'down', silentSeconds: 9 })).toBeUndefined()
  })

  it('shows the age of the prices once the server is silent', () => {
    expect(troubleOf({ ...fine, feed: 'down', silentSeconds: 14 })?.age).toBe('Prices are 14 s old')
    expect(troubleOf({ ...fine, feed: 'down', silentSeconds: 130 })?.age).toBe('Prices are 2 min old')
  })

  it('offers to retry at once', () => {
    const does = (more: Partial<Condition>) => troubleOf({ ...fine, ...more })?.action
    expect(does({ feed: 'down', silentSeconds: 14 })).toEqual({ label: 'Reconnect', does: 'reconnect' })
    expect(does({ isOnline: false })).toEqual({ label: 'Try now', does: 'reconnect' })
  })

  it('F30 reports missing blocks, as the last of its reports', () => {
    expect(troubleOf({ ...fine, blocklessSeconds: 5 })?.text).toContain('No new block')
    expect(troubleOf({ ...fine, blocklessSeconds: 600 })?.text).toContain('No new block')
    expect(troubleOf({ ...fine, feed: 'down', silentSeconds: 60, blocklessSeconds: 600 })?.text).not.toContain('block')
  })

  it('reports the worst trouble first', () => {
    const wallets = { status: 'refused', why: 'Older' } as const
    const all: Condition = { ...fine, isOnline: false, change, wallets, feed: 'down', silentSeconds: 60 }
    expect(troubleOf(all)?.text).toContain('Mainnet')
    expect(troubleOf({ ...all, change: undefined })?.text).toContain('offline')
    expect(troubleOf({ ...all, change: undefined, isOnline: true })?.text).toContain('does not answer')
    expect(troubleOf({ ...fine, wallets })?.text).toContain('Older')
  })

  it('reports another chain, its side, that nothing is sent, and the next step', () => {
    const server = troubleOf({ ...fine, change })
    expect(server?.text).toBe(
      'This server is now on Mainnet, but the page shows Practice: your wallets are locked and nothing is sent.',
    )
    expect(server?.action).toEqual({ label: 'Reload for Mainnet', does: 'reload' })
    const node = troubleOf({ ...fine, change: { ...change, whose: 'node' } })
    expect(node?.text).toMatch(/^The server’s node is on another chain, Mainnet, but the server trades on Practice: /)
    expect(node?.text).toContain('Point RPC_URL to a node of Practice.')
    expect(node?.action).toEqual({ label: 'Check again', does: 'ask' })
  })

  it('names the vault that does not answer, and offers to retry', () => {
    const why = 'The vault at vault.tern.test cannot be reached'
    const notice = troubleOf({ ...fine, wallets: { status: 'unreachable', why, host: 'vault.tern.test' } })
    expect(notice?.text).toMatch(/^The vault at vault\.tern\.test cannot be reached, so your wallets are not loaded\./)
    expect(notice?.action).toEqual({ label: 'Try again', does: 'askVault' })
    // A vault that is reachable asks the server by itself.
    const server = troubleOf({ ...fine, wallets: { status: 'unreachable', why: 'The server cannot be reached' } })
    expect([server?.text.includes('That name'), server?.action]).toEqual([false, undefined])
  })

  it('is a danger only if money is at stake', () => {
    expect(troubleOf({ ...fine, change })?.isDanger).toBe(true)
    expect(troubleOf({ ...fine, isOnline: false })?.isDanger).toBe(false)
  })
})

describe('arePricesStale', () => {
  it('is true after ten seconds of silence, sooner when offline, and on another chain', () => {
    const isStale = (more: Partial<Condition>) => arePricesStale({ ...fine, ...more })
    expect(isStale({})).toBe(false)
    expect(isStale({ feed: 'down', silentSeconds: 9 })).toBe(false)
    expect(isStale({ feed: 'down', silentSeconds: 10 })).toBe(true)
    expect(isStale({ isOnline: false, silentSeconds: 0 })).toBe(false)
    expect(isStale({ isOnline: false, feed: 'down', silentSeconds: 1 })).toBe(true)
    expect(isStale({ change })).toBe(true)
  })
})
