/** Uploaded pictures are kept in several widths, so that a phone does not download what a desktop shows. */

/** In pixels; pictures are square. The widest has the plain name. */
export const pictureWidths = [240, 480, 960] as const
const widest = 960

const stored = /^(\/files\/[\w/-]+\/\d+)\.jpg$/

/** The name of a picture's file in one width: `….jpg`, or `…-240.jpg`. */
export const pictureOfWidth = (name: string, width: (typeof pictureWidths)[number]): string =>
  width === widest ? name : name.replace(/\.jpg$/, `-${width}.jpg`)

/** For `srcset`; undefined for a picture that is somewhere else. */
export function pictureSources(url: string): string | undefined {
  if (!stored.test(url)) return undefined
  return pictureWidths.map((width) => `${pictureOfWidth(url, width)} ${width}w`).join(', ')
}
