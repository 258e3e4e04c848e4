import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { readConfig } from '../config.ts'
import { clientOf, networksOf } from './clientAddress.ts'

const local = { publicHost: undefined }
const world = { publicHost: 'tern.example' }
const request = (forwarded?: string, remoteAddress = '10.1.1.1') =>
  ({ socket: { remoteAddress }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage

describe('clientOf', () => {
  it('trusts a proxy only if it exists, and only the address that it added', () => {
    expect(clientOf(request('1.2.3.4'), local)).toBe('10.1.1.1')
    expect(clientOf(request('6.6.6.6, 1.2.3.4'), world)).toBe('1.2.3.4')
    expect(clientOf(request(), world)).toBe('10.1.1.1')
  })

  it.each(['127.0.0.1', '::1', '::ffff:127.0.0.1', '172.16.0.1', '192.168.3.4', 'fd00::7', 'fe80::7%eth0'])(
    'trusts %s as its proxy, an address of its own network',
    near => expect(clientOf(request('1.2.3.4', near), world)).toBe('1.2.3.4'),
  )

  it.each(['9.9.9.9', '172.32.0.1', '11.0.0.1', '2001:db8::1'])(
    'does not trust %s, an address of another network',
    far => expect(clientOf(request('1.2.3.4', far), world)).not.toBe('1.2.3.4'),
  )

  it('goes back through the proxies of the settings, and no further', () => {
    const named = readConfig({ PUBLIC_HOST: 'tern.example', TRUSTED_PROXIES: '10.1.1.1, 203.0.113.0/24,::1' })
    expect(clientOf(request('6.6.6.6, 1.2.3.4, 203.0.113.9'), named)).toBe('1.2.3.4')
    expect(clientOf(request('1.2.3.4'), named)).toBe('1.2.3.4')
    expect(clientOf(request('203.0.113.9'), named)).toBe('203.0.113.9')
    expect(clientOf(request('1.2.3.4, unknown'), named)).toBe('unknown')
    expect(clientOf(request('1.2.3.4', '127.0.0.1'), named)).toBe('127.0.0.1')
  })

  it.each([
    ['2001:db8:0:7:1:2:3:4', '2001:db8:0:7::/64'],
    ['2001:db8:0:7::9', '2001:db8:0:7::/64'],
    ['2001:DB8:0000:0007::', '2001:db8:0:7::/64'],
    ['2001:db8::7', '2001:db8:0:0::/64'],
    ['2001::7:1:2:3:4', '2001:0:0:7::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:10.1.1.1', '10.1.1.1'],
    ['10.1.1.1', '10.1.1.1'],
    ['unknown', 'unknown'],
  ])('counts %s as %s', (address, counted) => {
    expect(clientOf(request(address), world)).toBe(counted)
  })
})

describe('networksOf', () => {
  it.each([
    ['2001:db8:a:1f07::/64', ['2001:db8:a:1f07::/64', '2001:db8:a:1f00::/56', '2001:db8:a::/48']],
    ['2001:db8:a:7::/64', ['2001:db8:a:7::/64', '2001:db8:a:0::/56', '2001:db8:a::/48']],
    ['1.2.3.4', ['1.2.3.4', '1.2.3.0/24', '1.2.0.0/16']],
    ['unknown', ['unknown']],
  ])('returns the networks of %s', (client, networks) => {
    expect(networksOf(client)).toEqual(networks)
  })
})
