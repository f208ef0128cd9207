import { LocalStackError } from '../errors.mjs'

/**
 * @typedef {object} Variable
 * @property {number[]} shape
 * @property {boolean} half 16-bit floats; else 32-bit ones
 * @property {Buffer} data little endian
 */

const TYPE_FLOAT32 = 0
const TYPE_FLOAT16 = 4

/**
 * The variables of a `model.bin` of CTranslate2 (binary versions 5 and 6), by name; aliases name the same bytes.
 * @param {Buffer} bytes
 * @returns {Map<string, Variable>}
 * @throws {LocalStackError} `bad_archive` where it is none, or its numbers are quantised
 */
export function readCTranslate2(bytes) {
  const read = reader(bytes)
  try {
    read.int32()
    const spec = read.text()
    read.int32()
    if (spec !== 'WhisperSpec') throw new Error(`it holds a ${spec}`)
    /** @type {Map<string, Variable>} */
    const variables = new Map()
    for (let left = read.int32(); left > 0; left -= 1) {
      const name = read.text()
      const shape = Array.from({ length: read.int8() }, read.int32)
      const type = read.int8()
      const data = read.bytes(read.int32())
      variables.set(name, { shape, half: expectFloat(name, type) === TYPE_FLOAT16, data })
    }
    for (let left = read.int32(); left > 0; left -= 1) {
      const alias = read.text()
      const variable = variables.get(read.text())
      if (variable !== undefined) variables.set(alias, variable)
    }
    return variables
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new LocalStackError('bad_archive', `model.bin is not a Whisper model of CTranslate2: ${why}.`, { cause: error })
  }
}

/**
 * @param {string} name
 * @param {number} type
 */
function expectFloat(name, type) {
  // Small settings are stored beside the weights in types of their own; nobody reads them here.
  if (type !== TYPE_FLOAT32 && type !== TYPE_FLOAT16 && name.endsWith('/weight')) throw new Error(`${name} is quantised`)
  return type
}

/**
 * @param {Variable} variable
 * @returns {Float32Array}
 */
export function toFloat32({ half, data }) {
  if (!half) return new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.length))
  return Float32Array.from({ length: data.length / 2 }, (_, index) => fromHalf(data.readUInt16LE(2 * index)))
}

/**
 * IEEE 754 binary16.
 * @param {number} bits
 */
function fromHalf(bits) {
  const sign = bits & 0x8000 ? -1 : 1
  const exponent = (bits >> 10) & 31
  const fraction = bits & 1023
  if (exponent === 0) return sign * fraction * 2 ** -24
  if (exponent === 31) return fraction === 0 ? sign * Infinity : Number.NaN
  return sign * (1 + fraction / 1024) * 2 ** (exponent - 15)
}

/** @param {Buffer} bytes */
function reader(bytes) {
  let at = 0
  const skip = (/** @type {number} */ count) => {
    at += count
    return at - count
  }
  return {
    int8: () => bytes.readUInt8(skip(1)),
    int32: () => bytes.readUInt32LE(skip(4)),
    /** Length first, a zero byte last. */
    text: () => {
      const length = bytes.readUInt16LE(skip(2))
      return bytes.toString('utf8', at, skip(length) + length - 1)
    },
    bytes: (/** @type {number} */ count) => {
      const from = skip(count)
      return bytes.subarray(from, from + count)
    },
  }
}
