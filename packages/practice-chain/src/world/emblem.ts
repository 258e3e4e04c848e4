/** The drawings a token picture is made of, all on a 32 × 32 field. */
type EmblemMotif =
  | 'boat'
  | 'cat'
  | 'face'
  | 'flame'
  | 'hills'
  | 'kite'
  | 'lantern'
  | 'leaf'
  | 'moon'
  | 'mountain'
  | 'shell'
  | 'waves'

/** A motif and the colours it is drawn in: `ground` behind, `body` for the main shape, `accent` for the detail. */
export interface Emblem {
  readonly motif: EmblemMotif
  readonly ground: string
  readonly body: string
  readonly accent: string
}

const ink = '#14181D'

type Draw = (body: string, accent: string) => string

const motifs: Readonly<Record<EmblemMotif, Draw>> = {
  boat: (body, accent) =>
    `<path d="M15 5v15H6Z" fill="${accent}"/><path d="M17 8v12h8Z" fill="${body}"/><path d="M5 22h22l-4 6H9Z" fill="${ink}"/>`,
  cat: (body, accent) =>
    `<path d="M7 9l4 5h10l4-5v12a9 9 0 0 1-18 0Z" fill="${body}"/><circle cx="12.5" cy="18" r="1.8" fill="${ink}"/><circle cx="19.5" cy="18" r="1.8" fill="${ink}"/><path d="M14 22h4l-2 2Z" fill="${accent}"/>`,
  face: (body, accent) =>
    `<circle cx="16" cy="17" r="10" fill="${body}"/><circle cx="12.5" cy="15" r="1.8" fill="${ink}"/><circle cx="19.5" cy="15" r="1.8" fill="${ink}"/><path d="M12 20c2 2 6 2 8 0" stroke="${ink}" stroke-width="1.8" fill="none" stroke-linecap="round"/><circle cx="10" cy="19" r="1.6" fill="${accent}"/><circle cx="22" cy="19" r="1.6" fill="${accent}"/>`,
  flame: (body, accent) =>
    `<path d="M16 3c2 6 9 9 9 16a9 9 0 0 1-18 0c0-4 3-6 4-9 2 1 3 3 3 5 3-3 3-8 2-12Z" fill="${body}"/><path d="M16 17c3 3 4 5 4 7a4 4 0 0 1-8 0c0-2 2-4 4-7Z" fill="${accent}"/>`,
  hills: (body, accent) =>
    `<circle cx="22" cy="10" r="5" fill="${accent}"/><path d="M0 22c6-6 10-6 16 0s10 6 16 0v10H0Z" fill="${body}"/>`,
  kite: (body, accent) =>
    `<path d="M16 4 27 15 16 28 5 15Z" fill="${body}"/><path d="M16 4 27 15H16Z" fill="${accent}"/><path d="M16 4v24M5 15h22" stroke="${ink}" stroke-width="1.6"/>`,
  lantern: (body, accent) =>
    `<path d="M12 6h8l3 5v12l-3 4h-8l-3-4V11Z" fill="${body}"/><circle cx="16" cy="17" r="4" fill="${accent}"/><path d="M9 11h14M9 23h14M16 3v3" stroke="${ink}" stroke-width="1.6"/>`,
  leaf: (body, accent) =>
    `<path d="M16 28C8 22 6 14 16 4c10 10 8 18 0 24Z" fill="${body}"/><path d="M16 4c10 10 8 18 0 24Z" fill="${accent}"/><path d="M16 10v18M16 18l4-4M16 22l-4-4" stroke="${ink}" stroke-width="1.6" fill="none"/>`,
  moon: (body, accent) =>
    `<path d="M20 5a11 11 0 1 0 7 16A10 10 0 0 1 20 5Z" fill="${body}"/><circle cx="24" cy="9" r="1.6" fill="${accent}"/><circle cx="27" cy="15" r="1.1" fill="${accent}"/><circle cx="21" cy="14" r="1.1" fill="${accent}"/>`,
  mountain: (body, accent) =>
    `<path d="M4 26 16 6l12 20Z" fill="${body}"/><path d="M16 6l4.200 7-2.200 2-2-2-2 2-2.200-2Z" fill="${accent}"/>`,
  shell: (body, accent) =>
    `<path d="M16 27 5 17a11 11 0 0 1 22 0Z" fill="${body}"/><path d="M16 27 10 9M16 27V6M16 27 22 9" stroke="${accent}" stroke-width="1.8" stroke-linecap="round"/>`,
  waves: (body, accent) =>
    `<path d="M0 14c4-4 7-4 11 0s7 4 11 0 7-4 10-1V32H0Z" fill="${accent}"/><path d="M0 21c4-4 7-4 11 0s7 4 11 0 7-4 10-1v12H0Z" fill="${body}"/>`,
}

/** The picture as a complete SVG document; `title` is what a screen reader says. Plain words only: nothing is escaped. */
export function drawEmblem({ motif, ground, body, accent }: Emblem, title: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32" role="img"><title>${title}</title><rect width="32" height="32" fill="${ground}"/>${motifs[motif](body, accent)}</svg>`
}
