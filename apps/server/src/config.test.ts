import { encodeBase58, isTernError } from '@tern/core'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const wallet = 'So11111111111111111111111111111111111111112'
const manyAddresses = Array.from({ length: 65 }, (_, i) => encodeBase58(new Uint8Array(32).fill(i + 1))).join()

describe('readConfig', () => {
  it('has defaults for everything', () => {
    const config = readConfig({})
    expect(config).toMatchObject({ port: 8787, host: '127.0.0.1', pools: [], mainnetAllowed: false })
    expect(config.cluster).toBeUndefined()
    expect(config.feeWallet).toBeUndefined()
    expect(config.dataDir).toMatch(/\/\.data$/)
    expect(config.practice).toMatchObject({ tradesPerSecond: 2, liquidityChangesPerMinute: 3, historyHours: 6 })
  })

  it('reads the settings, and treats an empty variable as unset', () => {
    const config = readConfig({
      PORT: '9000',
      HOST: '::1',
      DATA_DIR: '/tmp/x',
      RPC_URL: 'https://node.example/?api-key=s3cret',
      RPC_WS_URL: 'wss://node.example/?api-key=s3cret',
      FEE_WALLET: wallet,
      LOOKUP_TABLE: wallet,
      DISABLED_FEATURES: 'removeLiquidity, addLiquidity,',
      PUBLIC_HOST: 'Tern.Example',
      POOLS: `${wallet}, 11111111111111111111111111111111,${wallet}`,
      TERN_MAINNET: 'i-know',
      PRACTICE_TRADES_PER_SECOND: '0.5',
      PRACTICE_LIQUIDITY_PER_MINUTE: '0',
      PRACTICE_HISTORY_HOURS: '2',
      RPC_PORT: '',
    })
    expect(config).toMatchObject({
      port: 9000,
      host: '::1',
      dataDir: '/tmp/x',
      feeWallet: wallet,
      lookupTable: wallet,
      disabledFeatures: ['addLiquidity', 'removeLiquidity'],
      publicHost: 'tern.example',
      pools: [wallet, '11111111111111111111111111111111'],
      mainnetAllowed: true,
    })
    expect(config.cluster?.nodes).toEqual([
      { rpcUrl: 'https://node.example/?api-key=s3cret', subscriptionsUrl: 'wss://node.example/?api-key=s3cret' },
    ])
    expect(config.practice).toMatchObject({
      ...{ rpcPort: undefined, tradesPerSecond: 0.5, liquidityChangesPerMinute: 0, historyHours: 2 },
    })
  })

  it('reads several nodes, each with its own WebSocket', () => {
    const RPC_URL = 'https://a.example/s3cret, http://b.example:8899,https://c.example'
    expect(readConfig({ RPC_URL }).cluster?.nodes).toEqual([
      { rpcUrl: 'https://a.example/s3cret', subscriptionsUrl: 'wss://a.example/s3cret' },
      { rpcUrl: 'http://b.example:8899', subscriptionsUrl: 'ws://b.example:8899' },
      { rpcUrl: 'https://c.example', subscriptionsUrl: 'wss://c.example' },
    ])
    const RPC_WS_URL = 'wss://ws.a.example,ws://b.example:8900,wss://c.example'
    expect(readConfig({ RPC_URL, RPC_WS_URL }).cluster?.nodes.map(node => node.subscriptionsUrl)).toEqual([
      'wss://ws.a.example',
      'ws://b.example:8900',
      'wss://c.example',
    ])
  })

  it('reads the relayer’s providers with their settings', () => {
    const RPC_URL = 'https://node.example'
    expect(readConfig({ RPC_URL }).providers).toEqual([])
    const config = readConfig({
      RPC_URL,
      PROVIDERS: 'temporal, jito,0slot',
      TEMPORAL_KEY: 's3cret',
      ZEROSLOT_KEY: 's3cret',
      ZEROSLOT_ENDPOINTS: 'https://a.example/x, http://b.example',
      ZEROSLOT_TIP_ACCOUNTS: wallet,
      ZEROSLOT_MINIMUM_TIP: '100000',
    })
    expect(config.providers).toEqual([
      { name: 'jito', settings: {} },
      {
        name: '0slot',
        settings: {
          key: 's3cret',
          endpoints: ['https://a.example/x', 'http://b.example'],
          tipAccounts: [wallet],
          minimumTip: 100_000n,
        },
      },
      { name: 'temporal', settings: { key: 's3cret' } },
    ])
  })

  it.each([
    [{ PROVIDERS: 'jito' }, 'PROVIDERS'],
    [{ RPC_URL: 'https://node.example', PROVIDERS: 'jito,nozomi' }, 'PROVIDERS'],
    [{ RPC_URL: 'https://node.example', PROVIDERS: 'normal' }, 'PROVIDERS'],
    [{ RPC_URL: 'https://node.example', PROVIDERS: 'bloxroute' }, 'BLOXROUTE_KEY'],
    [{ RPC_URL: 'https://node.example', HELIUS_KEY: 's3cret' }, 'HELIUS_KEY'],
    [
      { RPC_URL: 'https://node.example', PROVIDERS: 'jito', JITO_ENDPOINTS: 'https://a.example,s3cret' },
      'JITO_ENDPOINTS',
    ],
    [{ RPC_URL: 'https://node.example', PROVIDERS: 'jito', JITO_TIP_ACCOUNTS: 'me' }, 'JITO_TIP_ACCOUNTS'],
    [{ RPC_URL: 'https://node.example', PROVIDERS: 'jito', JITO_TIP_ACCOUNTS: manyAddresses }, 'JITO_TIP_ACCOUNTS'],
    [{ RPC_URL: 'https://node.example', PROVIDERS: 'jito', JITO_MINIMUM_TIP: '0.1' }, 'JITO_MINIMUM_TIP'],
    [{ PORT: 'http' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ PORT: '-1' }, 'PORT'],
    [{ PORT: '1e3' }, 'PORT'],
    [{ HOST: 'http://localhost' }, 'HOST'],
    [{ HOST: 'a b' }, 'HOST'],
    [{ HOST: '::zz' }, 'HOST'],
    [{ RPC_URL: 'node.example' }, 'RPC_URL'],
    [{ RPC_URL: 'ftp://node.example' }, 'RPC_URL'],
    [{ RPC_URL: 'https://a.example,b.example/s3cret' }, 'RPC_URL'],
    [{ RPC_URL: 'https://a.example,,https://b.example' }, 'RPC_URL'],
    [{ RPC_URL: 'https://a.example,https://user:s3cret@b.example' }, 'RPC_URL'],
    [{ RPC_URL: 'https://a.example/s3cret,https://A.example/s3cret2' }, 'RPC_URL'],
    [{ RPC_URL: [1, 2, 3, 4, 5, 6, 7, 8, 9].map(n => `https://${n}.example`).join(',') }, 'RPC_URL'],
    [{ RPC_URL: 'https://a.example,https://b.example', RPC_WS_URL: 'wss://a.example/s3cret' }, 'RPC_WS_URL'],
    [{ RPC_URL: 'https://user:s3cret@node.example' }, 'RPC_URL'],
    [{ RPC_WS_URL: 'wss://node.example' }, 'RPC_WS_URL'],
    [{ RPC_URL: 'https://node.example', RPC_WS_URL: 'https://node.example' }, 'RPC_WS_URL'],
    [{ RPC_PORT: '65535' }, 'RPC_PORT'],
    [{ RPC_URL: 'https://node.example', RPC_PORT: '8899' }, 'RPC_PORT'],
    [{ RPC_URL: 'https://node.example', MADE_UP_TRADES_PER_SECOND: '1000' }, 'MADE_UP_TRADES_PER_SECOND'],
    [{ MADE_UP_TRADES_PER_SECOND: '20001' }, 'MADE_UP_TRADES_PER_SECOND'],
    [{ RPC_URL: 'https://node.example', MADE_UP_TOKENS: '600' }, 'MADE_UP_TOKENS'],
    [{ MADE_UP_TOKENS: '5001' }, 'MADE_UP_TOKENS'],
    [{ RPC_URL: 'https://node.example', MADE_UP_POOLS: '600' }, 'MADE_UP_POOLS'],
    [{ MADE_UP_POOLS: '20001' }, 'MADE_UP_POOLS'],
    [{ FEE_WALLET: 'me' }, 'FEE_WALLET'],
    [{ PUBLIC_HOST: 'tern.example:443' }, 'PUBLIC_HOST'],
    [{ TRUSTED_PROXIES: '10.0.0.1' }, 'TRUSTED_PROXIES'],
    [{ PUBLIC_HOST: 'tern.example', TRUSTED_PROXIES: '10.0.0.0/33' }, 'TRUSTED_PROXIES'],
    [{ PUBLIC_HOST: 'tern.example', TRUSTED_PROXIES: '10.0.0.1,proxy.example' }, 'TRUSTED_PROXIES'],
    [{ PUBLIC_HOST: '2001:db8::1' }, 'PUBLIC_HOST'],
    [{ PUBLIC_HOST: '192.0.2.1' }, 'PUBLIC_HOST'],
    [{ PUBLIC_HOST: 'vault.tern.example' }, 'PUBLIC_HOST'],
    [{ POOLS: wallet }, 'POOLS'],
    [{ LOOKUP_TABLE: wallet }, 'LOOKUP_TABLE'],
    [{ DISABLED_FEATURES: 'addLiquidity,swap' }, 'DISABLED_FEATURES'],
    [{ RPC_URL: 'https://node.example', LOOKUP_TABLE: 'mine' }, 'LOOKUP_TABLE'],
    [{ RPC_URL: 'https://node.example', POOLS: `${wallet},x` }, 'POOLS'],
    [{ PROGRAMS_DIR: '/there/is/no/such/directory' }, 'PROGRAMS_DIR'],
    [{ PROGRAMS_DIR: import.meta.dirname }, 'PROGRAMS_DIR'],
    [{ SNAPSHOTS_DIR: import.meta.filename }, 'SNAPSHOTS_DIR'],
    [{ SNAPSHOTS_DIR: import.meta.dirname }, 'SNAPSHOTS_DIR'],
    [{ PRACTICE_SEED: 'x'.repeat(101) }, 'PRACTICE_SEED'],
    [{ TERN_MAINNET: 'yes' }, 'TERN_MAINNET'],
    [{ PRACTICE_TRADES_PER_SECOND: '51' }, 'PRACTICE_TRADES_PER_SECOND'],
    [{ PRACTICE_LIQUIDITY_PER_MINUTE: '601' }, 'PRACTICE_LIQUIDITY_PER_MINUTE'],
    [{ PRACTICE_HISTORY_HOURS: '25' }, 'PRACTICE_HISTORY_HOURS'],
    [{ PRACTICE_HISTORY_HOURS: '1.5' }, 'PRACTICE_HISTORY_HOURS'],
    [{ PRACTICE_TRADES_PER_SECOND: '-1' }, 'PRACTICE_TRADES_PER_SECOND'],
  ])('refuses %o in one line that names %s', (environment, name) => {
    let caught: unknown
    try {
      readConfig(environment)
    } catch (error) {
      caught = error
    }
    expect(isTernError(caught, 'config/badValue')).toBe(true)
    const message = (caught as Error).message
    expect(message).toMatch(new RegExp(`^${name} `))
    expect(message).not.toContain('\n')
    expect(message).not.toContain('s3cret')
  })
})
