import { cookies } from 'next/headers'
import type { SignInSettings } from './sign-in-settings.ts'

/** Whether browsers reach the console by https. Whoever claims it falsely only loses a cookie. */
export function isSecure(headers: Headers, { consoleUrl }: Pick<SignInSettings, 'consoleUrl'>): boolean {
  return consoleUrl?.protocol === 'https:' || headers.get('x-forwarded-proto')?.split(',')[0]?.trim() === 'https'
}

/** With the prefix no neighbouring host can set it, and no plain http. */
const nameOf = (name: string, secure: boolean): string => (secure ? `__Host-${name}` : name)

export const SESSION_COOKIE = 'countersign'
/** What an OpenID sign-in that is under way must remember. */
export const OPENID_COOKIE = 'countersign-openid'

export async function readCookie(name: string, secure: boolean): Promise<string | undefined> {
  return (await cookies()).get(nameOf(name, secure))?.value
}

/** Sets a cookie that no script can read. Null takes it away. */
export async function keepCookie(name: string, secure: boolean, kept: { value: string; expires: Date } | null): Promise<void> {
  const { value, expires } = kept ?? { value: '', expires: new Date(0) }
  const jar = await cookies()
  jar.set(nameOf(name, secure), value, { httpOnly: true, sameSite: 'lax', secure, path: '/', expires })
}
