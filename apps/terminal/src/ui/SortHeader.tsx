interface SortHeaderProps {
  readonly label: string
  /** How the column is sorted now, if it is. */
  readonly sorted: 'ascending' | 'descending' | undefined
  readonly onSort: () => void
  /** `desk-only` hides a column on a phone. */
  readonly className?: string | undefined
}

/** The head of a column that can be sorted. */
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
