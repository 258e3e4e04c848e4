import { type Address, associatedTokenAddress, decodeTokenAccount, token2022Program } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { createAta } from '../../test/cpmm.ts'
import { latest, openBank, sol } from '../../test/openBank.ts'
import { type Instruction, newSigner, sign } from '../../test/transactions.ts'
import { encodeToken2022Account, encodeToken2022Mint } from '../world/tokenAccounts.ts'

/** Encodes a Token-2022 mint whose fee is 1 % until epoch 2, and then 3 % but at most 250 units. */
function mintWithNewFee(mint: Address, authority: Address): Uint8Array {
  const metadata = { mint, updateAuthority: authority, name: 'Fee', symbol: 'FEE', uri: '' }
  const data = encodeToken2022Mint({ supply: 1_000_000n, decimals: 0 }, metadata, { transferFeeBps: 100 })
  const view = new DataView(data.buffer, data.byteOffset)
  // After the 166 bytes of base and the 4 of the extension's head: two authorities, the withheld amount, the older fee.
  const newer = 166 + 4 + 64 + 8 + 18
  view.setBigUint64(newer, 2n, true)
  view.setBigUint64(newer + 8, 250n, true)
  view.setUint16(newer + 16, 300, true)
  return data
}

describe('Token-2022 transfer fees', () => {
  it('follow the epoch to the unit, also in the record’s balances', async () => {
    const { bank, payer } = await openBank({ slotsPerEpoch: 4n })
    const [mint, to] = (await Promise.all([newSigner(), newSigner()])).map(({ address }) => address) as [
      Address,
      Address,
    ]
    const from = await associatedTokenAddress(payer.address, mint, token2022Program)
    const destination = await associatedTokenAddress(to, mint, token2022Program)
    const place = (address: Address, data: Uint8Array) =>
      bank.setAccount(address, { owner: token2022Program, lamports: sol, executable: false, data })
    place(mint, mintWithNewFee(mint, payer.address))
    const balance = { mint, owner: payer.address, amount: 1_000_000n }
    place(from, encodeToken2022Account(balance, ['immutableOwner', 'transferFeeAmount']))
    const create = await createAta(payer.address, mint, token2022Program)
    const accounts = (create.accounts ?? []).map(account =>
      account.address === from ? { ...account, address: destination } : account,
    )
    // The third account of the creation is the wallet that owns the new account.
    const createTheirs = { ...create, accounts: accounts.with(2, { address: to, role: 0 as const }) }
    await bank.airdrop(to, sol)

    const send = (amount: number): Instruction => ({
      programAddress: token2022Program,
      accounts: [
        { address: from, role: 1 },
        { address: mint, role: 0 },
        { address: destination, role: 1 },
        { address: payer.address, role: 2 },
      ],
      data: Uint8Array.of(12, amount & 255, (amount >> 8) & 255, amount >> 16, 0, 0, 0, 0, 0, 0),
    })
    const received = () => decodeTokenAccount(destination, bank.account(destination)).amount
    const transfer = async (...list: Instruction[]) => {
      const result = await bank.submit(await sign(latest(bank), [payer], list))
      expect(result).toMatchObject({ accepted: true })
      return result.accepted ? bank.transaction(result.signature) : null
    }

    const record = await transfer(createTheirs, send(1_001))
    expect(received()).toBe(1_001n - 11n)
    expect(record?.preTokenBalances.map(({ amount }) => amount)).toEqual([1_000_000n])
    expect(record?.postTokenBalances.map(({ amount }) => amount).sort()).toEqual([990n, 998_999n])
    expect(
      record?.postTokenBalances.every(({ program, decimals }) => program === token2022Program && decimals === 0),
    ).toBe(true)

    while (bank.clock().epoch < 2n) await bank.tick()
    await transfer(send(1_002))
    expect(received()).toBe(990n + 1_002n - 31n)
    await transfer(send(65_000))
    expect(received()).toBe(990n + 971n + 65_000n - 250n)
    expect([...bank.tokenAccountsByMint(mint)].map(([address]) => address).sort()).toEqual([from, destination].sort())
    expect([...bank.tokenAccountsByOwner(to)].map(([address]) => address)).toEqual([destination])
  })
})
