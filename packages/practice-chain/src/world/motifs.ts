/** For lines and eyes. */
const ink = '#14181D'

/** Draws the main shape in `body` and the detail in `accent`, on a field of 32 × 32. */
type Draw = (body: string, accent: string) => string

/** The drawings of the tokens' emblems. */
export const motifs = {
  anchor: (body, accent) =>
    `<circle cx="16" cy="7" r="2.6" fill="none" stroke="${accent}" stroke-width="2"/><path d="M16 10v17M11 14h10M6 19c1 6 5 8 10 8s9-2 10-8" fill="none" stroke="${body}" stroke-width="2.6" stroke-linecap="round"/>`,
  bee: (body, accent) =>
    `<ellipse cx="12" cy="11" rx="4" ry="5.5" fill="${accent}"/><ellipse cx="20" cy="11" rx="4" ry="5.5" fill="${accent}"/><ellipse cx="16" cy="19" rx="7" ry="9" fill="${body}"/><path d="M9.5 17h13M9.5 21.5h13" stroke="${ink}" stroke-width="2.4"/><circle cx="13.5" cy="13" r="1.2" fill="${ink}"/><circle cx="18.5" cy="13" r="1.2" fill="${ink}"/>`,
  bell: (body, accent) =>
    `<path d="M16 5c5 0 7 4 7 9 0 5 1 7 3 9H6c2-2 3-4 3-9 0-5 2-9 7-9Z" fill="${body}"/><circle cx="16" cy="25.5" r="2.5" fill="${accent}"/><path d="M16 3v2" stroke="${ink}" stroke-width="2" stroke-linecap="round"/>`,
  bird: (body, accent) =>
    `<path d="M4 15c5-1 8-5 12-5 5 0 9 3 9 7 0 5-5 8-10 8-6 0-9-4-11-10Z" fill="${body}"/><path d="M25 15l4 2-4 2Z" fill="${accent}"/><path d="M10 17c4 0 7 1 9 4-4 1-8 0-9-4Z" fill="${accent}"/><circle cx="21.5" cy="14.5" r="1.4" fill="${ink}"/>`,
  boat: (body, accent) =>
    `<path d="M15 5v15H6Z" fill="${accent}"/><path d="M17 8v12h8Z" fill="${body}"/><path d="M5 22h22l-4 6H9Z" fill="${ink}"/>`,
  cactus: (body, accent) =>
    `<path d="M16 7v17M9 13v3c0 2 2 3 7 3M23 11v3c0 2-2 3-7 3" fill="none" stroke="${body}" stroke-width="4.4" stroke-linecap="round"/><path d="M10 24h12l-2 6h-8Z" fill="${accent}"/>`,
  cat: (body, accent) =>
    `<path d="M7 9l4 5h10l4-5v12a9 9 0 0 1-18 0Z" fill="${body}"/><circle cx="12.5" cy="18" r="1.8" fill="${ink}"/><circle cx="19.5" cy="18" r="1.8" fill="${ink}"/><path d="M14 22h4l-2 2Z" fill="${accent}"/>`,
  cloud: (body, accent) =>
    `<path d="M9 21a5 5 0 0 1 0-10 7 7 0 0 1 13-1 5.5 5.5 0 0 1 1 11Z" fill="${body}"/><path d="M11 24l-1 3M16 24l-1 3M21 24l-1 3" stroke="${accent}" stroke-width="2" stroke-linecap="round"/>`,
  comet: (body, accent) =>
    `<path d="M3 5l14 9M5 12l10 6M10 3l9 9" stroke="${accent}" stroke-width="2.2" stroke-linecap="round"/><circle cx="20" cy="20" r="7" fill="${body}"/><circle cx="18" cy="18" r="1.6" fill="${ink}"/><circle cx="22.5" cy="22" r="1.1" fill="${ink}"/>`,
  cup: (body, accent) =>
    `<path d="M6 13h16v7a6 6 0 0 1-6 6h-4a6 6 0 0 1-6-6Z" fill="${body}"/><path d="M22 15h2a3 3 0 0 1 0 6h-2" fill="none" stroke="${body}" stroke-width="2"/><path d="M11 10c-2-2 2-3 0-5M16 10c-2-2 2-3 0-5" fill="none" stroke="${accent}" stroke-width="1.8" stroke-linecap="round"/>`,
  face: (body, accent) =>
    `<circle cx="16" cy="17" r="10" fill="${body}"/><circle cx="12.5" cy="15" r="1.8" fill="${ink}"/><circle cx="19.5" cy="15" r="1.8" fill="${ink}"/><path d="M12 20c2 2 6 2 8 0" stroke="${ink}" stroke-width="1.8" fill="none" stroke-linecap="round"/><circle cx="10" cy="19" r="1.6" fill="${accent}"/><circle cx="22" cy="19" r="1.6" fill="${accent}"/>`,
  fish: (body, accent) =>
    `<path d="M3 16c4-7 14-8 19 0-5 8-15 7-19 0Z" fill="${body}"/><path d="M21 16l8-6v12Z" fill="${accent}"/><circle cx="9" cy="14.5" r="1.6" fill="${ink}"/><path d="M13 11c2 3 2 7 0 10" fill="none" stroke="${accent}" stroke-width="1.6"/>`,
  flame: (body, accent) =>
    `<path d="M16 3c2 6 9 9 9 16a9 9 0 0 1-18 0c0-4 3-6 4-9 2 1 3 3 3 5 3-3 3-8 2-12Z" fill="${body}"/><path d="M16 17c3 3 4 5 4 7a4 4 0 0 1-8 0c0-2 2-4 4-7Z" fill="${accent}"/>`,
  hills: (body, accent) =>
    `<circle cx="22" cy="10" r="5" fill="${accent}"/><path d="M0 22c6-6 10-6 16 0s10 6 16 0v10H0Z" fill="${body}"/>`,
  key: (body, accent) =>
    `<circle cx="11" cy="11" r="6" fill="${body}"/><circle cx="11" cy="11" r="2.2" fill="${accent}"/><path d="M15 15l11 11M21 21l3-3M24.5 24.5l2.5-2.5" stroke="${body}" stroke-width="3" stroke-linecap="round"/>`,
  kite: (body, accent) =>
    `<path d="M16 4 27 15 16 28 5 15Z" fill="${body}"/><path d="M16 4 27 15H16Z" fill="${accent}"/><path d="M16 4v24M5 15h22" stroke="${ink}" stroke-width="1.6"/>`,
  lantern: (body, accent) =>
    `<path d="M12 6h8l3 5v12l-3 4h-8l-3-4V11Z" fill="${body}"/><circle cx="16" cy="17" r="4" fill="${accent}"/><path d="M9 11h14M9 23h14M16 3v3" stroke="${ink}" stroke-width="1.6"/>`,
  leaf: (body, accent) =>
    `<path d="M16 28C8 22 6 14 16 4c10 10 8 18 0 24Z" fill="${body}"/><path d="M16 4c10 10 8 18 0 24Z" fill="${accent}"/><path d="M16 10v18M16 18l4-4M16 22l-4-4" stroke="${ink}" stroke-width="1.6" fill="none"/>`,
  lighthouse: (body, accent) =>
    `<path d="M13 10h6l3 18H10Z" fill="${body}"/><path d="M12 15.5h8.2M11.2 21h9.8" stroke="${ink}" stroke-width="2"/><path d="M12.5 10V6h7v4Z" fill="${accent}"/><path d="M12 8 4 5v6ZM20 8l8-3v6Z" fill="${accent}" opacity="0.6"/>`,
  moon: (body, accent) =>
    `<path d="M20 5a11 11 0 1 0 7 16A10 10 0 0 1 20 5Z" fill="${body}"/><circle cx="24" cy="9" r="1.6" fill="${accent}"/><circle cx="27" cy="15" r="1.1" fill="${accent}"/><circle cx="21" cy="14" r="1.1" fill="${accent}"/>`,
  mountain: (body, accent) =>
    `<path d="M4 26 16 6l12 20Z" fill="${body}"/><path d="M16 6l4.2 7-2.2 2-2-2-2 2-2.2-2Z" fill="${accent}"/>`,
  mushroom: (body, accent) =>
    `<path d="M12 17h8l1 10H11Z" fill="${accent}"/><path d="M4 18c0-8 6-12 12-12s12 4 12 12Z" fill="${body}"/><circle cx="11" cy="13" r="1.8" fill="${accent}"/><circle cx="18" cy="10.5" r="1.8" fill="${accent}"/><circle cx="22" cy="15" r="1.4" fill="${accent}"/>`,
  owl: (body, accent) =>
    `<path d="M7 6l4 3h10l4-3v14a9 8 0 0 1-18 0Z" fill="${body}"/><circle cx="12" cy="14" r="3.8" fill="${accent}"/><circle cx="20" cy="14" r="3.8" fill="${accent}"/><circle cx="12" cy="14" r="1.6" fill="${ink}"/><circle cx="20" cy="14" r="1.6" fill="${ink}"/><path d="M14.5 18h3L16 21Z" fill="${ink}"/>`,
  shell: (body, accent) =>
    `<path d="M16 27 5 17a11 11 0 0 1 22 0Z" fill="${body}"/><path d="M16 27 10 9M16 27V6M16 27 22 9" stroke="${accent}" stroke-width="1.8" stroke-linecap="round"/>`,
  snail: (body, accent) =>
    `<path d="M4 26c0-3 3-3 6-3h14c3 0 4-3 4-7l1-5" fill="none" stroke="${accent}" stroke-width="3.6" stroke-linecap="round"/><circle cx="15" cy="16" r="8.5" fill="${body}"/><path d="M15 16a2 2 0 1 1 2 2 4 4 0 1 1 2-5" fill="none" stroke="${ink}" stroke-width="1.6" stroke-linecap="round"/>`,
  sun: (body, accent) =>
    `<path d="M16 3v26M3 16h26M7 7l18 18M25 7 7 25" stroke="${accent}" stroke-width="2.4" stroke-linecap="round"/><circle cx="16" cy="16" r="7.5" fill="${body}"/>`,
  tree: (body, accent) =>
    `<path d="M14 22h4v6h-4Z" fill="${accent}"/><path d="M16 3l7 9h-3l5 7h-4l3 4H8l3-4H7l5-7H9Z" fill="${body}"/>`,
  umbrella: (body, accent) =>
    `<path d="M4 16a12 11 0 0 1 24 0Z" fill="${body}"/><path d="M12 16a4 11 0 0 1 8 0Z" fill="${accent}"/><path d="M16 16v9a3 3 0 0 0 6 0" fill="none" stroke="${ink}" stroke-width="2" stroke-linecap="round"/>`,
  waves: (body, accent) =>
    `<path d="M0 14c4-4 7-4 11 0s7 4 11 0 7-4 10-1V32H0Z" fill="${accent}"/><path d="M0 21c4-4 7-4 11 0s7 4 11 0 7-4 10-1v12H0Z" fill="${body}"/>`,
  whale: (body, accent) =>
    `<path d="M4 18c0-5 5-7 10-7 7 0 9 5 10 8 2 0 3-2 3-4l3-2c0 7-4 13-13 13C9 26 4 23 4 18Z" fill="${body}"/><path d="M12 8c-1-3-3-3-4-3M12 8c1-3 3-3 4-3M12 11V8" fill="none" stroke="${accent}" stroke-width="1.8" stroke-linecap="round"/><circle cx="10" cy="17" r="1.4" fill="${ink}"/>`,
} as const satisfies Readonly<Record<string, Draw>>
