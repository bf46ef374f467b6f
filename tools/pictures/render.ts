import { writeFile } from 'node:fs/promises'
import sharp, { type Sharp } from 'sharp'
import { baseball } from './baseball.ts'
import { cageTunnel } from './cage-tunnel.ts'
import { duskField } from './dusk-field.ts'
import { logo, markOver, tile } from './mark.ts'
import { ink } from './palette.ts'
import { rack } from './rack.ts'
import { swing } from './swing.ts'

/** Draws every picture of web/public anew: `node tools/pictures/render.ts`. The output is committed. */
const target = new URL('../../web/public/', import.meta.url)

const place = (name: string) => new URL(name, target)

/** An .ico file of PNG pictures: https://learn.microsoft.com/windows/win32/menurc/icon-resource. */
function icon(pictures: readonly { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pictures.length)
  header.writeUInt16LE(1, 2)
  header.writeUInt16LE(pictures.length, 4)
  let offset = header.length
  for (const [index, { size, png }] of pictures.entries()) {
    const at = 6 + 16 * index
    header.writeUInt8(size, at)
    header.writeUInt8(size, at + 1)
    header.writeUInt16LE(1, at + 4)
    header.writeUInt16LE(32, at + 6)
    header.writeUInt32LE(png.length, at + 8)
    header.writeUInt32LE(offset, at + 12)
    offset += png.length
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)])
}

/** The best WebP that stays within `limit` bytes; a picture that cannot is an error. */
async function webp(image: Sharp, limit: number): Promise<Buffer> {
  for (let quality = 90; quality >= 50; quality -= 4) {
    const bytes = await image.clone().webp({ quality, effort: 6, smartSubsample: true }).toBuffer()
    if (bytes.length <= limit) return bytes
  }
  throw new Error(`The picture does not fit into ${limit} bytes`)
}

async function save(name: string, bytes: Buffer | string): Promise<void> {
  await writeFile(place(name), bytes)
  console.log(name, bytes.length)
}

const scenes = [cageTunnel, baseball, rack, duskField, swing]

for (const [index, draw] of scenes.entries()) {
  const full = sharp(await sharp(Buffer.from(draw())).flatten({ background: ink.navy }).png().toBuffer())
  await save(`pictures/hero-${index + 1}.webp`, await webp(full, 120_000))
  await save(`pictures/hero-${index + 1}-800.webp`, await webp(full.clone().resize(800), 40_000))
}

const preview = await sharp(Buffer.from(baseball(0)))
  .resize(1200, 630, { fit: 'cover' })
  .composite([{ input: Buffer.from(markOver(ink.chalk, 250)), left: 130, top: 170 }])
  .flatten({ background: ink.navy })
  .png()
  .toBuffer()
const packed = await sharp(preview)
  .png({ palette: true, colours: 256, dither: 0.6, effort: 10, compressionLevel: 9 })
  .toBuffer()
if (packed.length > 200_000) throw new Error(`og.png takes ${packed.length} bytes of 200 kB`)
await save('og.png', packed)

await save('logo.svg', logo())
await save('favicon.svg', tile(14, 4, 4))
// For browsers that ask for this name whatever the page says.
await save(
  'favicon.ico',
  icon(
    await Promise.all(
      [16, 32, 48].map(async (size) => ({
        size,
        png: await sharp(Buffer.from(tile(14, 4, 4)), { density: 300 })
          .resize(size, size)
          .png()
          .toBuffer(),
      })),
    ),
  ),
)
await save(
  'apple-touch-icon.png',
  await sharp(Buffer.from(tile(0, 6, 2.6)), { density: 300 })
    .resize(180, 180)
    .png()
    .toBuffer(),
)
