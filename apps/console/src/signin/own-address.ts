import { isSecure } from './session-cookie.ts'
import type { SignInSettings } from './sign-in-settings.ts'

/** Where browsers find the console: as it was set, else as this browser asked for it, whose host was checked. */
export function ownAddress(headers: Headers, settings: SignInSettings): string {
  return settings.consoleUrl?.origin ?? `${isSecure(headers, settings) ? 'https' : 'http'}://${headers.get('host') ?? ''}`
}

export const RETURN_PATH = '/sign-in/openid/return'
