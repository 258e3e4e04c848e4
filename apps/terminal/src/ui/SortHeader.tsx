interface SortHeaderProps {
  readonly label: string
  /** The column's current sorting, if any. */
  readonly sorted: 'ascending' | 'descending' | undefined
  readonly onSort: () => void
  /** `desk-only` hides the column on a phone. */
  readonly className?: string | undefined
}

/** The heading of a sortable column. */
export function SortHeader({ label, sorted, onSort, className }: SortHeaderProps) {
  return (
    <th scope="col" className={className} aria-sort={sorted}>
      <button type="button" onClick={onSort}>
        {label}
        <span aria-hidden="true">{sorted === undefined ? '' : sorted === 'ascending' ? '▲' : '▼'}</span>
      </button>
    </th>
  )
}
