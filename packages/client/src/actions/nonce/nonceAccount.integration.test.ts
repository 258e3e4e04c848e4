import { nonceAccountLamports, signatureFee } from '@tern/chain'
import { afterAll, expect, it } from 'vitest'
import { openMarket, sol } from '../../../test/market.ts'
import { advanceNonce, closeNonce, openNonce, readNonce } from './nonceAccount.ts'

const market = await openMarket()
const { clientFor, newWallet, lamportsOf } = market
afterAll(market.close)

it('opens, advances and closes the wallet’s own nonce account, all of whose lamports come back', async () => {
  const owner = await newWallet(sol)
  const client = clientFor(owner)
  expect(await readNonce(client)).toBeUndefined()
  const opened = await openNonce(client)
  expect(opened).toMatchObject({ authority: owner.address, lamports: nonceAccountLamports })
  expect(await openNonce(client)).toMatchObject({ nonce: opened.nonce })
  const advanced = await advanceNonce(client)
  expect(advanced.address).toBe(opened.address)
  expect(advanced.nonce).not.toBe(opened.nonce)
  const other = await openNonce(client, { index: 1, budget: { unitLimit: 2_000, priorityFeeLamports: 10n } })
  expect(other.address).not.toBe(opened.address)
  expect(await closeNonce(client)).toBe(nonceAccountLamports)
  expect(await readNonce(client)).toBeUndefined()
  expect(await lamportsOf(owner.address)).toBe(sol - nonceAccountLamports - 10n - 4n * signatureFee)
})

it('F27 is not ready where there is none', async () => {
  const client = clientFor(await newWallet(sol))
  await expect(advanceNonce(client)).rejects.toMatchObject({
    code: 'trade/nonceNotReady',
    message: 'Nonce account not ready',
  })
  await expect(closeNonce(client)).rejects.toMatchObject({ code: 'trade/nonceNotReady' })
  await expect(openNonce(clientFor(undefined))).rejects.toMatchObject({ code: 'owner/missing' })
})
