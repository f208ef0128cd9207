import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

export interface S3Server {
  endpoint: string
  objects: Map<string, { bytes: Buffer; type: string }>
  /** Requests seen, as `METHOD /path`. */
  requests: string[]
  /** Answers the next requests with this status instead, as an overloaded server would. */
  failNext(status: number, times: number): void
  close(): Promise<void>
}

/**
 * A small S3: PUT, GET, HEAD and DELETE of objects over HTTP, addressed by path, with the checksums and the aws-chunked bodies that
 * the SDK sends. Refuses what is unsigned, what does not match its sha256, and buckets other than `bucket`.
 */
export async function startS3Server(bucket: string): Promise<S3Server> {
  const objects = new Map<string, { bytes: Buffer; type: string }>()
  const requests: string[] = []
  let failure = { status: 0, times: 0 }

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://x').pathname)
    const body = await readBody(request)
    requests.push(`${request.method} ${path}`)
    if (failure.times > 0) {
      failure = { ...failure, times: failure.times - 1 }
      return refuse(response, failure.status, 'SlowDown')
    }
    if (!request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 ')) return refuse(response, 403, 'AccessDenied')
    if (!path.startsWith(`/${bucket}/`)) return refuse(response, 404, 'NoSuchBucket')
    if (request.method === 'PUT') return put(path, request, body, response)
    if (request.method === 'DELETE') {
      objects.delete(path)
      response.writeHead(204).end()
      return
    }
    const object = objects.get(path)
    if (object === undefined) return refuse(response, 404, 'NoSuchKey')
    response.writeHead(200, { 'content-type': object.type, 'content-length': object.bytes.length, etag: '"x"' })
    response.end(request.method === 'HEAD' ? undefined : object.bytes)
  }

  const put = (path: string, request: IncomingMessage, body: Buffer, response: ServerResponse): void => {
    const bytes = request.headers['content-encoding']?.includes('aws-chunked') ? joinChunks(body) : body
    const sent = request.headers['x-amz-checksum-sha256']
    if (sent !== createHash('sha256').update(bytes).digest('base64')) {
      refuse(response, 400, 'BadDigest')
      return
    }
    objects.set(path, { bytes, type: request.headers['content-type'] ?? '' })
    response.writeHead(200, { etag: '"x"' })
    response.end()
  }

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => response.destroy(error instanceof Error ? error : undefined))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    requests,
    failNext: (status, times) => {
      failure = { status, times }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}

/** aws-chunked: `size[;extensions]\r\n bytes \r\n … 0\r\n trailers`. */
function joinChunks(body: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.subarray(at, end).toString('latin1'), 16)
    if (!size) return Buffer.concat(parts)
    parts.push(body.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}
