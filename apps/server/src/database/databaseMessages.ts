/** Requests to the database's thread. PGlite defines the types of parameters and rows. */
export type DatabaseRequest =
  | {
      readonly id: number
      readonly kind: 'query'
      readonly sql: string
      readonly parameters: unknown[]
      readonly isRows: boolean
    }
  | { readonly id: number; readonly kind: 'atomic'; readonly statements: readonly Statement[] }
  | { readonly id: number; readonly kind: 'close' }

export interface Statement {
  readonly sql: string
  readonly parameters: unknown[]
}

export type DatabaseAnswer =
  | { readonly id: number; readonly rows: unknown[] }
  | { readonly id: number; readonly error: string }
