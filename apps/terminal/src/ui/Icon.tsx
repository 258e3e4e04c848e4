const paths = {
  discover: 'M2.5 3h3v10h-3zM6.5 3h3v6h-3zM10.5 3h3v8h-3z',
  candles: 'M4.5 2v2M4.5 10v4M3 4h3v6H3zM11.5 2v4M11.5 11v3M10 6h3v5h-3z',
  wallet: 'M2.5 5.5a2 2 0 0 1 2-2h7v2M2.5 5.5v5.5a2 2 0 0 0 2 2h9V5.5zM10.8 9.2h.4',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.6 10.6 14 14',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  download: 'M8 2.5V10M4.5 7 8 10.5 11.5 7M3 13.5h10',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  offline: 'M2 2l12 12M5 10.5a4 4 0 0 1 4-1M2.5 7.5a8 8 0 0 1 3-1.8M13.5 7.5A8 8 0 0 0 8 5.2M8 13h.01',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  box: 'M2.5 5 8 2l5.5 3v6L8 14l-5.5-3zM2.5 5 8 8l5.5-3M8 8v6',
  close: 'M4 4l8 8M12 4l-8 8',
} as const

export type IconName = keyof typeof paths

/** Decorative: the words beside it or the label of its button say what it means. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  )
}

/** Tern's mark: a bird in three strokes. */
export function TernMark() {
  return (
    <svg
      viewBox="0 0 20 20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.9"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d="M1.5 6.5C5 5.5 8 7 10 10.5 12 7 15 4.5 18.5 4.5M10 10.5c0 2-.8 3.7-2.2 5.2M10 10.5c.7 1.7 1.9 3.3 3.8 4.3" />
    </svg>
  )
}
