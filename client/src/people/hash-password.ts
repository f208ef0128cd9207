import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { CountersignError, said } from '@countersign/workflows/contract'

interface Cost {
  /** log2 of N. */
  ln: number
  r: number
  p: number
}

/** 32 MiB, three times over: https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#scrypt */
const COST: Cost = { ln: 15, r: 8, p: 3 }
const SALT_BYTES = 16
const KEY_BYTES = 32

/** Hashes a password with scrypt (RFC 7914); the answer names its parameters, in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const key = await derive(password, salt, COST, KEY_BYTES)
  return `$scrypt$ln=${COST.ln},r=${COST.r},p=${COST.p}$${base64(salt)}$${base64(key)}`
}

const FORMAT = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([\w-]+)\$([\w-]+)$/

/** Whether the password is the one of this hash. Takes as long where there is no hash: who asks cannot tell who exists. */
export async function checkPassword(password: string, hash: string | null): Promise<boolean> {
  const parts = FORMAT.exec(hash ?? '')
  if (parts === null) {
    await derive(password, Buffer.alloc(SALT_BYTES), COST, KEY_BYTES)
    return false
  }
  const [, ln, r, p, salt = '', key = ''] = parts
  const expected = Buffer.from(key, 'base64url')
  const given = await derive(password, Buffer.from(salt, 'base64url'), { ln: Number(ln), r: Number(r), p: Number(p) }, expected.length)
  return timingSafeEqual(expected, given)
}

const base64 = (bytes: Buffer): string => bytes.toString('base64url')

/** Each takes a core for a while: a flood of sign-ins must not stop everything else. */
const AT_ONCE = 2
const MAY_WAIT = 50
let busy = 0
const waiting: (() => void)[] = []

async function derive(password: string, salt: Buffer, { ln, r, p }: Cost, length: number): Promise<Buffer> {
  await enter()
  try {
    const options = { N: 2 ** ln, r, p, maxmem: 256 * 2 ** ln * r }
    return await new Promise((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, length, options, (error, key) => (error ? reject(error) : resolve(key)))
    })
  } finally {
    busy--
    waiting.shift()?.()
  }
}

async function enter(): Promise<void> {
  if (busy >= AT_ONCE) {
    if (waiting.length >= MAY_WAIT) throw new CountersignError('too_many_attempts', said('person.busy'))
    await new Promise<void>((resolve) => waiting.push(resolve))
  }
  busy++
}
