import { existsSync } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The system's Chromium, with a fresh profile; CHROMIUM_PATH names another one. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM_PATH ?? PLACES.find((place) => existsSync(place))
  if (!executablePath) throw new Error('No Chromium found. Install it (apt-get install chromium) or set CHROMIUM_PATH.')
  return await chromium.launch({ executablePath, args: ARGUMENTS })
}
