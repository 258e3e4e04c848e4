import type { Address } from '@tern/core'
import { addressBytes, programAddress } from '@tern/core/internal'

/** boop.fun: bonding curves that sell for lamports. */
export const program = 'boop8hVGQGqehUK2iVEMEnMrL5RbjywRzHKBmBE7ry4' as Address
/** The program's settings: seed `config`. */
export const configAddress = 'AbgFqRWjGWgUaVrZrLLWU5HDY5dktmAL6zT9aacQW7y1' as Address
/** Owns the token accounts of every curve: seed `vault_authority`. */
export const vaultAuthority = 'GVVUi6DaocSEAp8ATnXFAPNF5irCWjCvmPCzoaGAf5eJ' as Address

async function derive(...seeds: (string | Uint8Array)[]): Promise<Address> {
  const [address] = await programAddress(program, seeds)
  return address
}

/** Derives the only curve of a mint. */
export function bondingCurveAddress(mint: Address): Promise<Address> {
  return derive('bonding_curve', addressBytes(mint))
}

/** Derives the wrapped account that collects the fees of a mint's trades. The first buy opens it. */
export function tradingFeesVaultAddress(mint: Address): Promise<Address> {
  return derive('trading_fees_vault', addressBytes(mint))
}

/** Derives the account that holds the unsold tokens of a curve. */
export function bondingCurveVaultAddress(mint: Address): Promise<Address> {
  return derive('bonding_curve_vault', addressBytes(mint))
}

/** Derives the account that holds a curve's lamports. It belongs to the System program and has no data. */
export function bondingCurveSolVaultAddress(mint: Address): Promise<Address> {
  return derive('bonding_curve_sol_vault', addressBytes(mint))
}

/** Derives the wrapped account of a curve that has graduated. */
export function bondingCurveWsolVaultAddress(mint: Address): Promise<Address> {
  return derive('bonding_curve_wsol_vault', addressBytes(mint))
}

/**
 * Derives a new token's mint.
 * @param salt a number that the payer chooses, a u64; little-endian in the seed.
 */
export function mintAddress(payer: Address, salt: bigint): Promise<Address> {
  const number = new Uint8Array(8)
  new DataView(number.buffer).setBigUint64(0, salt, true)
  return derive('mint', addressBytes(payer), number)
}
