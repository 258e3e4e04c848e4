import type { Provider } from '@tern/chain'
import { describe, expect, it } from 'vitest'
import { type SentNote, submissionOf } from './sentNote.ts'
import { submissionAt } from './trade/nonceSubmissions.ts'

const provider = (name: string, more: Partial<Provider> = {}): Provider => ({
  ...{ name, minimumTip: 1n, tipAccounts: ['x' as never], send: () => Promise.reject(new Error('not sent')) },
  ...more,
})
const node = provider('normal', { minimumTip: 0n, tipAccounts: [] })
const guard = provider('guard', { frontRunningProtection: 'request' })
const open = provider('open')
const chain = { nodes: [] } as never
const client = { chain, providers: [node, guard, open], relayer: { send: () => Promise.resolve() } as never }
const note: SentNote = { tipped: 'open', tip: 7n, frontRunningProtection: false, tips: [null, 'guard', 'open', 'gone'] }
const names = ({ providers }: { readonly providers: readonly Provider[] }) => providers.map(({ name }) => name)

describe('the submission of a resumed transaction', () => {
  it('follows the note of a record without variants', () => {
    const { tips: _, ...plain } = note
    expect(submissionAt(client, plain, 0)).toEqual(submissionOf(client, plain))
  })

  it('sends each variant only to the provider that it tips, and an untipped variant to the nodes', () => {
    expect(names(submissionAt(client, note, 0))).toEqual(['normal'])
    expect(submissionAt(client, note, 0)).toMatchObject({ tipLamports: 0n, relayer: client.relayer })
    expect(names(submissionAt(client, note, 1))).toEqual(['guard'])
    expect(submissionAt(client, note, 1)).toMatchObject({ tipLamports: 7n })
    expect(submissionAt(client, note, 1)).not.toHaveProperty('relayer')
    expect(names(submissionAt(client, note, 2))).toEqual(['open'])
    // Even if every provider wants tips.
    expect(names(submissionAt({ ...client, providers: [guard, open] }, note, 0))).toEqual(['normal'])
  })

  it('goes nowhere if the provider that it tips is gone', () => {
    expect(names(submissionAt(client, { ...note, frontRunningProtection: true }, 3))).toEqual([])
    const { tips: _, ...plain } = { ...note, tipped: 'gone' }
    const guarded = submissionAt(client, { ...plain, frontRunningProtection: true }, 0)
    expect(names(guarded)).toEqual([])
    expect(guarded).not.toHaveProperty('relayer')
    // Without protection, it goes to the nodes.
    expect(names(submissionAt(client, plain, 0))).toEqual(['normal'])
    expect(names(submissionAt(client, { ...plain, tipped: 'guard', frontRunningProtection: true }, 0))).toEqual([
      'guard',
    ])
  })
})
