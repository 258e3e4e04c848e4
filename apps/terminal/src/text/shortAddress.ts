/** The ends of an address or a signature, where there is room for words only: `5xQm…9aTe`. In markup there is `ShortAddress`. */
export const shortAddress = (address: string) => `${address.slice(0, 4)}…${address.slice(-4)}`
