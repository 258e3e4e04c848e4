import {
  Authorized,
  Keypair,
  LAMPORTS_PER_SOL,
  Lockup,
  StakeAuthorizationLayout,
  StakeProgram,
  SYSVAR_CLOCK_PUBKEY,
  SYSVAR_RENT_PUBKEY,
  SYSVAR_STAKE_HISTORY_PUBKEY,
  sendAndConfirmTransaction,
  type Transaction,
} from '@solana/web3.js'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Cluster, startCluster } from './startCluster.ts'

const sol = LAMPORTS_PER_SOL
let on: Cluster
let payer: Keypair

beforeAll(async () => {
  on = await startCluster({ world: 'empty' })
  payer = await on.fund(50)
})
afterAll(() => on.chain.close())

/** Sends a transaction, and returns its instructions as the cluster parses them. */
async function parsedInstructions(transaction: Transaction, ...signers: Keypair[]) {
  const signature = await sendAndConfirmTransaction(on.connection, transaction, [payer, ...signers])
  const landed = await on.connection.getParsedTransaction(signature, { maxSupportedTransactionVersion: 0 })
  return landed?.transaction.message.instructions
}

it('web3.js v1 stakes, and reads its instructions in the program’s terms', async () => {
  const [stake, other] = [Keypair.generate(), Keypair.generate()]
  const [staker, custodian] = [payer.publicKey, Keypair.generate().publicKey]
  const create = StakeProgram.createAccount({
    fromPubkey: staker,
    stakePubkey: stake.publicKey,
    authorized: new Authorized(staker, staker),
    lockup: new Lockup(0, 0, custodian),
    lamports: 3 * sol,
  })
  expect((await parsedInstructions(create, stake))?.[1]).toMatchObject({
    program: 'stake',
    parsed: {
      type: 'initialize',
      info: {
        stakeAccount: stake.publicKey.toBase58(),
        rentSysvar: SYSVAR_RENT_PUBKEY.toBase58(),
        authorized: { staker: staker.toBase58(), withdrawer: staker.toBase58() },
        lockup: { unixTimestamp: 0, epoch: 0, custodian: custodian.toBase58() },
      },
    },
  })
  const held = (await on.connection.getParsedAccountInfo(stake.publicKey)).value
  expect(held).toMatchObject({
    lamports: 3 * sol,
    data: {
      program: 'stake',
      space: 200,
      parsed: {
        type: 'initialized',
        info: {
          meta: {
            rentExemptReserve: '2282880',
            authorized: { staker: staker.toBase58(), withdrawer: staker.toBase58() },
            lockup: { unixTimestamp: 0, epoch: 0, custodian: custodian.toBase58() },
          },
          stake: null,
        },
      },
    },
  })
  const authorize = StakeProgram.authorize({
    stakePubkey: stake.publicKey,
    authorizedPubkey: staker,
    newAuthorizedPubkey: other.publicKey,
    stakeAuthorizationType: StakeAuthorizationLayout.Staker,
  })
  expect((await parsedInstructions(authorize))?.[0]).toMatchObject({
    parsed: {
      type: 'authorize',
      info: {
        stakeAccount: stake.publicKey.toBase58(),
        clockSysvar: SYSVAR_CLOCK_PUBKEY.toBase58(),
        authority: staker.toBase58(),
        newAuthority: other.publicKey.toBase58(),
        authorityType: 'Staker',
      },
    },
  })
  const withdraw = StakeProgram.withdraw({
    stakePubkey: stake.publicKey,
    authorizedPubkey: staker,
    toPubkey: staker,
    lamports: sol,
  })
  expect((await parsedInstructions(withdraw))?.[0]).toMatchObject({
    parsed: {
      type: 'withdraw',
      info: {
        stakeAccount: stake.publicKey.toBase58(),
        destination: staker.toBase58(),
        clockSysvar: SYSVAR_CLOCK_PUBKEY.toBase58(),
        stakeHistorySysvar: SYSVAR_STAKE_HISTORY_PUBKEY.toBase58(),
        withdrawAuthority: staker.toBase58(),
        lamports: sol,
      },
    },
  })
  expect(await on.connection.getBalance(stake.publicKey)).toBe(2 * sol)
})
