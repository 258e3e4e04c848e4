import { type Address, associatedTokenAddress, tokenProgram } from '@tern/core'
import { mintLayout, tokenAccountLayout } from '@tern/core/internal'
import {
  accountOfMarket,
  ammInfoLayout,
  modelDataAccount,
  openModel,
  program,
  raydiumStable,
} from '@tern/venues/raydiumStable'
import {
  authority,
  encodeMarket,
  encodeOpenOrders,
  exampleModel,
  newPool,
  placeOf,
  swapBaseIn,
} from '@tern/venues/raydiumStable/internal'
import { cases, over, type Race } from './measure.ts'
import { bn, raydiumSdk, raydiumSdkName } from './sdk.ts'

const mints = ['USDH1SM1ojwWUga67PGrgFWUHibbjqMvuMaDkRJTgkX', 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'] as [
  Address,
  Address,
]
const market = 'CaFjigEgJdtGPxQxRjneA1hzNcY5MsHoAAL6Et67QrC5' as Address
const serum = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin' as Address
/** Two millions of each token, a little apart. */
const reserves = { coin: 2_000_000_000_000n, pc: 1_900_000_000_000n }
/** From a tenth of a token to some 10,000, evenly spread on a logarithmic scale, all different. */
const amountsIn = Array.from({ length: cases }, (_, i) => BigInt(Math.round(1e5 * 10 ** ((5 * i) / cases))) + BigInt(i))

async function accountsOf(model: Uint8Array) {
  const address = await accountOfMarket(market, 'stable')
  const [coinVault, pcVault] = [await accountOfMarket(market, 'coin_vault'), await accountOfMarket(market, 'pc_vault')]
  const openOrders = await accountOfMarket(market, 'open_order')
  const account = (owner: Address, data: Uint8Array) => ({
    ...{ owner, data, lamports: 1_000_000_000n, executable: false, slot: 1n },
  })
  const none = await associatedTokenAddress(authority, mints[0], tokenProgram)
  const mint = mintLayout.encode({
    ...{ mintAuthorityOption: 0, mintAuthority: none, supply: 10n ** 15n, decimals: 6, isInitialized: true },
    ...{ freezeAuthorityOption: 0, freezeAuthority: none },
  })
  const vault = (ofMint: Address, amount: bigint) =>
    tokenAccountLayout.encode({
      ...{ mint: ofMint, owner: authority, amount, delegateOption: 0, delegate: none, state: 1, isNativeOption: 0 },
      ...{ isNative: 0n, delegatedAmount: 0n, closeAuthorityOption: 0, closeAuthority: none },
    })
  const state = newPool([6, 6], {
    ...{ coin_vault: coinVault, pc_vault: pcVault, coin_vault_mint: mints[0], pc_vault_mint: mints[1], lp_mint: none },
    ...{ open_orders: openOrders, market, market_program: serum, target_orders: none, amm_owner: none },
  })
  const accounts = new Map([
    [address, account(program, ammInfoLayout.encode(state))],
    [coinVault, account(tokenProgram, vault(mints[0], reserves.coin))],
    [pcVault, account(tokenProgram, vault(mints[1], reserves.pc))],
    [mints[0], account(tokenProgram, mint)],
    [mints[1], account(tokenProgram, mint)],
    [openOrders, account(serum, encodeOpenOrders(market, authority, { coin: 0n, pc: 0n }))],
    [market, account(serum, encodeMarket(market, mints).market)],
    [modelDataAccount, account(program, model)],
  ])
  return { address, accounts, state }
}

/** An SDK object without a connection, which has read the table. */
async function sdkWith(table: ReturnType<typeof raydiumSdk.formatLayout>) {
  const { liquidity } = await raydiumSdk.Raydium.load({
    connection: {},
    disableLoadToken: true,
    disableFeatureCheck: true,
  } as unknown as Parameters<typeof raydiumSdk.Raydium.load>[0])
  const { stableLayout } = liquidity as unknown as { stableLayout: { _layoutData: unknown } }
  stableLayout._layoutData = table
  return liquidity
}

/** Makes the races of the venue. It checks first that both sides' answers agree up to the SDK's doubles. */
export async function races(): Promise<readonly (readonly Race[])[]> {
  const model = exampleModel()
  const buffer = Buffer.from(model)
  const table = raydiumSdk.formatLayout(buffer)
  const { address, accounts, state } = await accountsOf(model)
  const opened = raydiumStable.open(address, accounts)
  const prepared = placeOf(state, openModel(model), reserves)?.pool
  if (prepared === undefined) throw new RangeError('the table does not cover the pool')
  const clock = { slot: 1n, unixTimestamp: 1_800_000_000n, epoch: 900n }
  const liquidity = await sdkWith(table)
  const poolInfo = {
    ...{ version: 5, baseReserve: bn(reserves.coin), quoteReserve: bn(reserves.pc) },
    ...{ mintA: { address: mints[0], decimals: 6 }, mintB: { address: mints[1], decimals: 6 } },
  }
  const sdkQuote = (amountIn: unknown) =>
    liquidity.computeAmountOut({
      ...{ poolInfo, amountIn, mintIn: mints[1], mintOut: mints[0], slippage: 0.01 },
    } as unknown as Parameters<typeof liquidity.computeAmountOut>[0])
  const [pc, coin] = [Number(reserves.pc), Number(reserves.coin)]
  for (const exactIn of amountsIn) {
    const ours = Number(opened.quote({ tokenIn: mints[1], exactIn }, clock).amountOut)
    const theirs = Number(String(sdkQuote(bn(exactIn)).amountOut))
    if (Math.abs(ours - theirs) > 20) throw new RangeError(`the quotes are not the same: ${ours}, ${theirs}`)
  }

  const exactIn = amountsIn.map(amount => ({ tokenIn: mints[1], exactIn: amount }))
  const exactOut = amountsIn.map(amount => ({ tokenIn: mints[1], exactOut: amount }))
  const bnIn = amountsIn.map(bn)
  const quotes: readonly Race[] = [
    {
      name: 'raydium_stable whole quote, exact-in',
      rival: `${raydiumSdkName} Liquidity.computeAmountOut`,
      ...{ cases, atLeast: 5 },
      tern: over(exactIn, request => opened.quote(request, clock)),
      theirs: over(bnIn, sdkQuote),
    },
    {
      name: 'raydium_stable table alone, exact-in',
      rival: `${raydiumSdkName} getDyByDxBaseIn, in doubles`,
      cases,
      tern: over(amountsIn, amount => swapBaseIn(prepared, 'pc', amount)),
      theirs: over(amountsIn, amount => raydiumSdk.getDyByDxBaseIn(table, pc, coin, Number(amount))),
    },
    {
      name: 'raydium_stable whole quote, exact-out, against exact-in',
      rival: `${raydiumSdkName} Liquidity.computeAmountOut`,
      cases,
      tern: over(exactOut, request => opened.quote(request, clock)),
      theirs: over(bnIn, sdkQuote),
    },
  ]
  const decoding: readonly Race[] = [
    {
      name: 'raydium_stable open a table of 1.2 MB; elements are read when asked',
      rival: `${raydiumSdkName} formatLayout`,
      ...{ cases: 1, atLeast: 100, isSlow: true },
      // Other bytes each time, because an opened table is remembered.
      tern: () => openModel(model.subarray()),
      theirs: () => raydiumSdk.formatLayout(buffer),
    },
    {
      name: 'raydium_stable open a table and read every element',
      rival: `${raydiumSdkName} formatLayout`,
      ...{ cases: 1, atLeast: 100, isSlow: true },
      tern: () => {
        const fresh = openModel(model.subarray())
        let sum = 0n
        for (let i = 0; i < 50_000; i++) sum += fresh.x(i) + fresh.y(i) + fresh.price(i)
        return sum
      },
      theirs: () => raydiumSdk.formatLayout(buffer),
    },
  ]
  return [quotes, decoding]
}
