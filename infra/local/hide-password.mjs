/**
 * A connection string for people to read: terminals are recorded and copied, so the password is not in it.
 * The whole of it is in `stack.json` and in `--json`.
 * @param {string} url
 * @returns {string}
 */
export function hidePassword(url) {
  if (!URL.canParse(url)) return url
  const parsed = new URL(url)
  if (parsed.password) parsed.password = '***'
  return parsed.href
}
