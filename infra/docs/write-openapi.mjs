import { writeFileSync } from 'node:fs'
import { openApiDocument } from '../../client/src/http/server.ts'

writeFileSync('docs/openapi.json', `${JSON.stringify(openApiDocument(), null, 2)}\n`)
