import * as v from 'valibot'

/** Checks a rule. A page can set no other values, so it cannot keep the wallets open for longer. */
export const autoLockRule = v.strictObject({ minutes: v.picklist([5, 15, 30, 60]), whenHidden: v.boolean() })
