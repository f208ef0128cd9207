import { type Canvas, createCanvas, ImageData, loadImage } from '@napi-rs/canvas'
import utif from 'utif2'
import { turned } from '../../models/ocr/turned.ts'
import { serveProcess } from '../../threads/serve-process.ts'
import type { ImageReply, ImageRequest } from './image-protocol.ts'
import { type ImageFile, inspectImage } from './picture-size.ts'
import { preparePicture } from './prepare-picture.ts'

const QUALITY = 88

let opened: ImageFile | null = null

serveProcess<ImageRequest, ImageReply>(async (request) => {
  if (request.what === 'frame') return await readFrame(request.frame, request.maxSide)
  if (request.what === 'turn') return await turn(request.picture, request.degrees)
  opened = inspectImage(request.bytes, request.maxPixels)
  return { what: 'open', frames: opened.frames?.length ?? 1 }
})

async function readFrame(number: number, maxSide: number): Promise<ImageReply> {
  if (opened === null) throw new Error('No file is open.')
  const { canvas, skew, stretched, blank } = preparePicture(await decodeFrame(opened, number, maxSide))
  const jpeg = await canvas.encode('jpeg', QUALITY)
  const frame = { jpeg, width: canvas.width, height: canvas.height, skew, stretched, blank }
  return { what: 'frame', frame }
}

/** As the camera was held: its decoder follows the orientation in EXIF. */
async function decodeFrame({ bytes, frames }: ImageFile, number: number, maxSide: number): Promise<Canvas> {
  const fit = (side: number): number => Math.min(1, maxSide / side)
  if (frames === null) {
    const image = await loadImage(bytes)
    return turned(image, 0, fit(Math.max(image.width, image.height)))
  }
  const frame = frames[number - 1]
  if (frame === undefined) throw new Error(`There is no frame ${number}.`)
  utif.decodeImage(Buffer.from(bytes), frame)
  const canvas = createCanvas(frame.width, frame.height)
  canvas.getContext('2d').putImageData(new ImageData(Uint8ClampedArray.from(utif.toRGBA8(frame)), frame.width, frame.height), 0, 0)
  frame.data = new Uint8Array()
  return turned(canvas, quartersOf(frame.t274), fit(Math.max(frame.width, frame.height)))
}

/** TIFF's orientation (tag 274): 6 and 8 lie on a side, 3 on the head; the mirrored ones are not found on pages. */
function quartersOf(orientation: unknown): number {
  const value = Array.isArray(orientation) ? Number(orientation[0]) : 1
  return { 3: 2, 6: 1, 8: 3 }[value] ?? 0
}

async function turn(picture: Uint8Array, degrees: number): Promise<ImageReply> {
  const canvas = turned(await loadImage(picture), (degrees / 90) % 4)
  return { what: 'turn', jpeg: await canvas.encode('jpeg', QUALITY) }
}
