/** Whether a typed amount is smaller written, so that its last digits are in sight. */
export const isLong = (amount: string): boolean => amount.length > 10
