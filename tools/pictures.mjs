/**
 * Makes the AVIF files of web/public/pictures from its WebP files: the whole picture in two widths, and of each a
 * portrait for phones that are held upright. Run it after replacing a picture: `node tools/pictures.mjs`.
 */
import { readdir } from 'node:fs/promises'
import sharp from 'sharp'

const folder = new URL('../web/public/pictures/', import.meta.url)
const widths = { '': 1600, '-800': 800 }
/**
 * The home page shows 68 % of what is left of a picture that is wider than the screen on its right
 * (HeroCarousel.module.css). The portrait is cut there too, so that the same part is seen of either.
 */
const portrait = { shape: 3 / 4, position: 0.68 }
const quality = { wide: 50, portrait: 40 }
const effort = 9
/** Bytes. Phones load the portrait before anything else that is large. */
const mostOfPortrait = 30_000

const originals = (await readdir(folder)).filter((name) => /^hero-\d\.webp$/.test(name))
for (const original of originals) {
  const source = new URL(original, folder).pathname
  const name = source.replace(/\.webp$/, '')
  for (const [suffix, width] of Object.entries(widths)) {
    const whole = sharp(source).resize({ width })
    await whole.avif({ quality: quality.wide, effort }).toFile(`${name}${suffix}.avif`)
  }
  const { width = 0, height = 0 } = await sharp(source).metadata()
  const cut = { width: Math.round(height * portrait.shape), height, top: 0 }
  const left = Math.round((width - cut.width) * portrait.position)
  const part = sharp(source).extract({ ...cut, left })
  const { size } = await part.avif({ quality: quality.portrait, effort }).toFile(`${name}-portrait.avif`)
  process.stdout.write(`${original}: portrait ${Math.round(size / 1000)} kB\n`)
  if (size > mostOfPortrait) throw new Error(`${original}: the portrait is too large for a phone.`)
}
