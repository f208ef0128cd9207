import { openApiDocument } from '@countersign/client/http/server'

export const dynamic = 'force-static'

/** What the API takes and answers. The same for everybody, so nobody has to sign in for it. */
export const GET = (): Response => Response.json(openApiDocument(), { headers: { 'cache-control': 'public, max-age=300' } })
