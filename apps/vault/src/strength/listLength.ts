/** How many of the commonest passwords an estimate knows; the build leaves the others of the list out. */
export const listLength = 10_000
