import { crc32, deflateSync } from 'node:zlib'
import { type Canvas, createCanvas, loadImage } from '@napi-rs/canvas'
import { expect, test } from 'vitest'
import { readImage } from './read-image.ts'

/** A page with rows of dark bars, as lines of text are; the first row is longer, so that its place tells the turn. */
function page({ width = 400, height = 300, ink = 'black', paper = 'white', skew = 0 } = {}): Canvas {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = paper
  context.fillRect(0, 0, width, height)
  context.fillStyle = ink
  context.translate(width / 2, height / 2)
  context.rotate((skew * Math.PI) / 180)
  for (let row = 0; row < 8; row += 1) context.fillRect(-width * 0.4, -height * 0.35 + row * height * 0.09, width * 0.8, height * 0.03)
  return canvas
}

async function read(bytes: Uint8Array) {
  const source = await readImage(bytes)
  try {
    const pages = []
    for await (const one of source.pages()) pages.push(one)
    return pages
  } finally {
    await source.close()
  }
}

const ENCODERS = [
  { format: 'png', encode: (canvas: Canvas) => canvas.encode('png') },
  { format: 'jpeg', encode: (canvas: Canvas) => canvas.encode('jpeg') },
  { format: 'webp', encode: (canvas: Canvas) => canvas.encode('webp') },
  { format: 'avif', encode: (canvas: Canvas) => canvas.encode('avif') },
  { format: 'gif', encode: (canvas: Canvas) => canvas.encode('gif') },
]

test.each(ENCODERS)('a $format is read by its content as one page', async ({ encode }) => {
  const [only, ...more] = await read(await encode(page()))
  expect(more).toEqual([])
  expect(only).toMatchObject({ page: 1, width: 400, height: 300, text: '', pictureOnly: true })
  expect(only?.picture?.mime).toBe('image/jpeg')
})

test('each frame of a TIFF is a page', async () => {
  const pages = await read(tiff([page(), page({ width: 200, height: 500 })]))
  expect(pages.map(({ page: number, width, height }) => [number, width, height])).toEqual([
    [1, 400, 300],
    [2, 200, 500],
  ])
})

test('a photo is turned as its camera was held', async () => {
  const [only] = await read(withOrientation(await page().encode('jpeg', 90), 6))
  expect(only).toMatchObject({ width: 300, height: 400 })
})

test('a page that was scanned askew is straightened', async () => {
  const [only] = await read(await page({ width: 700, height: 500, skew: 3 }).encode('png'))
  const image = await loadImage(only?.picture?.bytes ?? new Uint8Array())
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  // The upper edge of the first bar is as high at its left as at its right.
  expect(Math.abs(firstInk(canvas, 120) - firstInk(canvas, 580))).toBeLessThan(6)
})

test('a pale page gets contrast; an empty one is told from one with something on it', async () => {
  const [pale] = await read(await page({ ink: '#b0b0b0', paper: '#d8d8d8' }).encode('png'))
  const image = await loadImage(pale?.picture?.bytes ?? new Uint8Array())
  const canvas = createCanvas(image.width, image.height)
  canvas.getContext('2d').drawImage(image, 0, 0)
  const { data } = canvas.getContext('2d').getImageData(0, 0, image.width, image.height)
  expect(data.reduce((darkest, level) => Math.min(darkest, level), 255)).toBeLessThan(40)
  const [empty] = await read(await page({ ink: 'white' }).encode('png'))
  expect(empty?.pictureOnly).toBe(false)
})

test('a picture of 30,000 by 30,000 pixels is refused by its header, before anything is decoded', async () => {
  await expect(readImage(hugePng(30_000))).rejects.toMatchObject({ code: 'too_large', message: expect.stringContaining('30000 x 30000') })
  await expect(readImage(withSize(tiff([page()]), 30_000))).rejects.toMatchObject({ code: 'too_large' })
})

test('a large photo is scaled down to what a page needs', async () => {
  const [only] = await read(await page({ width: 5000, height: 1000 }).encode('jpeg', 60))
  expect(only).toMatchObject({ width: 3000, height: 600 })
})

test('what is damaged or no picture is an error that says so', async () => {
  await expect(readImage(new TextEncoder().encode('no picture at all'))).rejects.toMatchObject({ code: 'unreadable_file' })
  const cut = (await page().encode('png')).subarray(0, 60)
  await expect(read(cut)).rejects.toMatchObject({ code: 'unreadable_file' })
  await expect(readImage(new Uint8Array([0x49, 0x49, 42, 0, 8, 0, 0, 0, 0, 0]))).rejects.toMatchObject({ code: 'unreadable_file' })
})

function firstInk(canvas: Canvas, x: number): number {
  const { data } = canvas.getContext('2d').getImageData(x, 0, 1, canvas.height)
  for (let y = 0; y < canvas.height; y += 1) if ((data[y * 4] ?? 255) < 128) return y
  return -1
}

/** EXIF with one entry, the orientation, in front of a JPEG's own segments (EXIF 2.3, 4.5.4). */
function withOrientation(jpeg: Uint8Array, orientation: number): Uint8Array {
  const exif = [
    0x45,
    0x78,
    0x69,
    0x66,
    0,
    0,
    0x4d,
    0x4d,
    0,
    42,
    0,
    0,
    0,
    8,
    0,
    1,
    1,
    0x12,
    0,
    3,
    0,
    0,
    0,
    1,
    0,
    orientation,
    0,
    0,
    0,
    0,
    0,
    0,
  ]
  return Uint8Array.from([...jpeg.subarray(0, 2), 0xff, 0xe1, 0, exif.length + 2, ...exif, ...jpeg.subarray(2)])
}

function hugePng(side: number): Uint8Array {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 0], 8)
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.alloc(1000))), chunk('IEND', Buffer.alloc(0))])
}

/** Frames without compression (TIFF 6.0, section 2), little endian: all directories first, then all pixels. */
function tiff(canvases: Canvas[]): Uint8Array {
  const ENTRIES = 10
  const directory = 2 + ENTRIES * 12 + 4 + 8
  const sizes = canvases.map(({ width, height }) => width * height * 4)
  const start = 8 + canvases.length * directory
  const whole = Buffer.alloc(start + sizes.reduce((sum, size) => sum + size, 0))
  whole.set([0x49, 0x49, 42, 0, 8], 0)
  let [at, data] = [8, start]
  for (const [index, canvas] of canvases.entries()) {
    const { width, height } = canvas
    const bits = at + directory - 8
    const entries = [
      [256, 4, 1, width],
      [257, 4, 1, height],
      [258, 3, 4, bits],
      [259, 3, 1, 1],
      [262, 3, 1, 2],
      [273, 4, 1, data],
      [277, 3, 1, 4],
      [278, 4, 1, height],
      [279, 4, 1, width * height * 4],
      [338, 3, 1, 1],
    ]
    whole.writeUInt16LE(ENTRIES, at)
    for (const [number, [tag = 0, type = 0, count = 0, value = 0]] of entries.entries()) {
      const entry = at + 2 + number * 12
      whole.writeUInt16LE(tag, entry)
      whole.writeUInt16LE(type, entry + 2)
      whole.writeUInt32LE(count, entry + 4)
      whole.writeUInt32LE(value, entry + 8)
    }
    whole.writeUInt32LE(index + 1 < canvases.length ? at + directory : 0, at + 2 + ENTRIES * 12)
    for (let channel = 0; channel < 4; channel += 1) whole.writeUInt16LE(8, bits + channel * 2)
    whole.set(pixels(canvas), data)
    at += directory
    data += width * height * 4
  }
  return whole
}

function pixels(canvas: Canvas): Uint8Array {
  return Uint8Array.from(canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data)
}

/** The same TIFF with another width and height: the first two entries of its first directory. */
function withSize(file: Uint8Array, side: number): Uint8Array {
  const copy = Buffer.from(file)
  for (const entry of [0, 1]) copy.writeUInt32LE(side, 8 + 2 + entry * 12 + 8)
  return copy
}
