import type { Address } from '@tern/core'
import { addressBytes } from '@tern/core/internal'
import { motifs } from './motifs.ts'

/** A motif and its colours: `ground` behind, `body` for the main shape, `accent` for the detail. */
export interface Emblem {
  readonly motif: keyof typeof motifs
  readonly ground: string
  readonly body: string
  readonly accent: string
  /** A pattern over the ground. Unset: a plain ground. */
  readonly pattern?: Pattern
}

type Pattern = keyof typeof patterns

/** Drawn faintly over the ground, in the accent. */
const patterns = {
  rings: '<circle cx="16" cy="16" r="13"/><circle cx="16" cy="16" r="18"/>',
  rain: '<path d="M3 4l-2 5M12 2l-2 5M22 3l-2 5M30 6l-2 5M4 24l-2 5M29 23l-2 5"/>',
  dunes: '<path d="M-1 27c6-4 11-4 17 0s11 4 17 0M-1 31c6-4 11-4 17 0s11 4 17 0"/>',
  rays: '<path d="M16 16 0 4M16 16 32 4M16 16 0 28M16 16l16 12M16 16V-2M16 16v18"/>',
  corner: '<path d="M0 9 9 0M0 15 15 0M32 23l-9 9M32 17 17 32"/>',
} as const

/**
 * Draws an emblem as a complete SVG document.
 * @param title the text for screen readers. Plain words only, because it is not escaped.
 */
export function drawEmblem({ motif, ground, body, accent, pattern }: Emblem, title: string): string {
  const cover =
    pattern === undefined
      ? ''
      : `<g fill="none" stroke="${accent}" stroke-width="1.4" opacity="0.35">${patterns[pattern]}</g>`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img"><title>${title}</title><rect width="32" height="32" fill="${ground}"/>${cover}${motifs[motif](body, accent)}</svg>`
}

/** Derives a token's emblem from its mint, for a token without a hand-made emblem. */
export function emblemOf(mint: Address): Emblem {
  const bytes = addressBytes(mint)
  const byte = (i: number): number => bytes[i] ?? 0
  const among = <Item>(items: readonly Item[], i: number): Item =>
    items[(byte(i) * 256 + byte(i + 1)) % items.length] as Item
  const hue = ((byte(0) * 256 + byte(1)) * 360) / 65_536
  // The body's hue lies across the wheel from the ground's, the accent's between the two.
  const bodyHue = hue + 150 + (byte(2) * 60) / 256
  const accentHue = hue + 60 + (byte(3) * 40) / 256
  const isNight = byte(4) < 128
  const pattern = among([undefined, ...(Object.keys(patterns) as Pattern[])], 7)
  return {
    motif: among(Object.keys(motifs) as (keyof typeof motifs)[], 5),
    ground: isNight ? colour(hue, 0.42, 0.17 + byte(9) / 3_000) : colour(hue, 0.55, 0.8 + byte(9) / 3_000),
    body: isNight ? colour(bodyHue, 0.75, 0.66) : colour(bodyHue, 0.6, 0.42),
    accent: isNight ? colour(accentHue, 0.8, 0.8) : colour(accentHue, 0.65, 0.93),
    ...(pattern !== undefined && { pattern }),
  }
}

/** Converts an HSL colour to `#rrggbb`: hue in degrees, saturation and lightness from 0 to 1. */
function colour(hue: number, saturation: number, lightness: number): string {
  const reach = saturation * Math.min(lightness, 1 - lightness)
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12
    const value = lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(255 * value)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}
