import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Provider } from 'oidc-provider'
import { vi } from 'vitest'

/** A person whom the provider knows; `email` is verified unless it says otherwise. */
export interface Known {
  sub: string
  email: string
  email_verified?: boolean
  name: string
  preferred_username?: string
  groups?: string[]
}

export interface IdentityProvider {
  issuer: string
  clientId: string
  clientSecret: string
  /** Answers from now on, and lets browsers come back to this address. */
  allow(redirectUri: string): Promise<void>
  close(): Promise<void>
}

const CLIENT = 'countersign'

/** A real OpenID Connect provider on this machine, whose sign-in page asks for nothing but who one is. */
export async function startIdentityProvider(people: Known[]): Promise<IdentityProvider> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The provider has no port.')
  const issuer = `http://127.0.0.1:${address.port}`
  const clientSecret = randomBytes(16).toString('hex')
  let provider: Provider | null = null
  server.on('request', (request, response) => {
    if (provider === null) return void response.writeHead(503).end()
    const asksWho = request.url?.startsWith('/interaction/')
    const answered = asksWho ? interact(provider, people, request, response) : provider.callback()(request, response)
    Promise.resolve(answered).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  return {
    issuer,
    clientId: CLIENT,
    clientSecret,
    async allow(redirectUri) {
      provider = await createProvider(issuer, { people, clientSecret, redirectUri })
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function createProvider(
  issuer: string,
  { people, clientSecret, redirectUri }: { people: Known[]; clientSecret: string; redirectUri: string },
): Promise<Provider> {
  // It says at once that it keeps everything in memory, that its keys are for development, and which Node.js it likes.
  const said = [vi.spyOn(console, 'warn'), vi.spyOn(console, 'info')].map((spy) => spy.mockImplementation(() => undefined))
  const { Provider } = await import('oidc-provider')
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [`${new URL(redirectUri).origin}/sign-in`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    cookies: { keys: [randomBytes(16).toString('hex')] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'preferred_username', 'groups'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true, logoutSource: askWhetherToLeave } },
    interactions: { url: (_ctx, interaction) => `/interaction/${interaction.uid}` },
    findAccount: (_ctx, sub) => {
      const person = people.find((one) => one.sub === sub)
      return person && { accountId: sub, claims: () => ({ email_verified: true, ...person }) }
    },
    // Everybody agrees to everything.
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc
      const grant = new ctx.oidc.provider.Grant({ clientId: client?.clientId, accountId: session?.accountId })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  for (const spy of said) spy.mockRestore()
  return provider
}

/** The provider's own question; its form is made by the provider. */
function askWhetherToLeave(ctx: { body: unknown }, form: string): void {
  ctx.body = `<h1>Leave Example Co?</h1>${form}<button form="op.logoutForm" name="logout" value="yes">Yes, leave</button>`
}

async function interact(provider: Provider, people: Known[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (request.method !== 'POST') {
    const buttons = people.map(({ sub, name }) => `<button name="sub" value="${sub}">${name}</button>`)
    const cancel = '<button name="sub" value="">Cancel</button>'
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end(`<h1>Who are you?</h1><form method="post">${buttons.join('')}${cancel}</form>`)
    return
  }
  let body = ''
  for await (const chunk of request) body += String(chunk)
  const sub = new URLSearchParams(body).get('sub') ?? ''
  const result = sub ? { login: { accountId: sub } } : { error: 'access_denied', error_description: 'stopped' }
  await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
}
