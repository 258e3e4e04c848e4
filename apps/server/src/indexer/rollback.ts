/** Trades that a fork undid, by their transactions. */
export interface Rollback {
  readonly mints: readonly string[]
  readonly signatures: readonly string[]
}
