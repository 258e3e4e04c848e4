/**
 * An address in groups of four, of which the first and the last are always whole: those are what people compare. What is
 * left over stands before the last.
 */
export function addressGroups(address: string): readonly string[] {
  return [address.slice(0, 4), ...(address.slice(4, -4).match(/.{1,4}/g) ?? []), address.slice(-4)]
}

/** The ends of an address or a signature, where there is room for words only: `5xQm…9aTe`. In markup there is `ShortAddress`. */
export const shortAddress = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`
