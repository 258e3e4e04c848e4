import type { ComponentProps } from 'react'
import { RowLink } from './RowLink.tsx'

interface TokenLinkProps extends Omit<ComponentProps<typeof RowLink>, 'to' | 'href'> {
  readonly mint: string
}

/** A link to a token's page, for lists. */
export const TokenLink = ({ mint, ...link }: TokenLinkProps) => (
  <RowLink {...link} to={{ to: '/t/$mint', params: { mint } }} href={`/t/${mint}`} />
)
