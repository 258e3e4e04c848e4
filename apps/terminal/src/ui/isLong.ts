/** Tests if a typed amount needs a smaller font to keep its last digits visible. */
export const isLong = (amount: string): boolean => amount.length > 10
