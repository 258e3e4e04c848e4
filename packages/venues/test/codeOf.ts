import { isTernError } from '@tern/core'

/** Returns the code of the error that `act` throws, an error without a code, or the result of `act`. */
export function codeOf(act: () => unknown): unknown {
  try {
    return act()
  } catch (error) {
    return isTernError(error) ? error.code : error
  }
}
