/** Linear red, green and blue, 0 to 1. */
type Linear = readonly [number, number, number]

const linear = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)

/** Converts `#0b0f14` to linear light. */
function parseHex(hex: string): Linear {
  const [red = '', green = '', blue = ''] = hex.match(/[0-9a-f]{2}/g) ?? []
  const part = (digits: string) => linear(Number.parseInt(digits, 16) / 255)
  return [part(red), part(green), part(blue)]
}

/** Returns the WCAG contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const luminance = (hex: string) => {
    const [red, green, blue] = parseHex(hex)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

/**
 * Matrices from linear light to how eyes without one kind of cone see it.
 *
 * @see Machado, Oliveira and Fernandes 2009, severity 1.
 */
const eyes = {
  normal: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
} as const

export type Eyes = keyof typeof eyes

const within = (part: number) => Math.min(1, Math.max(0, part))

function seenBy(hex: string, who: Eyes): Linear {
  const [red, green, blue] = parseHex(hex)
  const [a, b, c, d, e, f, g, h, i] = eyes[who]
  return [
    within(a * red + b * green + c * blue),
    within(d * red + e * green + f * blue),
    within(g * red + h * green + i * blue),
  ]
}

/**
 * Converts linear light to OKLab, in which a distance is a perceived difference.
 *
 * @see Björn Ottosson, "A perceptual color space for image processing".
 */
function okLab([red, green, blue]: Linear): Linear {
  const l = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const m = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const s = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

/** Returns 100 times the OKLab distance of two colours as these eyes see the colours. */
export function difference(one: string, other: string, who: Eyes): number {
  const [first, second] = [okLab(seenBy(one, who)), okLab(seenBy(other, who))]
  return 100 * Math.hypot(first[0] - second[0], first[1] - second[1], first[2] - second[2])
}
