/** Where a bonding curve stands that trades no more. */
export const endLabels = {
  complete: 'Curve complete',
  migrating: 'Moving to a pool',
  migrated: 'Moved to a pool',
} as const
