import { generateKeyPairSync, sign } from 'node:crypto'

const SEQUENCE = 0x30
const SET = 0x31
const OID = { commonName: '550403', ecdsaWithSha256: '2a8648ce3d040302' }
const YEAR = 365 * 24 * 60 * 60 * 1000

/** A certificate (X.509 v1, RFC 5280) that a host gave itself, with its key, both as PEM. */
export function selfSignedCertificate(host: string): { key: string; cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(SEQUENCE, der(0x06, Buffer.from(OID.ecdsaWithSha256, 'hex')))
  const attribute = der(SEQUENCE, der(0x06, Buffer.from(OID.commonName, 'hex')), der(0x0c, Buffer.from(host)))
  const name = der(SEQUENCE, der(SET, attribute))
  const validity = der(SEQUENCE, utcTime(Date.now() - YEAR), utcTime(Date.now() + YEAR))
  const serial = der(0x02, Buffer.from([1]))
  const body = der(SEQUENCE, serial, algorithm, name, validity, name, publicKey.export({ type: 'spki', format: 'der' }))
  const signature = der(0x03, Buffer.from([0]), sign('sha256', body, privateKey))
  const lines =
    der(SEQUENCE, body, algorithm, signature)
      .toString('base64')
      .match(/.{1,64}/g) ?? []
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`,
  }
}

function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const content = Buffer.concat(parts)
  const { length } = content
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from([tag, ...size]), content])
}

const utcTime = (time: number): Buffer => der(0x17, Buffer.from(`${new Date(time).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))
