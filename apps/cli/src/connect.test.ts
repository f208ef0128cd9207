import { describe, expect, test } from 'vitest'
import { connect } from './connect.ts'

describe('over HTTP', () => {
  test.each(['http://desk.example.org', 'ftp://127.0.0.1', 'desk.example.org', 'http://127.0.0.1.evil.test'])(
    '%s is refused: the token would travel in the open, or nowhere',
    async (url) => {
      await expect(connect({ COUNTERSIGN_URL: url, COUNTERSIGN_TOKEN: 'cs_x' })).rejects.toMatchObject({ code: 'invalid_input' })
    },
  )

  test.each(['https://desk.example.org', 'http://127.0.0.1:3000', 'http://localhost:3000/'])('%s is taken', async (url) => {
    const client = await connect({ COUNTERSIGN_URL: url, COUNTERSIGN_TOKEN: 'cs_x' })
    expect(() => client.as({ tenant: 'acme', user: 'ada', roles: ['admin'] })).toThrow('token')
    await client.close()
  })

  test('nobody at the other end is said with the address', async () => {
    const client = await connect({ COUNTERSIGN_URL: 'http://127.0.0.1:9' })
    await expect(client.me()).rejects.toMatchObject({
      code: 'unavailable',
      retryable: true,
      message: expect.stringContaining('http://127.0.0.1:9'),
    })
  })
})
