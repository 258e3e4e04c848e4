import { type TokenUnit, unscaled } from '../text/numberText.ts'
import { Amount } from './Amount.tsx'

interface WithoutInterestProps {
  /** Raw units of the balance. */
  readonly raw: bigint | null | undefined
  readonly of: TokenUnit
  readonly unit: string
}

/** Shows the amount that may be typed of an interest-bearing token: balances include interest, typed amounts do not. */
export function WithoutInterest({ raw, of, unit }: WithoutInterestProps) {
  if (raw == null || of.scale?.kind !== 'interest') return null
  return (
    <>
      {' '}
      with interest. Type amounts without interest:{' '}
      <Amount raw={raw} of={unscaled(of.decimals)} digits="whole" unit={unit} />
    </>
  )
}
