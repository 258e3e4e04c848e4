/**
 * Splits an address into groups of four. The first and the last group are always whole, because people compare the
 * ends; a
 * remainder comes before the last group.
 */
export function addressGroups(address: string): readonly string[] {
  return [address.slice(0, 4), ...(address.slice(4, -4).match(/.{1,4}/g) ?? []), address.slice(-4)]
}

/** Shortens an address or a signature to its ends, for plain text: `5xQm…9aTe`. In markup use `ShortAddress`. */
export const shortAddress = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`
