import type { Address } from '@tern/core'
import { expect, it, vi } from 'vitest'
import { changePoolForm, usePoolForm } from './poolForms.ts'

vi.mock('../../data/store.ts', async importActual => ({
  ...(await importActual<typeof import('../../data/store.ts')>()),
  useStore: (store: { get(): unknown }) => store.get(),
}))

it('takes a late answer only while the form holds the values that it was asked for', () => {
  const pool = 'late' as Address
  const type = (amount: string) => changePoolForm(pool, { side: 0, amount })
  const late = () => changePoolForm(pool, { side: 1, amount: '49.49' }, { side: 0, amount: '' })
  type('')
  late()
  expect(usePoolForm(pool)).toMatchObject({ side: 1, amount: '49.49' })
  type('2')
  late()
  expect(usePoolForm(pool)).toMatchObject({ side: 0, amount: '2' })
  changePoolForm(pool, { side: 1, amount: '' })
  late()
  expect(usePoolForm(pool)).toMatchObject({ side: 1, amount: '' })
})
