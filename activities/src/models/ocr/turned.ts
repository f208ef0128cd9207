import { type Canvas, createCanvas, type Image } from '@napi-rs/canvas'

/** A picture turned by quarters clockwise and scaled. */
export function turned(picture: Canvas | Image, quarters: number, scale = 1): Canvas {
  const [w, h] = [Math.max(1, Math.round(picture.width * scale)), Math.max(1, Math.round(picture.height * scale))]
  const canvas = quarters % 2 === 0 ? createCanvas(w, h) : createCanvas(h, w)
  const context = canvas.getContext('2d')
  // What is transparent is paper.
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.translate(canvas.width / 2, canvas.height / 2)
  context.rotate((quarters * Math.PI) / 2)
  context.drawImage(picture, -w / 2, -h / 2, w, h)
  return canvas
}
