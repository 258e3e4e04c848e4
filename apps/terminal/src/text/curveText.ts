/** The state of a bonding curve that no longer trades. */
export const endLabels = {
  complete: 'Curve complete',
  migrating: 'Moving to a pool',
  migrated: 'Moved to a pool',
} as const
