import * as v from 'valibot'
import { askedShape, mintDecimals, scaleShape, walletMessageShape } from '../asked.ts'
import { autoLockRule } from '../autoLock.ts'
import { addressText, kidText, labelText } from '../bundle.ts'
import { opensWindow } from './requests.ts'

const text = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength))
/** Enough for sixteen emoji of up to sixteen UTF-16 units each. */
const symbolText = text(256)
const word = v.pipe(v.string(), v.regex(/^[a-z-]{1,32}$/))
const id = v.number()
const windowId = v.pipe(v.string(), v.uuid())

const tokenWords = v.strictObject({
  mint: addressText,
  symbol: symbolText,
  decimals: mintDecimals,
  scale: v.exactOptional(scaleShape),
})

const formShape = v.variant('form', [
  v.strictObject({
    form: v.picklist([
      'unlock',
      'create',
      'restore',
      'restorePhrase',
      'importKeys',
      'givePhrase',
      'revealPhrase',
      'newWallet',
      'changePassphrase',
      'replaceCode',
      'addPasskey',
      'limits',
    ]),
  }),
  v.strictObject({ form: v.literal('removePasskey'), id: kidText }),
  v.strictObject({ form: v.literal('exportKey'), address: addressText }),
  v.strictObject({
    form: v.literal('confirmTrade'),
    words: v.exactOptional(v.pipe(v.array(tokenWords), v.maxLength(12))),
    ...askedShape,
  }),
  v.strictObject({ form: v.literal('withdraw'), ...walletMessageShape }),
])

/** Every request that the vault accepts. Any other request is answered with `wallet/requestMalformed`. */
export const vaultRequest = v.variant('call', [
  v.strictObject({
    id,
    call: v.literal('look'),
    look: v.strictObject({ theme: v.picklist(['dark', 'light']), colours: word, density: word, motion: word }),
  }),
  v.strictObject({ id, call: v.literal('autoLock'), rule: autoLockRule }),
  v.strictObject({ id, call: v.literal('presence'), isActive: v.boolean(), isInSight: v.boolean() }),
  v.pipe(
    v.strictObject({ id, call: v.literal('show'), form: formShape, window: v.exactOptional(windowId) }),
    v.check(({ form, window }) => opensWindow(form) === (window !== undefined), 'in another place'),
  ),
  v.strictObject({ id, call: v.picklist(['hide', 'practise', 'lock', 'signOutOthers', 'download']) }),
  v.strictObject({ id, call: v.literal('rename'), address: addressText, label: labelText }),
  v.strictObject({ id, call: v.literal('nonceMode'), address: addressText, isOn: v.boolean() }),
  v.strictObject({ id, call: v.literal('withdraw'), ...walletMessageShape }),
])
