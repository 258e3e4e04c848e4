const paths = {
  discover: 'M2.5 3h3v10h-3zM6.5 3h3v6h-3zM10.5 3h3v8h-3z',
  candles: 'M4.5 2v2M4.5 10v4M3 4h3v6H3zM11.5 2v4M11.5 11v3M10 6h3v5h-3z',
  portfolio: 'M8 2.5a5.5 5.5 0 1 0 5.5 5.5H8zM10.5 2.3A5.5 5.5 0 0 1 13.7 5.5h-3.2z',
  activity: 'M2.5 4h1M6 4h7.5M2.5 8h1M6 8h7.5M2.5 12h1M6 12h7.5',
  wallet: 'M2.5 5.5a2 2 0 0 1 2-2h7v2M2.5 5.5v5.5a2 2 0 0 0 2 2h9V5.5zM10.8 9.2h.4',
  settings: 'M2.5 5h6M11.5 5h2M2.5 11h2M7.5 11h6M10 3.5v3M6 9.5v3',
  search: 'M7 12A5 5 0 1 0 7 2a5 5 0 0 0 0 10ZM10.6 10.6 14 14',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  download: 'M8 2.5V10M4.5 7 8 10.5 11.5 7M3 13.5h10',
  upload: 'M8 10.5V3M4.5 6 8 2.5 11.5 6M3 13.5h10',
  lock: 'M4 7.5h8v6H4zM5.5 7.5V5a2.5 2.5 0 0 1 5 0v2.5',
  offline: 'M2 2l12 12M5 10.5a4 4 0 0 1 4-1M2.5 7.5a8 8 0 0 1 3-1.8M13.5 7.5A8 8 0 0 0 8 5.2M8 13h.01',
  filter: 'M2.5 4h11M4.5 8h7M6.5 12h3',
  box: 'M2.5 5 8 2l5.5 3v6L8 14l-5.5-3zM2.5 5 8 8l5.5-3M8 8v6',
  chain: 'M6.5 9.5l3-3M7.5 4.5l1-1a2.8 2.8 0 0 1 4 4l-1 1M8.5 11.5l-1 1a2.8 2.8 0 0 1-4-4l1-1',
  close: 'M4 4l8 8M12 4l-8 8',
  add: 'M8 3v10M3 8h10',
  undo: 'M3 6.5h6.5a3.5 3.5 0 0 1 0 7H6M3 6.5l3-3M3 6.5l3 3',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  hold: 'M5.5 3.5v9M10.5 3.5v9',
  clock: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12ZM8 4.5V8l2.5 1.5',
  key: 'M10.5 9a3.5 3.5 0 1 0-3.3-2.3L2.5 11.4v2.1h2.1v-1.5h1.5v-1.5h1.2l1-1A3.5 3.5 0 0 0 10.5 9Z',
  show: 'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  explorer: 'M9.5 2.5h4v4M13.5 2.5l-6 6M11.5 9.5v4h-9v-9h4',
  chevronDown: 'M4.5 6.5 8 10l3.5-3.5',
  bolt: 'M8.5 1.5 3.5 9H8l-.5 5.5 5-7.5H8z',
} as const

const filled: readonly string[] = ['bolt']

export type IconName = keyof typeof paths

/** Decorative: the words beside it or the label of its button say what it means. 16 pixels, or 12 in small buttons. */
export function Icon({ name, size = 'normal' }: { name: IconName; size?: 'normal' | 'small' }) {
  return (
    <svg
      className={`icon${size === 'small' ? ' small' : ''}${filled.includes(name) ? ' filled' : ''}`}
      viewBox="0 0 16 16"
      aria-hidden="true"
    >
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
