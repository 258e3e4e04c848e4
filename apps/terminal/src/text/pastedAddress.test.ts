import { encodeBase58, usdcMint, wrappedNativeMint } from '@tern/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pastedAddress, pastedAddresses } from './pastedAddress.ts'

const mint = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM'
const pump = 'CzLSujWBLFsSjncfkh59rUFqvafWcY5tzedWJSuypump'
const other = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'
const signature = encodeBase58(new Uint8Array(64).fill(7))

describe('pastedAddress', () => {
  it.each([
    ['itself', mint],
    ['blanks around it', `  ${mint}\n`],
    ['Solscan', `https://solscan.io/token/${mint}?cluster=devnet#holders`],
    ['the Solana explorer', `https://explorer.solana.com/address/${mint}/tokens?cluster=custom`],
    ['Solana FM', `https://solana.fm/address/${mint}?cluster=mainnet-alpha`],
    ['pump.fun', `https://pump.fun/coin/${mint}`],
    ['LetsBonk', `https://letsbonk.fun/token/${mint}`],
    ['Raydium', `https://raydium.io/swap/?inputMint=sol&outputMint=${mint}`],
    ['Raydium, between two mints', `https://raydium.io/swap/?inputMint=${wrappedNativeMint}&outputMint=${mint}`],
    ['Jupiter', `https://jup.ag/swap/${usdcMint}-${mint}`],
    ['DEX Screener', `dexscreener.com/solana/${mint}?maker=x`],
    ['Birdeye', `https://birdeye.so/token/${mint}?chain=solana`],
    ['GMGN', `https://gmgn.ai/sol/token/AbCdEf_${mint}`],
    ['Photon', `https://photon-sol.tinyastro.io/en/lp/${mint}?handle=1`],
    ['Axiom', `https://axiom.trade/meme/${mint}`],
    ['a bot’s link', `https://t.me/a_bot?start=r-somebody-${mint}`],
    ['Tern', `http://tern.localhost:8787/t/${mint}?dock=holders`],
    ['Tern, from its public name', `https://tern.example/t/${mint}`],
    ['a link in a link', `https://x.example/?to=https%3A%2F%2Fpump.fun%2Fcoin%2F${mint}`],
    ['a link in a link in a link', `https://x.example/?to=https%253A%252F%252Fpump.fun%252F${mint}%253Fa`],
    ['a label', `CA: ${mint}`],
    ['a label without a blank', `ca=${mint}`],
    ['quotes', `“${mint}”`],
    ['single quotes and a comma', `'${mint}',`],
    ['code', `\`${mint}\``],
    ['brackets', `(${mint})`],
    ['Markdown', `[GLOW](https://pump.fun/${mint})`],
    ['a sentence', `Buy this one 🚀 ${mint} before it moons!!!`],
    ['twice', `${mint} https://pump.fun/${mint}`],
    ['invisible characters', `\u200B\uFEFF${mint.slice(0, 9)}\u200D\u00AD${mint.slice(9)}\u2060`],
    ['characters that turn the text around', `\u202E${mint}\u202C`],
    ['its groups of four', `${mint.match(/.{1,4}/g)?.join(' ')}`],
    ['two lines of it', `${mint.slice(0, 20)}\n${mint.slice(20)}`],
  ])('finds the address in %s', (_, text) => {
    expect(pastedAddress(text)).toBe(mint)
  })

  it('finds an address that ends in a word', () => {
    expect(pastedAddress(`https://pump.fun/coin/${pump}`)).toBe(pump)
  })

  it('finds a coin if nothing else is there', () => {
    expect(pastedAddress(`https://solscan.io/token/${wrappedNativeMint}`)).toBe(wrappedNativeMint)
    expect(pastedAddress(`https://jup.ag/swap/${wrappedNativeMint}-${usdcMint}`)).toBe(wrappedNativeMint)
  })

  it.each([
    ['nothing', ''],
    ['a name', 'GLOW'],
    ['a signature', `https://solscan.io/tx/${signature}`],
    ['an address that is cut', `CA: ${mint.slice(0, 40)}`],
    ['a letter too many', `${mint}x`],
    ['a letter that base58 lacks', `0${mint}`],
    ['an address of another chain', 'https://etherscan.io/token/0xdAC17F958D2ee523a2206206994597C13D831ec7'],
    ['two addresses', `${mint} or ${other}`],
  ])('finds no address in %s', (_, text) => {
    expect(pastedAddress(text)).toBeUndefined()
  })

  it('lists several addresses', () => {
    expect(pastedAddresses(`${mint} or ${other}`)).toEqual([mint, other])
  })

  it('finds any address between any blanks, quotes and signs', () => {
    const around = fc.string({ unit: fc.constantFrom(...' \n"\'“”()[]<>:;,.!?/\\|=&#@-_~*`\u200B\uFEFF\u00A0🚀') })
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), around, around, (bytes, before, after) => {
        const address = encodeBase58(bytes)
        expect(pastedAddress(before + address + after)).toBe(address)
      }),
    )
  })
})
