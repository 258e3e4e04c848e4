/** Number of common passwords in the estimator. The build drops the rest of the list. */
export const listLength = 10_000
