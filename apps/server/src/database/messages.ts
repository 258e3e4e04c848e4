/** What the database's thread is asked. Parameters and rows are what PGlite takes and gives. */
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
