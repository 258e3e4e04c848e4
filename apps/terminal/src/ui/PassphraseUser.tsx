/** Tells a password manager whose passphrase the form's fields hold. */
export function PassphraseUser() {
  return <input type="text" name="username" autoComplete="username" value="Tern wallet" readOnly hidden />
}
