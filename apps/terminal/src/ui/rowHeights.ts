/** How tall rows are, in pixels, for virtual lists; the same as `--row-…` in `theme/tokens.css`. `rowHeights[density].card`. */
export const rowHeights = {
  comfortable: { tape: 20, dock: 28, page: 36, two: 52, card: 84 },
  compact: { tape: 18, dock: 24, page: 28, two: 44, card: 76 },
} as const
