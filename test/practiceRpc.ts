import type { PracticeChain } from '@tern/practice-chain'

/** Ends `count` slots of a chain at once, each with a block. A transaction is final after 32, and a blockhash expires after 150. */
export async function passSlots(chain: Pick<PracticeChain, 'travel'>, count: number): Promise<void> {
  for (let slot = 0; slot < count; slot++) await chain.travel({ slots: 1n, seconds: 0n })
}

interface ParsedTokenAccount {
  readonly account: {
    readonly data: { readonly parsed: { readonly info: { readonly tokenAmount: { amount: string } } } }
  }
}

/** Makes functions that call a server's own chain and its procedures directly, without a page. */
export function practiceRpc(port: () => number) {
  async function rpc<T>(method: string, ...params: unknown[]): Promise<T> {
    const answer = await fetch(`http://127.0.0.1:${port()}/rpc`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    const body = (await answer.json()) as { result?: T; error?: { message: string } }
    if (body.result === undefined) throw new Error(`${method}: ${body.error?.message}`)
    return body.result
  }

  async function procedure<T>(path: string, input?: object): Promise<T> {
    const query = input ? `?input=${encodeURIComponent(JSON.stringify(input))}` : ''
    const answer = await fetch(`http://127.0.0.1:${port()}/api/trpc/${path}${query}`)
    return ((await answer.json()) as { result: { data: T } }).result.data
  }

  return {
    rpc,
    procedure,
    async lamportsOf(address: string): Promise<bigint> {
      return BigInt((await rpc<{ value: number }>('getBalance', address, { commitment: 'confirmed' })).value)
    },
    async tokensOf(address: string, mint: string): Promise<bigint> {
      const options = { encoding: 'jsonParsed', commitment: 'confirmed' }
      const { value } = await rpc<{ value: ParsedTokenAccount[] }>(
        'getTokenAccountsByOwner',
        address,
        { mint },
        options,
      )
      return value.reduce((sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount), 0n)
    },
  }
}
