import { expect, test } from 'vitest'
import { readSignInSettings } from './sign-in-settings.ts'

const OIDC = { COUNTERSIGN_OIDC_ISSUER: 'https://id.example.test/realm', COUNTERSIGN_OIDC_CLIENT_ID: 'desk' }

test('people sign in unless it is said otherwise', () => {
  expect(readSignInSettings({})).toEqual({ mode: 'accounts', tenant: 'default', openId: null, consoleUrl: null })
  expect(readSignInSettings({ COUNTERSIGN_SIGN_IN: 'environment' }).mode).toBe('environment')
  expect(() => readSignInSettings({ COUNTERSIGN_SIGN_IN: 'off' })).toThrow(/COUNTERSIGN_SIGN_IN/)
})

test('a provider is called by its host, and adds nobody on its own', () => {
  expect(readSignInSettings(OIDC).openId).toMatchObject({ label: 'id.example.test', defaultRole: undefined, rolesClaim: undefined })
  expect(() => readSignInSettings({ ...OIDC, COUNTERSIGN_OIDC_DEFAULT_ROLE: 'emperor' })).toThrow(/COUNTERSIGN_OIDC_DEFAULT_ROLE/)
})

test('an issuer without its client, or over plain http from elsewhere, is refused by name', () => {
  expect(() => readSignInSettings({ COUNTERSIGN_OIDC_ISSUER: OIDC.COUNTERSIGN_OIDC_ISSUER })).toThrow(/COUNTERSIGN_OIDC_CLIENT_ID/)
  expect(() => readSignInSettings({ ...OIDC, COUNTERSIGN_OIDC_ISSUER: 'http://id.example.test' })).toThrow(/https/)
  expect(readSignInSettings({ ...OIDC, COUNTERSIGN_OIDC_ISSUER: 'http://127.0.0.1:4000' }).openId?.issuer.port).toBe('4000')
})
