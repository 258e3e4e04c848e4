/** An exact fraction. `denominator` is positive. */
export interface Ratio {
  readonly numerator: bigint
  readonly denominator: bigint
}
