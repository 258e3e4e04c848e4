/** The lengths of candle that are kept, in seconds. */
export const candleIntervals = [1, 5, 15, 60, 300, 900, 3600] as const
