import { chmod, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { LocalStackError } from './errors.mjs'
import { makeOpenFolder } from './places.mjs'

const inflate = promisify(inflateRaw)

const END_OF_DIRECTORY = 0x06054b50
const DIRECTORY_ENTRY = 0x02014b50
const END_SIZE = 22
const ENTRY_SIZE = 46
const LOCAL_HEADER_SIZE = 30
const STORED = 0
const DEFLATED = 8
const ZIP64_MARK = 0xffffffff

/** @typedef {{ name: string, method: number, compressed: number, size: number, offset: number, executable: boolean }} ZipEntry */

/**
 * Unpacks a zip file (a Python wheel is one) into a folder, keeping the run bits that the archive records.
 * Reads the whole archive into memory, so it is meant for tens of megabytes. Safe to repeat: files are overwritten.
 * Field positions are those of PKWARE's APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16.
 * @param {string} archive path of the zip file
 * @param {string} destination folder, made when missing
 * @throws {LocalStackError} `bad_archive` when it is not a zip, is damaged, or would write outside the destination
 */
export async function extractZip(archive, destination) {
  const bytes = await readFile(archive)
  const entries = listEntries(bytes, archive)
  const folders = new Set(entries.map((entry) => dirname(targetOf(entry, destination))))
  for (const folder of folders) await makeOpenFolder(folder)
  const files = entries.filter((entry) => !entry.name.endsWith('/'))
  // A wheel holds thousands of small files: written one after the other they take seconds.
  const lanes = Array.from({ length: 8 }, async () => {
    for (let entry = files.pop(); entry !== undefined; entry = files.pop()) {
      const target = targetOf(entry, destination)
      await writeFile(target, await contentOf(bytes, entry, archive))
      // Set apart from writing, because a strict umask would lock out the user that runs Postgres for root.
      await chmod(target, entry.executable ? 0o755 : 0o644)
    }
  })
  await Promise.all(lanes)
}

/**
 * @param {Buffer} bytes
 * @param {string} archive
 * @returns {ZipEntry[]}
 */
function listEntries(bytes, archive) {
  const end = findEnd(bytes, archive)
  const count = bytes.readUInt16LE(end + 10)
  let position = bytes.readUInt32LE(end + 16)
  if (position === ZIP64_MARK || count === 0xffff) throw damaged(archive, 'zip64 archives are not read')
  /** @type {ZipEntry[]} */
  const entries = []
  for (let index = 0; index < count; index += 1) {
    if (position + ENTRY_SIZE > bytes.length || bytes.readUInt32LE(position) !== DIRECTORY_ENTRY) {
      throw damaged(archive, 'its directory is cut off')
    }
    const nameLength = bytes.readUInt16LE(position + 28)
    const unixMode = bytes.readUInt32LE(position + 38) >>> 16
    entries.push({
      name: bytes.toString('utf8', position + ENTRY_SIZE, position + ENTRY_SIZE + nameLength),
      method: bytes.readUInt16LE(position + 10),
      compressed: bytes.readUInt32LE(position + 20),
      size: bytes.readUInt32LE(position + 24),
      offset: bytes.readUInt32LE(position + 42),
      executable: (unixMode & 0o111) !== 0,
    })
    position += ENTRY_SIZE + nameLength + bytes.readUInt16LE(position + 30) + bytes.readUInt16LE(position + 32)
  }
  return entries
}

/**
 * @param {Buffer} bytes
 * @param {string} archive
 */
function findEnd(bytes, archive) {
  // The end record is last, but a comment of up to 65,535 bytes may follow it.
  const lowest = Math.max(0, bytes.length - END_SIZE - 0xffff)
  for (let position = bytes.length - END_SIZE; position >= lowest; position -= 1) {
    if (bytes.readUInt32LE(position) === END_OF_DIRECTORY) return position
  }
  throw damaged(archive, 'it has no directory, so it is not a zip file or was cut off')
}

/**
 * @param {Buffer} bytes
 * @param {ZipEntry} entry
 * @param {string} archive
 */
async function contentOf(bytes, entry, archive) {
  // Name and extra field are repeated before the data, and the extra field may differ in length from the directory's.
  const { offset } = entry
  const start = offset + LOCAL_HEADER_SIZE + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28)
  const raw = bytes.subarray(start, start + entry.compressed)
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    throw damaged(archive, `${entry.name} uses compression method ${entry.method}`)
  }
  const content = entry.method === STORED ? raw : await inflate(raw)
  if (content.length !== entry.size) throw damaged(archive, `${entry.name} has the wrong length`)
  return content
}

/**
 * @param {ZipEntry} entry
 * @param {string} destination
 */
function targetOf(entry, destination) {
  const inside = normalize(entry.name)
  if (inside.startsWith(`..${sep}`) || inside.startsWith(sep) || inside === '..') {
    throw damaged(entry.name, 'this entry points outside the archive')
  }
  return join(destination, inside)
}

/**
 * @param {string} what
 * @param {string} reason
 */
function damaged(what, reason) {
  return new LocalStackError('bad_archive', `Cannot unpack ${what}: ${reason}.`)
}
