/**
 * Row heights in pixels for virtual lists; they equal `--row-…` in `theme/tokens.css`. Use `rowHeights[density].card`.
 */
export const rowHeights = {
  comfortable: { tape: 20, dock: 28, page: 36, two: 52, card: 84 },
  compact: { tape: 18, dock: 24, page: 28, two: 44, card: 76 },
} as const
