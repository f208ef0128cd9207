const YEAR_S = 365 * 86_400

/** Keeps a choice of how the console looks in a cookie that the server reads with the next page. Nothing secret belongs here. */
export function keepPreference(name: string, value: string | null): void {
  const lasting = value === null ? 'max-age=0' : `max-age=${YEAR_S}`
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet.
  document.cookie = `${name}=${encodeURIComponent(value ?? '')}; path=/; samesite=lax; ${lasting}`
}
